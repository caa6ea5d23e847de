import type { SchemaWords } from '../engine/dialect.js';

/** How many codes were mailed to each maker of payout checkouts since their hour began, and not used. */
export const makerCodeLimits = ({ text, must, endKeyed }: SchemaWords): ReadonlyArray<string> => [
  `CREATE TABLE payout_code_mails (
    corporate_id ${text} NOT NULL, bank_id ${text} NOT NULL, user_id ${text} NOT NULL,
    since ${must.int}, codes ${must.int},
    PRIMARY KEY (corporate_id, bank_id, user_id)
  ) ${endKeyed}`,
];
