import { nextKeyEntry, nextSecretKeyEntry } from '../../../model/access/key/key-entry.js';
import { writeRecords } from '../../writer/write-changes.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import { suspending, waysOf } from '../../people/suspension.js';
import type { Stores } from '../../../storage/storage.js';
import { changingEndpoint } from '../../webhook/manage/changed-endpoint.js';
import type { Absent } from './absent.js';
import { PROVISION } from '../../../model/tenancy/provision-actor.js';
import type { CorporatePart } from './provision-document.js';

/**
 * Ends what a document names no longer: keys are revoked, endpoints disabled, users suspended with their sessions.
 * The unit holds the corporate.
 */
export const endAbsent = async (
  stores: Stores,
  tenant: Tenant,
  { users, apiKeys, secretKeys, endpoints }: Absent,
  at: EpochMs,
): Promise<void> => {
  const making = { by: PROVISION, at };
  const next = { to: 'revoked', at, actor: PROVISION, changes: {} } as const;
  await writeRecords(
    stores,
    {
      saves: [
        ({ access }) => access.putApiKeys(apiKeys.map((key) => ({ ...key, revokedAt: at }))),
        ({ access }) => access.putSecretKeys(secretKeys.map((key) => ({ ...key, revokedAt: at }))),
      ],
      entries: [
        ...apiKeys.map((key) => nextKeyEntry(key, next)),
        ...secretKeys.map((key) => nextSecretKeyEntry(key, next)),
      ],
    },
    ...endpoints.map((one) => changingEndpoint(tenant, one, { status: 'disabled' }, making)),
  );
  for (const user of users) {
    // Keys that act as them are read once those that are absent themselves are revoked.
    const ways = await waysOf(stores, tenant, user.userId);
    await writeRecords(stores, suspending(tenant, user, ways, making));
  }
};

/** Enables endpoints that a document names again and that provisioning had disabled; no others. */
export const enableNamed = async (
  stores: Stores,
  tenant: Tenant,
  { webhookEndpoints = [] }: CorporatePart,
  at: EpochMs,
): Promise<void> => {
  const named = new Set(webhookEndpoints.map(({ url }) => url));
  if (named.size === 0) return;
  for (const before of await stores.webhookEndpoints.of(tenant)) {
    if (before.disabled === undefined || !named.has(before.url)) continue;
    const last = await stores.journal.last(tenant, before.endpointId);
    if (last?.to !== 'disabled' || last.actor !== PROVISION) continue;
    const making = { by: PROVISION, at };
    await writeRecords(stores, changingEndpoint(tenant, before, { status: 'enabled' }, making));
  }
};
