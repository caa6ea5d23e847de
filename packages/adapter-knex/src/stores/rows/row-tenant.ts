import type { Tenant } from '@hundi/core';

let last = { bankTenantId: '', corporateTenantId: '' } as Tenant;

/** The tenant of a row. Rows come by the thousand, mostly of one corporate: they share its object. */
export const tenantOf = (
  bankId: Tenant['bankTenantId'],
  corporateId: Tenant['corporateTenantId'],
): Tenant => {
  if (last.bankTenantId !== bankId || last.corporateTenantId !== corporateId) {
    last = { bankTenantId: bankId, corporateTenantId: corporateId };
  }
  return last;
};
