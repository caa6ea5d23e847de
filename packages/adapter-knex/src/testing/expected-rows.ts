import { ENGINE_ROWS } from './expected-engine-rows.js';
import { PAYOUT_ROWS } from './expected-payout-rows.js';
import { RECORD_ROWS } from './expected-record-rows.js';
import type { ExpectedTables } from './table-columns.js';

/**
 * What the tables hold once every field of the storage contract and one of each record was written: each value
 * under the name of its column. A column that changes places with another one is seen here, whatever reads it.
 */
export const EXPECTED_ROWS: ExpectedTables = {
  ...ENGINE_ROWS,
  ...RECORD_ROWS,
  payouts: PAYOUT_ROWS,
};
