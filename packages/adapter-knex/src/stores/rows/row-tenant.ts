import type { Tenant } from '@hundi/core';
import type { Cell } from '../../engine/session.js';

let last = { bankTenantId: '', corporateTenantId: '' } as Tenant;

/** Whose row it is. Rows come by the thousand and mostly of one corporate: they share its object. */
export const tenantOf = (bankId: Cell, corporateId: Cell): Tenant => {
  if (last.bankTenantId !== bankId || last.corporateTenantId !== corporateId) {
    last = { bankTenantId: bankId, corporateTenantId: corporateId } as Tenant;
  }
  return last;
};
