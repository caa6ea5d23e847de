import type { Tenant } from '@hundi/core';
import type { Stores } from '@hundi/core/storage';

/** Reads keys, what shows under which key secrets are sealed, and whose corporates there are. */
export const lookAtKeys = async (
  { access, idempotency, sealedRecords, tenancy, webhookEndpoints }: Stores,
  { bankTenantId, corporateTenantId }: Tenant,
): Promise<void> => {
  const many = Array.from({ length: 100 }, (_, n) => String(n));
  await access.apiKeys(['api-key-1']);
  await access.apiKeys(many.map((n) => `api-key-${n}`));
  await access.uses(['1']);
  await access.uses(many);
  await access.someSecretKeys(20);
  await access.canaries();
  await webhookEndpoints.some(20);
  await sealedRecords.page('checkout_session', 100, 'cs_1');
  await sealedRecords.page('payment_link', 100, 'pl_1');
  const tenant = { bankTenantId, corporateTenantId };
  const which = { outcomes: ['enveloped'], routes: ['POST /v1/checkout/sessions'] };
  await idempotency.sealed(which, 1_000, { tenant, route: 'r', key: 'k' });
  await tenancy.tenantsOf([corporateTenantId]);
  await tenancy.corporatesOf(bankTenantId);
};
