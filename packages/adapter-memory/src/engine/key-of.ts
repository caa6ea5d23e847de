import type { Tenant } from '@hundi/core';

/** The key of something of a tenant. Ids of tenants hold no spaces. */
export const keyOf = ({ bankTenantId, corporateTenantId }: Tenant, id: string): string =>
  `${bankTenantId} ${corporateTenantId} ${id}`;
