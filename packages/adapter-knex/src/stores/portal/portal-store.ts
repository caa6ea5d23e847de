import { stored } from '@hundi/core/wire';
import {
  LoginChallenge,
  type GivenFactor,
  type KeptUpload,
  type PortalSession,
  type PortalStore,
  type TriedChallenge,
} from '@hundi/core/storage';
import { bulk } from '../../engine/bulk.js';
import { int, rowsOf, text } from '../../engine/described.js';
import type { Dialect } from '../../engine/dialect.js';
import { insertingOne, named } from '../../engine/named.js';
import type { Rows, Session } from '../../engine/session.js';
import { Stale } from '../../engine/stale.js';
import { OWNED, OWNER } from '../rows/owner.js';
import { intOrNull, present, type Int } from '../rows/present.js';
import { recordsOf } from '../rows/small-records.js';

interface ChallengeRow {
  readonly record: string;
  readonly tries: Int;
  readonly used_at: Int | null;
}

const CHALLENGE = rowsOf<LoginChallenge>()({
  challenge_id: text(({ challengeId }) => challengeId),
  address_key: text(({ addressKey }) => addressKey),
  sequence: int(({ sequence }) => sequence),
  expires_at: int(({ expiresAt }) => expiresAt),
  record: text((challenge) => JSON.stringify(LoginChallenge.encode(challenge))),
});

const SESSION = rowsOf<PortalSession>()({
  session_id: text(({ sessionId }) => sessionId),
  corporate_id: text(({ tenant }) => tenant.corporateTenantId),
  bank_id: text(({ tenant }) => tenant.bankTenantId),
  user_id: text(({ userId }) => userId),
  token_digest: text(({ tokenDigest }) => tokenDigest),
  created_at: int(({ createdAt }) => createdAt),
  expires_at: int(({ expiresAt }) => expiresAt),
  used_at: int(({ usedAt }) => usedAt),
  confirmed_at: int(({ confirmedAt }) => confirmedAt),
  factor_at: int(({ factor }) => factor?.at),
  factor_kind: text(({ factor }) => factor?.kind),
  factor_seal: text(({ factor }) => factor?.seal),
  only_enrols: int(({ onlyEnrols }) => (onlyEnrols === true ? 1 : undefined)),
});
const FOUND = SESSION.select(SESSION.names);

const UPLOAD = rowsOf<KeptUpload>()({
  upload_id: text(({ uploadId }) => uploadId),
  corporate_id: text(({ tenant }) => tenant.corporateTenantId),
  bank_id: text(({ tenant }) => tenant.bankTenantId),
  user_id: text(({ userId }) => userId),
  expires_at: int(({ expiresAt }) => expiresAt),
  content: text(({ content }) => content),
});
const FOUND_UPLOAD = UPLOAD.select(UPLOAD.names);

const challengesOf = (rows: Rows): ReadonlyArray<TriedChallenge> =>
  (rows as ReadonlyArray<ChallengeRow>).map(({ record, tries, used_at }) =>
    present<TriedChallenge>({
      challenge: stored(LoginChallenge, record),
      tries: Number(tries),
      usedAt: intOrNull(used_at),
    }),
  );

/** An older program notes no seal: such a factor is not there. */
const givenIn = (row: ReturnType<typeof FOUND.rows>[number]): GivenFactor | null =>
  row.factor_at === null || row.factor_kind === null || row.factor_seal === null
    ? null
    : {
        at: Number(row.factor_at),
        kind: row.factor_kind,
        seal: row.factor_seal,
      };

const sessionsOf = (rows: Rows): ReadonlyArray<PortalSession> =>
  FOUND.rows(rows).map((row) =>
    present<PortalSession>({
      sessionId: row.session_id,
      tenant: { bankTenantId: row.bank_id, corporateTenantId: row.corporate_id },
      userId: row.user_id,
      tokenDigest: row.token_digest,
      createdAt: Number(row.created_at),
      expiresAt: Number(row.expires_at),
      // One that is older than these columns has nothing there.
      usedAt: intOrNull(row.used_at) ?? Number(row.created_at),
      confirmedAt: intOrNull(row.confirmed_at) ?? Number(row.created_at),
      factor: givenIn(row),
      onlyEnrols: row.only_enrols === null ? null : true,
    }),
  );

interface IdRow {
  readonly id: string;
}

/** Removes rows of one table by their ids. */
const removing = (dialect: Dialect, table: string, id: string) => {
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
  return async (session: Session, found: Rows): Promise<void> => {
    const rows = found as ReadonlyArray<IdRow>;
    if (rows.length > 0) await remove.run(session, rows, (row) => [row.id]);
  };
};

/** Removes what expired from one table, the oldest first. */
const forgetting = (dialect: Dialect, table: string, id: string) => {
  const expired = named(`SELECT t.${id} AS id FROM ${table} t ${dialect.using(`${table}_expiry`)}
    WHERE t.expires_at <= :before ORDER BY t.expires_at, t.${id} LIMIT :limit ${dialect.holdFree}`);
  const remove = removing(dialect, table, id);
  return async (session: Session, before: number, limit: number): Promise<void> => {
    await remove(session, await expired.all(session, { before, limit }));
  };
};

const TRIED = 'SELECT record, tries, used_at FROM login_challenges';

const challengeStatements = (dialect: Dialect) => ({
  latest: named(`${TRIED} ${dialect.using('login_challenges_of')}
    WHERE address_key = :address_key ORDER BY sequence DESC LIMIT :limit`),
  find: named(`${TRIED} WHERE challenge_id = :challenge_id`),
  add: named(`${insertingOne('login_challenges', CHALLENGE.names, { tries: '0' })}
    ON CONFLICT (address_key, sequence) DO NOTHING`),
  countTry: named(`UPDATE login_challenges SET tries = tries + 1
    WHERE challenge_id = :challenge_id AND tries < :max AND used_at IS NULL
      AND expires_at > :now RETURNING record`),
  use: named(`UPDATE login_challenges SET used_at = :at
    WHERE challenge_id = :challenge_id AND used_at IS NULL`),
});

const challengesIn = (
  session: Session,
  sql: ReturnType<typeof challengeStatements>,
): Pick<
  PortalStore,
  'latestChallenges' | 'addChallenge' | 'challenge' | 'countTry' | 'useChallenge'
> => ({
  latestChallenges: async (addressKey, limit) =>
    challengesOf(await sql.latest.all(session, { address_key: addressKey, limit })),
  addChallenge: async (challenge) => {
    if ((await sql.add.run(session, CHALLENGE.values(challenge))) === 0)
      throw new Stale('another code was asked for by the same address');
  },
  challenge: async (challengeId) =>
    challengesOf(await sql.find.all(session, { challenge_id: challengeId }))[0],
  countTry: async (challengeId, max, now) => {
    const values = { challenge_id: challengeId, max, now };
    return recordsOf(LoginChallenge, await sql.countTry.returning(session, values))[0];
  },
  useChallenge: async (challengeId, at) =>
    (await sql.use.run(session, { challenge_id: challengeId, at })) === 1,
});

const sessionStatements = (dialect: Dialect) => ({
  add: named(insertingOne('portal_sessions', SESSION.names)),
  find: named(`SELECT ${FOUND.list()} FROM portal_sessions WHERE session_id = :session_id`),
  of: named(`SELECT ${FOUND.list()} FROM portal_sessions ${dialect.using('portal_sessions_of')}
    WHERE corporate_id = :corporate_id AND user_id = :user_id AND bank_id = :bank_id
    ORDER BY session_id`),
  noteUse: named(`UPDATE portal_sessions SET used_at = :at
    WHERE session_id = :session_id AND (used_at IS NULL OR used_at < :at)`),
  noteFactor: named(`UPDATE portal_sessions
    SET factor_at = :at, factor_kind = :kind, factor_seal = :seal
    WHERE session_id = :session_id`),
  confirm: named(`UPDATE portal_sessions SET confirmed_at = :at WHERE session_id = :session_id`),
  end: named(`DELETE FROM portal_sessions WHERE session_id = :session_id`),
});

const THEIRS = `${OWNED} AND user_id = :user_id`;

const uploadStatements = (dialect: Dialect) => ({
  add: named(insertingOne('kept_uploads', UPLOAD.names)),
  find: named(`SELECT ${FOUND_UPLOAD.list()} FROM kept_uploads
    WHERE upload_id = :upload_id AND ${THEIRS}`),
  // A person never has more than a few: the limit is what both databases want before an offset.
  others: named(`SELECT upload_id AS id FROM kept_uploads ${dialect.using('kept_uploads_of')}
    WHERE ${THEIRS} ORDER BY expires_at DESC, upload_id DESC LIMIT 1000 OFFSET :others`),
  remove: removing(dialect, 'kept_uploads', 'upload_id'),
});

const uploadsIn = (
  session: Session,
  sql: ReturnType<typeof uploadStatements>,
): Pick<PortalStore, 'keepUpload' | 'upload'> => ({
  keepUpload: async (upload, most) => {
    const theirs = { ...OWNER.values(upload.tenant), user_id: upload.userId };
    await sql.remove(session, await sql.others.all(session, { ...theirs, others: most - 1 }));
    await sql.add.run(session, UPLOAD.values(upload));
  },
  upload: async (tenant, userId, uploadId) => {
    const values = { ...OWNER.values(tenant), user_id: userId, upload_id: uploadId };
    const [row] = FOUND_UPLOAD.rows(await sql.find.all(session, values));
    return (
      row && {
        uploadId: row.upload_id,
        tenant,
        userId,
        expiresAt: Number(row.expires_at),
        content: row.content,
      }
    );
  },
});

/** Logins, sessions and files: what is counted and searched in columns, the rest of a challenge in its record. */
export const portalStore = (dialect: Dialect): ((session: Session) => PortalStore) => {
  const challenges = challengeStatements(dialect);
  const sql = sessionStatements(dialect);
  const uploads = uploadStatements(dialect);
  const forgetChallenges = forgetting(dialect, 'login_challenges', 'challenge_id');
  const forgetSessions = forgetting(dialect, 'portal_sessions', 'session_id');
  const forgetUploads = forgetting(dialect, 'kept_uploads', 'upload_id');

  return (session) => ({
    ...challengesIn(session, challenges),
    ...uploadsIn(session, uploads),
    addSession: async (opened) => {
      await sql.add.run(session, SESSION.values(opened));
    },
    sessionsOf: async (tenant, userId) => {
      const values = { ...OWNER.values(tenant), user_id: userId };
      return sessionsOf(await sql.of.all(session, values));
    },
    noteSessionUses: async (uses) => {
      // Session by session, in one order everywhere, so that no two units wait for each other.
      const inOrder = [...uses].sort((a, b) => (a.sessionId < b.sessionId ? -1 : 1));
      for (const { sessionId, usedAt } of inOrder)
        await sql.noteUse.run(session, { session_id: sessionId, at: usedAt });
    },
    confirmSession: async (sessionId, at) => {
      await sql.confirm.run(session, { session_id: sessionId, at });
    },
    noteFactor: async (sessionId, given) => {
      await sql.noteFactor.run(session, { session_id: sessionId, ...given });
    },
    session: async (sessionId) =>
      sessionsOf(await sql.find.all(session, { session_id: sessionId }))[0],
    endSession: async (sessionId) => (await sql.end.run(session, { session_id: sessionId })) === 1,
    forgetExpired: async (before, limit) => {
      await forgetChallenges(session, before.challenges, limit);
      await forgetSessions(session, before.sessions, limit);
      await forgetUploads(session, before.uploads, limit);
    },
  });
};
