import { groupBy } from '../flow/group.js';
import type { BankTenantId, CorporateTenantId } from './ids.js';

/**
 * The owner of data: a corporate customer of the bank that runs the engine. Resolved from the key and never
 * taken from a request (§5); the first parameter of every store method.
 */
export interface Tenant {
  readonly bankTenantId: BankTenantId;
  readonly corporateTenantId: CorporateTenantId;
}

/** The corporate whose record this is. */
export const tenantOf = ({ bankTenantId, corporateTenantId }: Tenant): Tenant => ({
  bankTenantId,
  corporateTenantId,
});

/** Whether two of them are one corporate. */
export const isSameTenant = (a: Tenant, b: Tenant): boolean =>
  a.bankTenantId === b.bankTenantId && a.corporateTenantId === b.corporateTenantId;

/** The key of a corporate in a map. Ids hold no spaces. */
export const nameOfTenant = ({ bankTenantId, corporateTenantId }: Tenant): string =>
  `${bankTenantId} ${corporateTenantId}`;

/**
 * The items of each corporate, in the order in which they came, with that corporate. Every unit of work takes corporates
 * in the same order, so that no two wait for each other.
 */
export const byTenant = <A extends { readonly tenant: Tenant }>(
  items: Iterable<A>,
): ReadonlyArray<readonly [Tenant, ReadonlyArray<A>]> =>
  [...groupBy(items, ({ tenant }) => nameOfTenant(tenant))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, group]) => [(group[0] as A).tenant, group] as const);
