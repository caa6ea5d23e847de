import type { SchemaWords } from '../engine/dialect.js';

/** How many payment links were mailed in a day to each recipient (a digest), and by each corporate in all. */
export const linkMailLimits = ({ text, must, endKeyed }: SchemaWords): ReadonlyArray<string> => [
  `CREATE TABLE link_mails (
    corporate_id ${text} NOT NULL, bank_id ${text} NOT NULL, whom ${text} NOT NULL,
    day ${must.int}, mails ${must.int},
    PRIMARY KEY (corporate_id, bank_id, whom)
  ) ${endKeyed}`,
];
