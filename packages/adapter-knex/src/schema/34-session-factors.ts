import type { SchemaWords } from '../engine/dialect.js';

/**
 * When a session was last given a second factor, and whether it opens nothing but the enrolment of one. Not additive: an
 * older program would open everything to such a session.
 */
export const sessionFactors = ({ int }: SchemaWords): ReadonlyArray<string> => [
  `ALTER TABLE portal_sessions ADD COLUMN factor_at ${int}`,
  `ALTER TABLE portal_sessions ADD COLUMN only_enrols ${int}`,
];
