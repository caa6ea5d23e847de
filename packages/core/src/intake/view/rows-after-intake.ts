import type { JournalEntry } from '../../journal/entry/entry.js';
import { groupBy } from '../../kernel/flow/group.js';
import type { JobId } from '../../kernel/values/ids.js';
import { prefetch } from '../../kernel/flow/prefetch.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import { rowId } from '../../kernel/values/uuid.js';
import type { Payout, PayoutStatus } from '../../payout/payout.js';
import type { Stores } from '../../storage/storage.js';
import { INTAKE } from '../rules/evaluate-batch.js';
import type { Job } from '../job/job.js';

// Rows that are read at once.
const ROWS_A_READ = 1_000;

/** The rows of jobs that have ended, in request order, each in the state that intake left it in. */
export const rowsAfterIntake = async (
  stores: Stores,
  tenant: Tenant,
  jobs: ReadonlyArray<Job>,
): Promise<ReadonlyMap<JobId, ReadonlyArray<Payout>>> => {
  const rows = await rowsOf(stores, tenant, jobs);
  const dated = rows.filter(mayHaveBeenScheduled).map(({ order }) => order.transactionId);
  const entries = await stores.journal.ofMany(tenant, dated);
  const histories = groupBy(
    entries.map(({ entry }) => entry),
    ({ subjectId }) => subjectId,
  );
  return groupBy(
    rows.map((row) => leftByIntake(row, histories.get(row.order.transactionId) ?? [])),
    ({ order }) => order.jobId as JobId,
  );
};

/** The rows of small jobs are read together, those of a large one in ranges. */
const rowsOf = async (
  { payouts }: Stores,
  tenant: Tenant,
  jobs: ReadonlyArray<Job>,
): Promise<ReadonlyArray<Payout>> => {
  const small = jobs.filter(({ total }) => total <= ROWS_A_READ);
  const ids = small.flatMap(({ jobId, total }) =>
    Array.from({ length: total }, (_, index) => rowId(jobId, index)),
  );
  const rows = [...(ids.length === 0 ? [] : await payouts.findMany(tenant, ids))].sort(byId);
  const ranges = jobs
    .filter(({ total }) => total > ROWS_A_READ)
    .flatMap(({ jobId, total }) =>
      Array.from({ length: Math.ceil(total / ROWS_A_READ) }, (_, i) => ({
        jobId,
        from: i * ROWS_A_READ,
      })),
    );
  const read = ({ jobId, from }: (typeof ranges)[number]) =>
    payouts.ofJob(tenant, jobId, from, ROWS_A_READ);
  for await (const range of prefetch(ranges, read)) rows.push(...range);
  return rows;
};

const byId = ({ order: a }: Payout, { order: b }: Payout): number =>
  a.transactionId < b.transactionId ? -1 : 1;

/** Of what needed no approval, intake scheduled what is dated on a later day: only the journal shows which. */
const mayHaveBeenScheduled = (row: Payout): boolean =>
  row.intake === 'accepted' &&
  row.progress.approval === undefined &&
  row.order.payoutDate !== undefined;

const leftByIntake = (row: Payout, history: ReadonlyArray<JournalEntry>): Payout => {
  if (row.intake !== 'accepted') return row;
  const last = history.findLast(({ actor }) => actor === INTAKE)?.to as PayoutStatus | undefined;
  const first = row.progress.approval === undefined ? 'approved' : 'pending_approval';
  return { ...row, progress: { ...row.progress, status: last ?? first } };
};
