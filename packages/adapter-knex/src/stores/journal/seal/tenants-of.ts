import type { Tenant } from '@hundi/core';
import type { Rows } from '../../../engine/session.js';

interface TenantRow {
  readonly corporate_id: Tenant['corporateTenantId'];
  readonly bank_id: Tenant['bankTenantId'];
}

/** The tenants that rows name. */
export const tenantsOf = (rows: Rows): ReadonlyArray<Tenant> =>
  (rows as ReadonlyArray<TenantRow>).map((row) => ({
    bankTenantId: row.bank_id,
    corporateTenantId: row.corporate_id,
  }));
