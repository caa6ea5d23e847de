import { rowId, rowOf, type JobId, type Tenant, type TransactionId } from '@hundi/core';
import { packBySize } from '@hundi/core/wire';
import type { PayoutOrder, PayoutRange, PayoutStore } from '@hundi/core/storage';
import { bulk } from '../../../engine/bulk.js';
import { beside, flag, of, rowsOf, sharing, uuid } from '../../../engine/described.js';
import type { Dialect } from '../../../engine/dialect.js';
import type { Session } from '../../../engine/session.js';
import { OWNER } from '../../rows/owner.js';
import { RANGE } from '../row/payout-columns.js';
import { idsOfJob, jobIdOf } from '../../rows/uuid-range.js';

/** The first letter of a term: what it is a value of. A batch's is written once, under the job's id. */
export const TERM = { payee: 'p', amount: 'a', reference: 'r', batch: 'b' } as const;

/** Rows of one statement: while it runs, SQLite has no ear for anybody else who writes. */
const SLICE_ROWS = 20_000;

const OWN_RANGE = `t.corporate_id = s.corporate_id AND t.bank_id = s.bank_id
  AND t.payout_id BETWEEN s.first AND s.last`;

/** Rows of one job, one after the other. */
interface Slice extends PayoutRange {
  readonly tenant: Tenant;
}

const SLICE = beside<Slice>(
  of(OWNER, ({ tenant }) => tenant),
  RANGE,
);

/** The jobs whose terms are written. */
const DONE = sharing(
  OWNER,
  rowsOf<JobId>()({ job_id: uuid((id) => id), searchable: flag(() => true) }),
);

const statements = (dialect: Dialect) => {
  const byId = `payouts t ${dialect.using('payouts_by_id')}`;
  const writing = (select: string) =>
    bulk(
      dialect,
      SLICE.columns,
      // In the order of the key: neighbours of the table are written one after the other.
      (s) => `INSERT INTO payout_terms (corporate_id, term, payout_id)
        ${select.replace('$s', s)} ORDER BY 1, 2, 3 ON CONFLICT DO NOTHING`,
    );
  return {
    lastRow: bulk(
      dialect,
      SLICE.columns,
      dialect.newest({
        table: 'payouts',
        index: 'payouts_by_id',
        select: 't.payout_id',
        own: ['corporate_id'],
        by: 'payout_id',
        where: 't.payout_id BETWEEN s.first AND s.last AND t.bank_id = s.bank_id',
      }),
    ),
    ofRows: writing(`SELECT s.corporate_id, CASE k.kind
        WHEN '${TERM.payee}' THEN '${TERM.payee}' || t.beneficiary_id
        WHEN '${TERM.amount}' THEN '${TERM.amount}' || t.amount
        ELSE '${TERM.reference}' || t.reference END, t.payout_id
      FROM $s CROSS JOIN ${byId} CROSS JOIN (SELECT '${TERM.payee}' AS kind
        UNION ALL SELECT '${TERM.amount}' UNION ALL SELECT '${TERM.reference}') k
      WHERE ${dialect.byIndex(OWN_RANGE)}`),
    ofBatches: writing(`SELECT DISTINCT s.corporate_id, '${TERM.batch}' || t.api_ref,
        coalesce(t.job_id, t.payout_id)
      FROM $s CROSS JOIN ${byId} WHERE ${dialect.byIndex(OWN_RANGE)}`),
    done: bulk(
      dialect,
      DONE.columns,
      dialect.update({
        table: 'jobs',
        index: 'jobs_by_id',
        key: ['corporate_id', 'job_id'],
        set: ['searchable'],
        where: `t.corporate_id = s.corporate_id AND t.job_id = s.job_id AND t.bank_id = s.bank_id`,
      }),
    ),
  };
};

/** Slices of a job of `rows` rows. */
const slicesOf = (tenant: Tenant, jobId: JobId, rows: number): ReadonlyArray<Slice> =>
  Array.from({ length: Math.ceil(rows / SLICE_ROWS) }, (_, slice) => {
    const from = slice * SLICE_ROWS;
    const last = rowId(jobId, Math.min(from + SLICE_ROWS, rows) - 1);
    return { tenant, first: rowId(jobId, from), last };
  });

const rowsIn = ({ first, last }: Slice): number => rowOf(last) - rowOf(first) + 1;

interface PayoutTermsOf {
  /** Writes the terms of jobs' payouts, and that they are there. */
  readonly ofJobs: PayoutStore['index'];
  /** Writes the terms of payouts without a job, which no duty would come back to. */
  readonly ofJobless: (orders: ReadonlyArray<PayoutOrder>) => Promise<void>;
}

/** The terms by which a search finds payouts. Everything that they are made of is written once and never changes. */
export const payoutTerms = (dialect: Dialect): ((session: Session) => PayoutTermsOf) => {
  const sql = statements(dialect);

  const write = async (session: Session, slices: ReadonlyArray<Slice>): Promise<void> => {
    // The payouts of one statement: one slice of a large job, or many small jobs.
    for (const pack of packBySize(slices, rowsIn, SLICE_ROWS)) {
      for (const { bind } of [sql.ofRows, sql.ofBatches]) {
        const { sql: text, bindings } = bind(pack.map(SLICE.cells));
        await session.run(text, bindings);
      }
    }
  };

  const slicesOfJobs = async (
    session: Session,
    tenant: Tenant,
    jobIds: ReadonlyArray<JobId>,
  ): Promise<ReadonlyArray<Slice>> => {
    const whole = jobIds.map((jobId) => ({ tenant, ...(idsOfJob(jobId) as PayoutRange) }));
    const { sql: text, bindings } = sql.lastRow.bind(whole.map(SLICE.cells));
    const rows = (await session.all(text, [...bindings, 1, jobIds.length])) as ReadonlyArray<{
      readonly payout_id: TransactionId;
    }>;
    return rows.flatMap(({ payout_id }) =>
      slicesOf(tenant, jobIdOf(payout_id) as JobId, rowOf(payout_id) + 1),
    );
  };

  return (session) => ({
    ofJobs: async (tenant, jobIds) => {
      const jobs = [...new Set(jobIds)].sort();
      if (jobs.length === 0) return;
      await write(session, await slicesOfJobs(session, tenant, jobs));
      await sql.done.run(session, jobs, DONE.cells(tenant));
    },
    ofJobless: async (orders) => {
      const jobless = orders.filter(({ jobId }) => jobId === undefined);
      await write(
        session,
        jobless.map(({ tenant, transactionId: id }) => ({ tenant, first: id, last: id })),
      );
    },
  });
};
