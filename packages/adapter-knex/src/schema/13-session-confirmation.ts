import type { SchemaWords } from '../engine/dialect.js';

/** When a session was last used and last confirmed by a code: NULL until then, when it was opened. */
export const sessionConfirmation = ({ int }: SchemaWords): ReadonlyArray<string> => [
  `ALTER TABLE portal_sessions ADD COLUMN used_at ${int}`,
  `ALTER TABLE portal_sessions ADD COLUMN confirmed_at ${int}`,
  `CREATE INDEX portal_sessions_of ON portal_sessions (corporate_id, user_id, session_id)`,
];
