import type { Tenant } from '@hundi/core';
import { rowsOf, text } from '../../engine/described.js';

/** The owner of a row. */
export const OWNER = rowsOf<Tenant>()({
  corporate_id: text(({ corporateTenantId }) => corporateTenantId),
  bank_id: text(({ bankTenantId }) => bankTenantId),
});

/** A condition: the row is the owner's. */
export const OWNED = 'corporate_id = :corporate_id AND bank_id = :bank_id';
