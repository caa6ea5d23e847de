import type { SchemaWords } from '../engine/dialect.js';

/** What shows under which key the secrets of this database are sealed: one row, once it was asked for. */
export const sealerCanary = ({ text, int, endNarrow }: SchemaWords): ReadonlyArray<string> => [
  `CREATE TABLE sealer_canary (one ${int} NOT NULL, sealed ${text} NOT NULL, PRIMARY KEY (one)) ${endNarrow}`,
];
