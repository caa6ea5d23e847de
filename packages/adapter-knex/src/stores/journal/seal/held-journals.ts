import type { Tenant } from '@hundi/core';
import type { HeldJournal } from '@hundi/core/storage';
import type { Rows } from '../../../engine/session.js';
import { FOUND_HEAD, headOf } from './seal-columns.js';

/** Claimed journals. */
export const heldOf = (rows: Rows): ReadonlyArray<HeldJournal> =>
  FOUND_HEAD.rows(rows).map((row) => ({
    tenant: { bankTenantId: row.bank_id, corporateTenantId: row.corporate_id },
    token: Number(row.token),
    failures: Number(row.failures),
    head: headOf(row),
  }));

/** Every unit takes journals in this order, so that no two wait for each other. */
export const byCorporate = (a: Tenant, b: Tenant): number =>
  a.corporateTenantId < b.corporateTenantId ? -1 : 1;
