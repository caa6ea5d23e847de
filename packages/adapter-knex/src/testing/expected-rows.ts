import { ARCHIVE_ROWS } from './expected-archive-rows.js';
import { ENGINE_ROWS } from './expected-engine-rows.js';
import { PAYOUT_ROWS } from './expected-payout-rows.js';
import { RECORD_ROWS } from './expected-record-rows.js';
import type { ExpectedTables } from './table-columns.js';

/**
 * The content of the tables once every field of the storage contract and one of each record is written: each value
 * under the name of its column. Two swapped columns show here, even if the reader swaps them, too.
 */
export const EXPECTED_ROWS: ExpectedTables = {
  ...ENGINE_ROWS,
  ...ARCHIVE_ROWS,
  ...RECORD_ROWS,
  payouts: PAYOUT_ROWS,
};
