import type { SchemaWords } from '../engine/dialect.js';

/** The key of each job, and what the journal records besides: NULL for people, and for all earlier rows. */
export const viaKeys = ({ text }: SchemaWords): ReadonlyArray<string> => [
  `ALTER TABLE jobs ADD COLUMN via_key ${text}`,
  `ALTER TABLE journal ADD COLUMN via_key ${text}`,
];
