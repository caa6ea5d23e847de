import type { SchemaWords } from '../engine/dialect.js';

/** By which key a job came, and what the journal tells of otherwise: NULL for people, and for all before. */
export const viaKeys = ({ text }: SchemaWords): ReadonlyArray<string> => [
  `ALTER TABLE jobs ADD COLUMN via_key ${text}`,
  `ALTER TABLE journal ADD COLUMN via_key ${text}`,
];
