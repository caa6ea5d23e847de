import type { BankTenantId, CorporateTenantId } from './ids.js';

/**
 * Whose data: the bank that runs the engine and its corporate customer. Resolved from the key and never
 * taken from a request (§5); the first parameter of every store method.
 */
export interface Tenant {
  readonly bankTenantId: BankTenantId;
  readonly corporateTenantId: CorporateTenantId;
}
