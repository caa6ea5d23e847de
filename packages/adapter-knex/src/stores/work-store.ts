import type {
  Claim,
  DeferredWork,
  DutyName,
  HeldWork,
  NewWork,
  Work,
  WorkStore,
  WorkTally,
} from '@hundi/core';
import { bulk } from '../engine/bulk.js';
import { CHUNK_ROWS, chunks } from '../engine/chunks.js';
import { inserting, type Dialect } from '../engine/dialect.js';
import type { Session } from '../engine/session.js';
import { intOrNull, present, type Int } from './present.js';

const NEW = {
  subject: 'text',
  duty: 'text',
  bank_id: 'text',
  corporate_id: 'text',
  run_at: 'int',
  attempts: 'int',
  token: 'int',
} as const;
const HELD = { subject: 'text', token: 'int' } as const;
const DEFERRED = { ...HELD, duty: 'text', run_at: 'int' } as const;
const FAILED = { ...DEFERRED, failures: 'int' } as const;
const CLAIMED = { ...DEFERRED, attempts: 'int', marked_at: 'int' } as const;
const OURS = 't.subject = s.subject AND t.token = s.token';

interface WorkRow {
  readonly subject: string;
  readonly duty: DutyName;
  readonly bank_id: Work['tenant']['bankTenantId'];
  readonly corporate_id: Work['tenant']['corporateTenantId'];
  readonly run_at: Int;
  readonly attempts: Int;
  readonly failures: Int;
  readonly token: Int;
  readonly marked_at: Int | null;
}

/** Every unit takes subjects in this order, so that no two wait for each other; the last of a subject counts. */
const bySubject = <A extends Pick<Work, 'subject'>>(work: ReadonlyArray<A>): ReadonlyArray<A> =>
  [...new Map(work.map((item) => [item.subject, item])).values()].sort((a, b) =>
    a.subject < b.subject ? -1 : 1,
  );

/** The token of work that nobody holds: claims give out numbers from 1 on. */
const NOBODYS = 0;

const newCells = ({ subject, duty, tenant, runAt }: NewWork) => [
  subject,
  duty,
  tenant.bankTenantId,
  tenant.corporateTenantId,
  runAt,
  0,
  NOBODYS,
];

const heldCells = ({ subject, token }: HeldWork) => [subject, token];

const deferredCells = ({ subject, token, duty, runAt }: DeferredWork) => [
  subject,
  token,
  duty,
  runAt,
];

const failedCells = (work: DeferredWork & Pick<Work, 'failures'>) => [
  ...deferredCells(work),
  work.failures + 1,
];

const claimed = (
  row: WorkRow,
  { lapsesTo, now, leaseMs, mark: newMark }: Claim,
  token: number,
): Work => {
  const before = intOrNull(row.marked_at);
  const mark = newMark ?? before;
  return {
    duty: lapsesTo,
    subject: row.subject,
    tenant: { bankTenantId: row.bank_id, corporateTenantId: row.corporate_id },
    runAt: now + leaseMs,
    attempts: Number(row.attempts) + 1,
    failures: Number(row.failures),
    token,
    ...(mark === null ? {} : { markedAt: mark }),
    ...(newMark === undefined || before === null ? {} : { markedBefore: before }),
  };
};

const claimedCells = ({ subject, token, duty, runAt, attempts, markedAt }: Work) => [
  subject,
  token,
  duty,
  runAt,
  attempts,
  markedAt,
];

/** How work comes to be. */
const adding = (dialect: Dialect) => ({
  add: bulk(
    dialect,
    NEW,
    inserting(
      { table: 'work', columns: NEW },
      `ON CONFLICT (subject) DO UPDATE SET duty = excluded.duty, run_at = excluded.run_at,
          bank_id = excluded.bank_id, corporate_id = excluded.corporate_id,
          token = excluded.token`,
    ),
  ),
  wake: bulk(
    dialect,
    NEW,
    inserting(
      { table: 'work', columns: NEW },
      // The row is held even where the condition keeps it from being written.
      `ON CONFLICT (subject) DO UPDATE SET run_at = excluded.run_at
          WHERE work.duty = excluded.duty AND work.run_at > excluded.run_at`,
    ),
  ),
});

const statements = (dialect: Dialect) => {
  const work = { table: 'work', index: dialect.primaryOf('work') };
  const update = { ...work, key: ['subject'] };
  return {
    tokens: dialect.nextBlock('work_tokens', CHUNK_ROWS),
    lastToken: dialect.lastOfBlocks('work_tokens', CHUNK_ROWS),
    skipTokens: dialect.skipBlocks('work_tokens'),
    ...adding(dialect),
    due: `SELECT subject, duty, bank_id, corporate_id, run_at, attempts, failures, token, marked_at
      FROM work t ${dialect.using('work_due')} WHERE duty = ? AND run_at <= ?
      ORDER BY run_at, subject LIMIT ? ${dialect.holdFree}`,
    claim: bulk(
      dialect,
      CLAIMED,
      dialect.update({
        ...update,
        set: ['token', 'duty', 'run_at', 'attempts', 'marked_at'],
        where: 't.subject = s.subject',
      }),
    ),
    stillHeld: bulk(
      dialect,
      HELD,
      (s) => `SELECT t.subject FROM ${s} CROSS JOIN work t ${dialect.using(work.index)}
        WHERE ${OURS} ${dialect.hold}`,
    ),
    finish: bulk(dialect, HELD, dialect.remove({ ...update, where: OURS })),
    drop: bulk(
      dialect,
      { subject: 'text' },
      dialect.remove({ ...update, where: 't.subject = s.subject' }),
    ),
    defer: bulk(
      dialect,
      DEFERRED,
      dialect.update({ ...update, set: ['duty', 'run_at'], where: OURS }),
    ),
    fail: bulk(
      dialect,
      FAILED,
      dialect.update({ ...update, set: ['duty', 'run_at', 'failures'], where: OURS }),
    ),
    nextDue: `SELECT run_at FROM work ${dialect.using('work_due')} WHERE duty = ?
      ORDER BY run_at, subject LIMIT 1`,
    tally: `SELECT count(*) AS waiting, count(*) FILTER (WHERE run_at <= ?) AS due,
        count(*) FILTER (WHERE attempts = 0) AS untouched,
        min(run_at) AS first_at, min(marked_at) AS first_marked_at
      FROM (SELECT run_at, attempts, marked_at FROM work ${dialect.using('work_due')}
        WHERE duty = ? ORDER BY run_at, subject LIMIT ?) w`,
  };
};

interface TallyRow {
  readonly waiting: Int;
  readonly due: Int;
  readonly untouched: Int;
  readonly first_at: Int | null;
  readonly first_marked_at: Int | null;
}

const tallyOf = (row: TallyRow): WorkTally =>
  present<WorkTally>({
    waiting: Number(row.waiting),
    due: Number(row.due),
    untouched: Number(row.untouched),
    firstAt: intOrNull(row.first_at),
    firstMarkedAt: intOrNull(row.first_marked_at),
  });

type Statements = ReturnType<typeof statements>;

/**
 * The first of a chunk's tokens. Each is given out once in the life of the database: work that is
 * finished, added and claimed again never meets a token of its earlier life.
 */
const firstToken = async (sql: Statements, session: Session): Promise<number> => {
  const [row] = (await session.returning(sql.tokens)) as ReadonlyArray<{ readonly first: Int }>;
  return Number(row?.first);
};

const claimDue = async (
  sql: Statements,
  session: Session,
  claim: Claim,
): Promise<ReadonlyArray<Work>> => {
  // Writing, because it holds what it finds.
  const due = await session.returning(sql.due, [claim.duty, claim.now, claim.limit]);
  const work: Work[] = [];
  for (const chunk of chunks(due as ReadonlyArray<WorkRow>)) {
    const first = await firstToken(sql, session);
    const taken = chunk.map((row, i) => claimed(row, claim, first + i));
    await sql.claim.run(session, taken, claimedCells);
    work.push(...taken);
  }
  return work;
};

/** What is due: a small table, so that the big ones need no index on what changes. */
export const workStore = (dialect: Dialect): ((session: Session) => WorkStore) => {
  const sql = statements(dialect);

  return (session) => ({
    add: async (work) => {
      await sql.add.run(session, bySubject(work), newCells);
    },
    wake: async (work) => {
      await sql.wake.run(session, bySubject(work), newCells);
    },
    claim: (how) => claimDue(sql, session, how),
    held: async (work) => {
      const rows = await sql.stillHeld.all(session, bySubject(work).map(heldCells));
      return new Set((rows as ReadonlyArray<{ subject: string }>).map(({ subject }) => subject));
    },
    finish: async (work) => {
      await sql.finish.run(session, bySubject(work), heldCells);
    },
    drop: async (subjects) => {
      await sql.drop.run(session, [...new Set(subjects)].sort(), (subject) => [subject]);
    },
    defer: async (work) => {
      await sql.defer.run(session, bySubject(work), deferredCells);
    },
    fail: async (work) => {
      await sql.fail.run(session, bySubject(work), failedCells);
    },
    lastToken: async () => {
      const [row] = (await session.all(sql.lastToken)) as ReadonlyArray<{ readonly last: Int }>;
      return Number(row?.last);
    },
    skipTokens: async (beyond) => {
      await session.returning(sql.skipTokens, [beyond]);
    },
    nextDue: async (duty) => {
      const [row] = (await session.all(sql.nextDue, [duty])) as ReadonlyArray<{ run_at: Int }>;
      return row === undefined ? undefined : Number(row.run_at);
    },
    tally: async (duty, now, limit) => {
      const [row] = await session.all(sql.tally, [now, duty, limit]);
      return tallyOf(row as TallyRow);
    },
  });
};
