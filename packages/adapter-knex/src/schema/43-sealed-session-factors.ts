import type { SchemaWords } from '../engine/dialect.js';

/**
 * Which factor a session was last given, and the seal of it: one without is asked for again. The digests that a person
 * signed for a job of 20,000 are a megabyte and a half of hashes, which PostgreSQL took 30 ms to compress.
 */
export const sealedSessionFactors = ({ text, bulky }: SchemaWords): ReadonlyArray<string> => [
  `ALTER TABLE portal_sessions ADD COLUMN factor_kind ${text}`,
  `ALTER TABLE portal_sessions ADD COLUMN factor_seal ${text}`,
  ...bulky('approval_signatures', 'record'),
];
