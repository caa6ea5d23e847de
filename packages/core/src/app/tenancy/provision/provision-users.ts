import { writeRecords } from '../../writer/write-changes.js';
import { picked } from '../../../kernel/picked.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import { reinstating, suspendedKeysOf } from '../../people/suspension.js';
import type { Stores } from '../../../storage/storage.js';
import { PROVISION } from '../../../model/tenancy/provision-actor.js';
import type { CorporatePart } from './provision-document.js';
import type { User } from '../../../model/tenancy/user.js';

/**
 * Writes users. One whom a person suspended stays so; one whom provisioning did is named again, and reinstated. Deputies
 * stay what they are.
 */
export const provisionUsers = async (
  stores: Stores,
  tenant: Tenant,
  parts: NonNullable<CorporatePart['users']>,
  at: EpochMs,
): Promise<void> => {
  const { tenancy } = stores;
  const known = new Map((await tenancy.users(tenant)).map((user) => [user.userId, user]));
  const users = parts.map((part): User => {
    const before = known.get(part.userId);
    return { ...part, ...(before && picked(before, ['suspended', 'deputyFor'])) };
  });
  await tenancy.putUsers(tenant, users);
  for (const user of users.filter(({ suspended }) => suspended?.by === PROVISION)) {
    const keys = await suspendedKeysOf(stores, tenant, user.userId);
    await writeRecords(stores, reinstating(tenant, user, keys, { by: PROVISION, at }));
  }
};
