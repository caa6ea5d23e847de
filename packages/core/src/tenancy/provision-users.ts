import type { Tenant } from '../kernel/tenant.js';
import type { Stores } from '../ports/storage.js';
import type { CorporatePart } from './provision-document.js';

/** Writes users; one who is suspended stays so. */
export const provisionUsers = async (
  { tenancy }: Stores,
  tenant: Tenant,
  parts: NonNullable<CorporatePart['users']>,
): Promise<void> => {
  const known = new Map((await tenancy.users(tenant)).map((user) => [user.userId, user]));
  await tenancy.putUsers(
    tenant,
    parts.map((part) => {
      const suspended = known.get(part.userId)?.suspended;
      return suspended === undefined ? part : { ...part, suspended };
    }),
  );
};
