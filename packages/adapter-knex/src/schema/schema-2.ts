import type { SchemaWords } from '../engine/dialect.js';

/** What the whole partner API asks for beyond batches. */
export const schema2 = ({ text, int, uuid, endNarrow }: SchemaWords): ReadonlyArray<string> => [
  // What a report's search finds payouts by. Filled behind the intake, a job at a time: an index on payouts
  // that scatters their rows by payee would double what it costs to take a batch in.
  `CREATE TABLE payout_terms (
    corporate_id ${text} NOT NULL, term ${text} NOT NULL, payout_id ${uuid} NOT NULL,
    PRIMARY KEY (corporate_id, term, payout_id)
  ) ${endNarrow}`,
  // Apart from the key's record, so that a use never overwrites a revocation.
  `CREATE TABLE api_key_use (
    key_id ${text} NOT NULL, used_at ${int} NOT NULL, PRIMARY KEY (key_id)
  ) ${endNarrow}`,
  `ALTER TABLE jobs ADD COLUMN traceparent ${text}`,
];
