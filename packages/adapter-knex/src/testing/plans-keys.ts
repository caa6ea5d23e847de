import type { Tenant } from '@hundi/core';
import type { Stores } from '@hundi/core/storage';

/** Reads keys, what shows under which key secrets are sealed, and whose corporates there are. */
export const lookAtKeys = async (
  { access, tenancy, webhookEndpoints }: Stores,
  { bankTenantId, corporateTenantId }: Tenant,
): Promise<void> => {
  const many = Array.from({ length: 100 }, (_, n) => String(n));
  await access.apiKeys(['api-key-1']);
  await access.apiKeys(many.map((n) => `api-key-${n}`));
  await access.uses(['1']);
  await access.uses(many);
  await access.someSecretKeys(20);
  await access.canary();
  await webhookEndpoints.some(20);
  await tenancy.tenantsOf([corporateTenantId]);
  await tenancy.corporatesOf(bankTenantId);
};
