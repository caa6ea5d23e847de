import type { Tenant } from '@hundi/core';
import { rowsOf, text } from '../../engine/described.js';

/** Whose a row is. */
export const OWNER = rowsOf<Tenant>()({
  corporate_id: text(({ corporateTenantId }) => corporateTenantId),
  bank_id: text(({ bankTenantId }) => bankTenantId),
});
