import type { SchemaWords } from '../engine/dialect.js';

/** The tables of logins: people's addresses, the codes that were mailed to them, their sessions. */
export const portalLogins = ({ text, int, end, member }: SchemaWords): ReadonlyArray<string> => [
  `ALTER TABLE users ADD COLUMN email ${text} NOT NULL DEFAULT ''`,
  `UPDATE users SET email = lower(coalesce(${member('record', 'email')}, ''))`,
  `CREATE INDEX users_by_email ON users (email, corporate_id, id)`,
  `CREATE TABLE login_challenges (
    challenge_id ${text} NOT NULL, address_key ${text} NOT NULL, sequence ${int} NOT NULL,
    expires_at ${int} NOT NULL, tries ${int} NOT NULL, used_at ${int}, record ${text} NOT NULL,
    PRIMARY KEY (challenge_id)
  ) ${end}`,
  // If two codes for one address are requested at once, the second conflicts with the first here.
  `CREATE UNIQUE INDEX login_challenges_of ON login_challenges (address_key, sequence)`,
  `CREATE INDEX login_challenges_expiry ON login_challenges (expires_at, challenge_id)`,
  `CREATE TABLE portal_sessions (
    session_id ${text} NOT NULL, corporate_id ${text} NOT NULL, bank_id ${text} NOT NULL,
    user_id ${text} NOT NULL, token_digest ${text} NOT NULL,
    created_at ${int} NOT NULL, expires_at ${int} NOT NULL,
    PRIMARY KEY (session_id)
  ) ${end}`,
  `CREATE INDEX portal_sessions_expiry ON portal_sessions (expires_at, session_id)`,
];
