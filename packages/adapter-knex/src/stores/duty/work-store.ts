import type { EpochMs, Tenant } from '@hundi/core';
import {
  DUTY_NAMES,
  type Claim,
  type DutyName,
  type UnknownTally,
  type Work,
  type WorkStore,
  type WorkTally,
} from '@hundi/core/storage';
import { chunks } from '../../engine/chunks.js';
import type { Dialect } from '../../engine/dialect.js';
import type { Session } from '../../engine/session.js';
import { requireServed, type VersionsRow } from '../../schema/served.js';
import { OWNER } from '../rows/owner.js';
import { intOrNull, present, type Int } from '../rows/present.js';
import { findDueOn, type FindDue } from './find-due.js';
import type { FrontsOfUnit } from './queue-front.js';
import {
  CLAIMED,
  DEFERRED,
  DUE,
  FAILED,
  GIVEN_BACK,
  HELD,
  NEW,
  RANGE,
  SUBJECT,
  type DueRow,
} from './work-columns.js';
import { workStatements, type WorkStatements } from './work-statements.js';

type Key = Pick<Work, 'tenant' | 'subject'>;

const later = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** The last of each subject of a corporate. */
const once = <A extends Key>(work: ReadonlyArray<A>): ReadonlyArray<A> => {
  const bySubject = new Map(work.map((item) => [item.subject, item]));
  if (bySubject.size === work.length) return work;
  const keyOf = ({ tenant, subject }: A): string => `${tenant.corporateTenantId} ${subject}`;
  return [...new Map(work.map((item) => [keyOf(item), item])).values()];
};

/** Every unit takes subjects in this order, so that no two wait for each other. */
const bySubject = <A extends Key>(work: ReadonlyArray<A>): ReadonlyArray<A> =>
  [...once(work)].sort(
    (a, b) =>
      later(a.subject, b.subject) || later(a.tenant.corporateTenantId, b.tenant.corporateTenantId),
  );

const inOrder = (tenant: Tenant, subjects: ReadonlyArray<string>): ReadonlyArray<Key> =>
  bySubject(subjects.map((subject) => ({ tenant, subject })));

const workOf = (row: DueRow): Work => {
  const markedAt = intOrNull(row.marked_at);
  return {
    duty: row.duty,
    subject: row.subject,
    tenant: { bankTenantId: row.bank_id, corporateTenantId: row.corporate_id },
    runAt: Number(row.run_at),
    attempts: Number(row.attempts),
    failures: Number(row.failures),
    token: Number(row.token),
    ...(markedAt !== null && { markedAt }),
  };
};

const claimed = (
  row: DueRow,
  { lapsesTo, now, leaseMs, mark: newMark }: Omit<Claim, 'limit'>,
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
}

interface UnknownRow {
  readonly count: Int;
  readonly first_marked_at: Int | null;
}

const tallyOf = (row: TallyRow): WorkTally =>
  present<WorkTally>({
    waiting: Number(row.waiting),
    due: Number(row.due),
    untouched: Number(row.untouched),
    firstAt: intOrNull(row.first_at),
  });

interface TokensRow extends VersionsRow {
  readonly first: Int;
}

/**
 * The first of a chunk's tokens. Each is given out once in the life of the database: work that is
 * finished, added and claimed again never meets a token of its earlier life. A program that a newer schema does not serve
 * gets none, so that it claims nothing, however long it has been running.
 *
 * @throws when the schema does not serve this program: the unit is undone, and the work stays due for newer programs.
 */
const firstToken = async (sql: WorkStatements, session: Session): Promise<number> => {
  const [row] = (await session.returning(sql.tokens)) as ReadonlyArray<TokensRow>;
  requireServed(row);
  return Number(row?.first);
};

const claimDue = async (
  { find, sql }: { readonly find: FindDue; readonly sql: WorkStatements },
  session: Session,
  fronts: FrontsOfUnit,
  claim: Claim,
): Promise<ReadonlyArray<Work>> => {
  const { duty, now, leaseMs, lapsesTo } = claim;
  const look = fronts.look(duty);
  const due = await find(sql, session, claim, look.from);
  const first = Number(due[0]?.run_at ?? now);
  fronts.moves([
    // If the unit is undone, it is there again.
    { duty, runAt: first },
    { duty: lapsesTo, runAt: now + leaseMs },
  ]);
  look.found(first, now);
  return take(sql, session, claim, due);
};

const take = async (
  sql: WorkStatements,
  session: Session,
  claim: Omit<Claim, 'limit'>,
  due: ReadonlyArray<DueRow>,
): Promise<ReadonlyArray<Work>> => {
  const work: Work[] = [];
  for (const chunk of chunks(due)) {
    const token = await firstToken(sql, session);
    const taken = chunk.map((row, i) => claimed(row, claim, token + i));
    await sql.claim.run(session, taken, CLAIMED.cells);
    work.push(...taken);
  }
  return work;
};

const nextDues = async (
  sql: WorkStatements,
  session: Session,
  fronts: FrontsOfUnit,
  now: EpochMs,
): Promise<ReadonlyMap<DutyName, EpochMs>> => {
  const looks = DUTY_NAMES.map((duty) => ({ duty, ...fronts.look(duty) }));
  const since = Object.fromEntries(looks.map(({ from }, i) => [`since${String(i)}`, from]));
  const rows = (await sql.nextDues.all(session, since)) as ReadonlyArray<DutyDueRow>;
  const dues = new Map(rows.map(({ duty, run_at }) => [duty, Number(run_at)]));
  for (const { duty, found } of looks) found(dues.get(duty) ?? now, now);
  return dues;
};

const tallyUnknown = async (
  sql: WorkStatements,
  session: Session,
  limit: number,
): Promise<UnknownTally> => {
  const [row] = await sql.tallyUnknown.all(session, { limit });
  const { count, first_marked_at: first } = row as UnknownRow;
  return present<UnknownTally>({ count: Number(count), firstMarkedAt: intOrNull(first) });
};

/** Where a list begins: no moment is before it. */
const BEFORE_ALL = { runAt: -1, subject: '' };

/** Due work: a small table, so that the big ones need no index on changing columns. */
export const workStore = (
  dialect: Dialect,
): ((session: Session, fronts: FrontsOfUnit) => WorkStore) => {
  const sql = workStatements(dialect);
  const find = findDueOn(dialect);

  return (session, fronts) => ({
    add: async (work) => {
      fronts.moves(work);
      await sql.add.run(session, bySubject(work), NEW.cells);
    },
    wake: async (work) => {
      fronts.moves(work);
      await sql.wake.run(session, bySubject(work), NEW.cells);
    },
    claim: async (how) => {
      if (how.inTurn && dialect.inTurn !== undefined) await session.all(dialect.inTurn);
      return claimDue({ find, sql }, session, fronts, how);
    },
    claimOf: async (tenant, ranges, how) => {
      const { duty, dueBy, limit, lapsesTo, now, leaseMs } = how;
      const cells = ranges.map(RANGE.cells(tenant));
      const due = DUE.rows(await sql.dueIn.all(session, cells, [duty, dueBy, limit]));
      fronts.moves([
        ...due.map(({ run_at }) => ({ duty, runAt: Number(run_at) })),
        { duty: lapsesTo, runAt: now + leaseMs },
      ]);
      return take(sql, session, how, due);
    },
    held: async (work) => {
      const rows = await sql.stillHeld.all(session, bySubject(work).map(HELD.cells));
      return new Set((rows as ReadonlyArray<{ subject: string }>).map(({ subject }) => subject));
    },
    hold: async (tenant, subjects) => {
      await sql.hold.all(session, inOrder(tenant, subjects).map(SUBJECT.cells));
    },
    finish: async (work) => {
      await sql.finish.run(session, bySubject(work), HELD.cells);
    },
    drop: async (tenant, subjects) => {
      await sql.drop.run(session, inOrder(tenant, subjects), SUBJECT.cells);
    },
    defer: async (work) => {
      fronts.moves(work);
      await sql.defer.run(session, bySubject(work), DEFERRED.cells);
    },
    giveBack: async (work) => {
      fronts.moves(work);
      await sql.giveBack.run(session, bySubject(work), GIVEN_BACK.cells);
    },
    fail: async (work) => {
      fronts.moves(work);
      await sql.fail.run(session, bySubject(work), FAILED.cells);
    },
    lastToken: async () => {
      const [row] = (await session.all(sql.lastToken)) as ReadonlyArray<{ readonly last: Int }>;
      return Number(row?.last);
    },
    skipTokens: async (beyond) => {
      await session.returning(sql.skipTokens, [beyond]);
    },
    nextDues: (now) => nextDues(sql, session, fronts, now),
    earliest: async (duty, limit, { runAt, subject } = BEFORE_ALL) =>
      DUE.rows(await sql.earliest.all(session, { duty, run_at: runAt, subject, limit })).map(
        workOf,
      ),
    ofDuty: async (tenant, duty, limit) =>
      DUE.rows(await sql.ofDuty.all(session, { ...OWNER.values(tenant), duty, limit })).map(workOf),
    ofSubjects: async (tenant, subjects) => {
      const keys = inOrder(tenant, subjects).map(SUBJECT.cells);
      return DUE.rows(await sql.ofSubjects.all(session, keys))
        .map(workOf)
        .filter((work) => work.tenant.bankTenantId === tenant.bankTenantId);
    },
    tally: async (duty, now, limit) => {
      const [row] = await sql.tally.all(session, { now, duty, limit });
      return tallyOf(row as TallyRow);
    },
    tallyUnknown: (limit) => tallyUnknown(sql, session, limit),
  });
};
