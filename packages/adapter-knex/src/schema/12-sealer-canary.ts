import type { SchemaWords } from '../engine/dialect.js';

/**
 * The canary that shows under which key the secrets of this database are sealed: one row, from the first check on.
 */
export const sealerCanary = ({ text, int, endNarrow }: SchemaWords): ReadonlyArray<string> => [
  `CREATE TABLE sealer_canary (one ${int} NOT NULL, sealed ${text} NOT NULL, PRIMARY KEY (one)) ${endNarrow}`,
];
