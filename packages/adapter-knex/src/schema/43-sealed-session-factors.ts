import type { SchemaWords } from '../engine/dialect.js';

/** Which factor a session was last given, and the seal of it. One without is asked for again. */
export const sealedSessionFactors = ({ text }: SchemaWords): ReadonlyArray<string> => [
  `ALTER TABLE portal_sessions ADD COLUMN factor_kind ${text}`,
  `ALTER TABLE portal_sessions ADD COLUMN factor_seal ${text}`,
];
