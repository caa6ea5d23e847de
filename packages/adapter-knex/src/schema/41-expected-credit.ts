import type { SchemaWords } from '../engine/dialect.js';

/** When the payee is expected to have the money, by the calendar of the bank. */
export const expectedCredit = ({ int }: SchemaWords): ReadonlyArray<string> => [
  `ALTER TABLE payouts ADD COLUMN expected_credit_at ${int}`,
];
