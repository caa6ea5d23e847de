import type { SchemaWords } from '../engine/dialect.js';

/**
 * People list jobs by package, and find payouts by what the bank calls them. The payouts' indexes hold only what the bank
 * has named: a payout's row is written anew in each index once, when it gets its name, and not with any other change.
 */
export const whatPeopleLookFor = ({ text }: SchemaWords): ReadonlyArray<string> => [
  `ALTER TABLE jobs ADD COLUMN package_codes ${text}`,
  `CREATE INDEX payouts_by_utr ON payouts (corporate_id, utr, payout_id) WHERE utr IS NOT NULL`,
  `CREATE INDEX payouts_by_bank_reference ON payouts (corporate_id, bank_reference, payout_id)
    WHERE bank_reference IS NOT NULL`,
];
