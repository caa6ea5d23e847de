import { stored } from '@hundi/core';
import {
  LoginChallenge,
  type PortalSession,
  type PortalStore,
  type TriedChallenge,
} from '@hundi/core/storage';
import { bulk } from '../../engine/bulk.js';
import type { Dialect } from '../../engine/dialect.js';
import type { Rows, Session } from '../../engine/session.js';
import { Stale } from '../../engine/stale.js';
import { intOrNull, present, type Int } from '../rows/present.js';
import { recordsOf } from '../rows/small-records.js';

interface ChallengeRow {
  readonly record: string;
  readonly tries: Int;
  readonly used_at: Int | null;
}

interface SessionRow {
  readonly session_id: string;
  readonly corporate_id: PortalSession['tenant']['corporateTenantId'];
  readonly bank_id: PortalSession['tenant']['bankTenantId'];
  readonly user_id: PortalSession['userId'];
  readonly token_digest: string;
  readonly created_at: Int;
  readonly expires_at: Int;
  readonly used_at: Int | null;
  readonly confirmed_at: Int | null;
}

const challengesOf = (rows: Rows): ReadonlyArray<TriedChallenge> =>
  (rows as ReadonlyArray<ChallengeRow>).map(({ record, tries, used_at }) =>
    present<TriedChallenge>({
      challenge: stored(LoginChallenge, record),
      tries: Number(tries),
      usedAt: intOrNull(used_at),
    }),
  );

const sessionsOf = (rows: Rows): ReadonlyArray<PortalSession> =>
  (rows as ReadonlyArray<SessionRow>).map((row) => ({
    sessionId: row.session_id,
    tenant: { bankTenantId: row.bank_id, corporateTenantId: row.corporate_id },
    userId: row.user_id,
    tokenDigest: row.token_digest,
    createdAt: Number(row.created_at),
    expiresAt: Number(row.expires_at),
    usedAt: Number(row.used_at ?? row.created_at),
    confirmedAt: Number(row.confirmed_at ?? row.created_at),
  }));

/** Removes what expired from one table, the oldest first. */
const forgetting = (dialect: Dialect, table: string, id: string) => {
  const expired = `SELECT t.${id} AS id FROM ${table} t ${dialect.using(`${table}_expiry`)}
    WHERE t.expires_at <= ? ORDER BY t.expires_at, t.${id} LIMIT ? ${dialect.holdFree}`;
  const remove = bulk(
    dialect,
    { [id]: 'text' },
    dialect.remove({
      table,
      index: dialect.primaryOf(table),
      key: [id],
      where: `t.${id} = s.${id}`,
    }),
  );
  return async (session: Session, before: number, limit: number): Promise<void> => {
    const rows = (await session.all(expired, [before, limit])) as ReadonlyArray<{
      readonly id: string;
    }>;
    if (rows.length > 0) await remove.run(session, rows, (row) => [row.id]);
  };
};

const CHALLENGE = 'SELECT record, tries, used_at FROM login_challenges';

const statements = (dialect: Dialect) => ({
  latest: `${CHALLENGE} ${dialect.using('login_challenges_of')}
    WHERE address_key = ? ORDER BY sequence DESC LIMIT ?`,
  find: `${CHALLENGE} WHERE challenge_id = ?`,
  add: `INSERT INTO login_challenges
    (challenge_id, address_key, sequence, expires_at, tries, record) VALUES (?, ?, ?, ?, 0, ?)
    ON CONFLICT (address_key, sequence) DO NOTHING`,
  countTry: `UPDATE login_challenges SET tries = tries + 1
    WHERE challenge_id = ? AND tries < ? AND used_at IS NULL AND expires_at > ? RETURNING record`,
  use: 'UPDATE login_challenges SET used_at = ? WHERE challenge_id = ? AND used_at IS NULL',
  addSession: `INSERT INTO portal_sessions
    (session_id, corporate_id, bank_id, user_id, token_digest,
      created_at, expires_at, used_at, confirmed_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  session: 'SELECT * FROM portal_sessions WHERE session_id = ?',
  sessionsOf: `SELECT * FROM portal_sessions ${dialect.using('portal_sessions_of')}
    WHERE corporate_id = ? AND user_id = ? AND bank_id = ? ORDER BY session_id`,
  noteUse: `UPDATE portal_sessions SET used_at = ?
    WHERE session_id = ? AND (used_at IS NULL OR used_at < ?)`,
  confirmSession: 'UPDATE portal_sessions SET confirmed_at = ? WHERE session_id = ?',
  endSession: 'DELETE FROM portal_sessions WHERE session_id = ?',
});

const challengesIn = (
  session: Session,
  sql: ReturnType<typeof statements>,
): Pick<
  PortalStore,
  'latestChallenges' | 'addChallenge' | 'challenge' | 'countTry' | 'useChallenge'
> => ({
  latestChallenges: async (addressKey, limit) =>
    challengesOf(await session.all(sql.latest, [addressKey, limit])),
  addChallenge: async (challenge) => {
    const added = await session.run(sql.add, [
      challenge.challengeId,
      challenge.addressKey,
      challenge.sequence,
      challenge.expiresAt,
      JSON.stringify(LoginChallenge.encode(challenge)),
    ]);
    if (added === 0) throw new Stale('another code was asked for by the same address');
  },
  challenge: async (challengeId) => challengesOf(await session.all(sql.find, [challengeId]))[0],
  countTry: async (challengeId, triesMax, now) =>
    recordsOf(
      LoginChallenge,
      await session.returning(sql.countTry, [challengeId, triesMax, now]),
    )[0],
  useChallenge: async (challengeId, at) => (await session.run(sql.use, [at, challengeId])) === 1,
});

/** Logins and sessions: what is counted and searched in columns, the rest of a challenge in its record. */
export const portalStore = (dialect: Dialect): ((session: Session) => PortalStore) => {
  const sql = statements(dialect);
  const forgetChallenges = forgetting(dialect, 'login_challenges', 'challenge_id');
  const forgetSessions = forgetting(dialect, 'portal_sessions', 'session_id');

  return (session) => ({
    ...challengesIn(session, sql),
    addSession: async ({ sessionId, tenant, userId, tokenDigest, ...times }) => {
      const { corporateTenantId, bankTenantId } = tenant;
      await session.run(sql.addSession, [
        ...[sessionId, corporateTenantId, bankTenantId, userId, tokenDigest],
        ...[times.createdAt, times.expiresAt, times.usedAt, times.confirmedAt],
      ]);
    },
    sessionsOf: async ({ corporateTenantId, bankTenantId }, userId) =>
      sessionsOf(await session.all(sql.sessionsOf, [corporateTenantId, userId, bankTenantId])),
    noteSessionUses: async (uses) => {
      // Session by session, in one order everywhere, so that no two units wait for each other.
      const inOrder = [...uses].sort((a, b) => (a.sessionId < b.sessionId ? -1 : 1));
      for (const { sessionId, usedAt } of inOrder)
        await session.run(sql.noteUse, [usedAt, sessionId, usedAt]);
    },
    confirmSession: async (sessionId, at) => {
      await session.run(sql.confirmSession, [at, sessionId]);
    },
    session: async (sessionId) => sessionsOf(await session.all(sql.session, [sessionId]))[0],
    endSession: async (sessionId) => (await session.run(sql.endSession, [sessionId])) === 1,
    forgetExpired: async ({ challenges, sessions }, limit) => {
      await forgetChallenges(session, challenges, limit);
      await forgetSessions(session, sessions, limit);
    },
  });
};
