import type { SchemaWords } from '../engine/dialect.js';

/** What a payment is for, as its maker asks, and what the bank is told of it beside amount and accounts. */
export const orderDetails = ({ text }: SchemaWords): ReadonlyArray<string> => [
  `ALTER TABLE payouts ADD COLUMN requested_purpose ${text}`,
  `ALTER TABLE payouts ADD COLUMN order_details ${text}`,
];
