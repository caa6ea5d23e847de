import type { Tenant } from '@hundi/core';

/** Names a tenant in one string: ids hold no spaces. */
export const tenantKey = ({ bankTenantId, corporateTenantId }: Tenant): string =>
  `${bankTenantId} ${corporateTenantId}`;

export const sameTenant = (a: Tenant, b: Tenant): boolean =>
  a.corporateTenantId === b.corporateTenantId && a.bankTenantId === b.bankTenantId;

/** Tables of each tenant's own, made when they are first asked for. */
export const perTenant = <T>(make: () => T): ((tenant: Tenant) => T) => tablesByTenant(make).of;

/** The same, and those of all tenants. */
export const tablesByTenant = <T>(make: () => T) => {
  const all = new Map<string, T>();
  const of = (tenant: Tenant): T => {
    const key = tenantKey(tenant);
    const known = all.get(key);
    if (known !== undefined) return known;
    const made = make();
    all.set(key, made);
    return made;
  };
  return { of, all: () => [...all.values()] };
};
