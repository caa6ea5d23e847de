import type { Claim, DutyName, HeldWork, NewWork, Work, WorkStore } from '@hundi/core';
import { CHUNK_ROWS, chunks, inChunks } from '../engine/chunks.js';
import { insertText, type Dialect } from '../engine/dialect.js';
import type { Session } from '../engine/session.js';
import { intOrNull, type Int } from './present.js';

const WORK = { table: 'work', index: 'work_by_subject' } as const;
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
const OURS = 't.subject = s.subject AND t.token = s.token';

interface WorkRow {
  readonly subject: string;
  readonly duty: DutyName;
  readonly bank_id: Work['tenant']['bankTenantId'];
  readonly corporate_id: Work['tenant']['corporateTenantId'];
  readonly run_at: Int;
  readonly attempts: Int;
  readonly token: Int;
  readonly marked_at: Int | null;
}

/** Every unit takes subjects in this order, so that no two wait for each other; the last of a subject counts. */
const bySubject = <A extends Pick<Work, 'subject'>>(work: ReadonlyArray<A>): ReadonlyArray<A> =>
  [...new Map(work.map((item) => [item.subject, item])).values()].sort((a, b) =>
    a.subject < b.subject ? -1 : 1,
  );

const newCells = ({ subject, duty, tenant, runAt }: NewWork, token: number) => [
  subject,
  duty,
  tenant.bankTenantId,
  tenant.corporateTenantId,
  runAt,
  0,
  token,
];

const heldCells = ({ subject, token }: HeldWork) => [subject, token];

const claimed = (
  row: WorkRow,
  { lapsesTo, now, leaseMs, mark: newMark }: Claim,
  token: number,
): Work => {
  const mark = newMark ?? intOrNull(row.marked_at);
  return {
    duty: lapsesTo,
    subject: row.subject,
    tenant: { bankTenantId: row.bank_id, corporateTenantId: row.corporate_id },
    runAt: now + leaseMs,
    attempts: Number(row.attempts) + 1,
    token,
    ...(mark === null ? {} : { markedAt: mark }),
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

const statements = (dialect: Dialect) => {
  const added = dialect.rows(NEW);
  const held = dialect.rows(HELD);
  const deferred = dialect.rows(DEFERRED);
  const claims = dialect.rows({ ...DEFERRED, attempts: 'int', marked_at: 'int' });
  const update = { ...WORK, key: ['subject'] };
  return {
    added,
    held,
    claims,
    deferred,
    tokens: dialect.nextBlock('work_tokens', CHUNK_ROWS),
    add: `${insertText({ table: WORK.table, columns: NEW }, added)}
      ON CONFLICT (subject) DO UPDATE SET duty = excluded.duty, run_at = excluded.run_at,
        bank_id = excluded.bank_id, corporate_id = excluded.corporate_id,
        token = CASE WHEN excluded.token > work.token THEN excluded.token ELSE work.token + 1 END`,
    due: `SELECT subject, duty, bank_id, corporate_id, run_at, attempts, token, marked_at
      FROM work t ${dialect.using('work_due')} WHERE duty = ? AND run_at <= ?
      ORDER BY run_at, subject LIMIT ? ${dialect.holdFree}`,
    claim: dialect.update({
      ...update,
      rows: claims,
      set: ['token', 'duty', 'run_at', 'attempts', 'marked_at'],
      required: ['bank_id', 'corporate_id'],
      where: 't.subject = s.subject',
    }),
    stillHeld: `SELECT t.subject FROM ${held.from} CROSS JOIN work t ${dialect.using(WORK.index)}
      WHERE ${OURS} ${dialect.hold}`,
    finish: dialect.remove(held, { ...WORK, where: OURS }),
    defer: dialect.update({
      ...update,
      rows: deferred,
      set: ['duty', 'run_at'],
      required: ['bank_id', 'corporate_id', 'attempts', 'token'],
      where: OURS,
    }),
    nextDue: `SELECT run_at FROM work ${dialect.using('work_due')} WHERE duty = ?
      ORDER BY run_at, subject LIMIT 1`,
  };
};

/** What is due: a small table, so that the big ones need no index on what changes. */
export const workStore = (dialect: Dialect): ((session: Session) => WorkStore) => {
  const sql = statements(dialect);

  /**
   * The first of a chunk's tokens. Each is given out once in the life of the database: work that is
   * finished and added again never meets a token of its earlier life.
   */
  const tokens = async (session: Session): Promise<number> => {
    const [row] = (await session.returning(sql.tokens)) as ReadonlyArray<{ readonly first: Int }>;
    return Number(row?.first);
  };

  return (session) => ({
    add: async (work) => {
      await inChunks(bySubject(work), async (chunk) => {
        const first = await tokens(session);
        return session.run(
          sql.add,
          sql.added.bind(chunk.map((item, i) => newCells(item, first + i))),
        );
      });
    },
    claim: async (claim) => {
      // Writing, because it holds what it finds.
      const due = await session.returning(sql.due, [claim.duty, claim.now, claim.limit]);
      const work: Work[] = [];
      for (const chunk of chunks(due as ReadonlyArray<WorkRow>)) {
        const first = await tokens(session);
        const taken = chunk.map((row, i) => claimed(row, claim, first + i));
        await session.run(sql.claim, sql.claims.bind(taken.map(claimedCells)));
        work.push(...taken);
      }
      return work;
    },
    held: async (work) => {
      const rows = await session.all(sql.stillHeld, sql.held.bind(bySubject(work).map(heldCells)));
      return new Set((rows as ReadonlyArray<{ subject: string }>).map(({ subject }) => subject));
    },
    finish: async (work) => {
      await inChunks(bySubject(work), (chunk) =>
        session.run(sql.finish, sql.held.bind(chunk.map(heldCells))),
      );
    },
    defer: async (work) => {
      await inChunks(bySubject(work), (chunk) =>
        session.run(
          sql.defer,
          sql.deferred.bind(
            chunk.map(({ subject, token, duty, runAt }) => [subject, token, duty, runAt]),
          ),
        ),
      );
    },
    nextDue: async (duty) => {
      const [row] = (await session.all(sql.nextDue, [duty])) as ReadonlyArray<{ run_at: Int }>;
      return row === undefined ? undefined : Number(row.run_at);
    },
  });
};
