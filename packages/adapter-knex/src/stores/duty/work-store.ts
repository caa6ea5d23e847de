import type { Claim, DutyName, Work, WorkStore, WorkTally } from '@hundi/core/storage';
import { chunks } from '../../engine/chunks.js';
import type { Dialect } from '../../engine/dialect.js';
import type { Session } from '../../engine/session.js';
import { intOrNull, present, type Int } from '../rows/present.js';
import {
  CLAIMED,
  DEFERRED,
  DUE,
  FAILED,
  GIVEN_BACK,
  HELD,
  NEW,
  SUBJECT,
  type DueRow,
} from './work-columns.js';
import { workStatements, type WorkStatements } from './work-statements.js';

/** Every unit takes subjects in this order, so that no two wait for each other; the last of a subject counts. */
const bySubject = <A extends Pick<Work, 'subject'>>(work: ReadonlyArray<A>): ReadonlyArray<A> =>
  [...new Map(work.map((item) => [item.subject, item])).values()].sort((a, b) =>
    a.subject < b.subject ? -1 : 1,
  );

const inOrder = (subjects: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...new Set(subjects)].sort();

const claimed = (
  row: DueRow,
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

interface DutyDueRow {
  readonly duty: DutyName;
  readonly run_at: Int;
}

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

/**
 * The first of a chunk's tokens. Each is given out once in the life of the database: work that is
 * finished, added and claimed again never meets a token of its earlier life.
 */
const firstToken = async (sql: WorkStatements, session: Session): Promise<number> => {
  const [row] = (await session.returning(sql.tokens)) as ReadonlyArray<{ readonly first: Int }>;
  return Number(row?.first);
};

const claimDue = async (
  sql: WorkStatements,
  session: Session,
  claim: Claim,
): Promise<ReadonlyArray<Work>> => {
  // Writing, because it holds what it finds.
  const due = await sql.due.returning(session, {
    duty: claim.duty,
    now: claim.now,
    limit: claim.limit,
  });
  const work: Work[] = [];
  for (const chunk of chunks(DUE.rows(due))) {
    const first = await firstToken(sql, session);
    const taken = chunk.map((row, i) => claimed(row, claim, first + i));
    await sql.claim.run(session, taken, CLAIMED.cells);
    work.push(...taken);
  }
  return work;
};

/** Due work: a small table, so that the big ones need no index on changing columns. */
export const workStore = (dialect: Dialect): ((session: Session) => WorkStore) => {
  const sql = workStatements(dialect);

  return (session) => ({
    add: async (work) => {
      await sql.add.run(session, bySubject(work), NEW.cells);
    },
    wake: async (work) => {
      await sql.wake.run(session, bySubject(work), NEW.cells);
    },
    claim: (how) => claimDue(sql, session, how),
    held: async (work) => {
      const rows = await sql.stillHeld.all(session, bySubject(work).map(HELD.cells));
      return new Set((rows as ReadonlyArray<{ subject: string }>).map(({ subject }) => subject));
    },
    hold: async (subjects) => {
      await sql.hold.all(session, inOrder(subjects).map(SUBJECT.cells));
    },
    finish: async (work) => {
      await sql.finish.run(session, bySubject(work), HELD.cells);
    },
    drop: async (subjects) => {
      await sql.drop.run(session, inOrder(subjects), SUBJECT.cells);
    },
    defer: async (work) => {
      await sql.defer.run(session, bySubject(work), DEFERRED.cells);
    },
    giveBack: async (work) => {
      await sql.giveBack.run(session, bySubject(work), GIVEN_BACK.cells);
    },
    fail: async (work) => {
      await sql.fail.run(session, bySubject(work), FAILED.cells);
    },
    lastToken: async () => {
      const [row] = (await session.all(sql.lastToken)) as ReadonlyArray<{ readonly last: Int }>;
      return Number(row?.last);
    },
    skipTokens: async (beyond) => {
      await session.returning(sql.skipTokens, [beyond]);
    },
    nextDues: async () => {
      const rows = (await session.all(sql.nextDues)) as ReadonlyArray<DutyDueRow>;
      return new Map(rows.map(({ duty, run_at }) => [duty, Number(run_at)]));
    },
    tally: async (duty, now, limit) => {
      const [row] = await sql.tally.all(session, { now, duty, limit });
      return tallyOf(row as TallyRow);
    },
  });
};
