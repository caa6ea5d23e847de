import type { SchemaWords } from '../engine/dialect.js';

/** Payout checkout sessions, and how often their makers typed wrong codes. */
export const payoutCheckout = ({ text, int, end }: SchemaWords): ReadonlyArray<string> => [
  `CREATE TABLE payout_checkouts (
    session_id ${text} NOT NULL, corporate_id ${text} NOT NULL, bank_id ${text} NOT NULL,
    status ${text} NOT NULL, revision ${int} NOT NULL,
    code_number ${int} NOT NULL, tries ${int} NOT NULL, record ${text} NOT NULL,
    PRIMARY KEY (session_id)
  ) ${end}`,
  // One row for each maker: the last day on which they typed a code.
  `CREATE TABLE payout_code_failures (
    corporate_id ${text} NOT NULL, bank_id ${text} NOT NULL, user_id ${text} NOT NULL,
    day ${text} NOT NULL, failures ${int} NOT NULL,
    PRIMARY KEY (corporate_id, bank_id, user_id)
  ) ${end}`,
];
