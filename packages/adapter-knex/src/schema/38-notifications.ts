import type { SchemaWords } from '../engine/dialect.js';

/** What each person wants to be mailed of and has been told, and how far each corporate was looked at for more. */
export const notifications = ({ text, int, endChanging }: SchemaWords): ReadonlyArray<string> => [
  `CREATE TABLE notification_looks (
    corporate_id ${text} NOT NULL, bank_id ${text} NOT NULL, position ${int} NOT NULL,
    ordinal ${int}, looked_at ${int} NOT NULL,
    PRIMARY KEY (corporate_id, bank_id)
  ) ${endChanging}`,
  `CREATE TABLE person_notifications (
    corporate_id ${text} NOT NULL, bank_id ${text} NOT NULL, user_id ${text} NOT NULL,
    revision ${int} NOT NULL, record ${text} NOT NULL,
    PRIMARY KEY (corporate_id, bank_id, user_id)
  ) ${endChanging}`,
];
