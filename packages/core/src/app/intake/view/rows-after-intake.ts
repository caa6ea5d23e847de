import type { JournalEntry } from '../../../model/journal/entry/entry.js';
import { groupBy } from '../../../kernel/flow/group.js';
import type { JobId } from '../../../kernel/values/ids.js';
import { prefetch } from '../../../kernel/flow/prefetch.js';
import { rangesOf } from '../../../kernel/flow/ranges.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import { rowIds } from '../../../kernel/values/uuid.js';
import type { Payout, PayoutStatus } from '../../../model/payout/payout.js';
import type { Stores } from '../../../storage/storage.js';
import { INTAKE } from '../rules/evaluate-batch.js';
import type { Job } from '../../../model/intake/job/job.js';

// Rows that are read at once.
const ROWS_A_READ = 1_000;

/** The rows of jobs that have ended, in request order, each in the state that intake left it in. */
export const rowsAfterIntake = async (
  stores: Stores,
  tenant: Tenant,
  jobs: ReadonlyArray<Job>,
): Promise<ReadonlyMap<JobId, ReadonlyArray<Payout>>> => {
  const small = jobs.filter(({ total }) => total <= ROWS_A_READ);
  const ids = small.flatMap(({ jobId, total }) => rowIds(jobId, 0, total));
  const together = ids.length === 0 ? [] : await stores.payouts.findMany(tenant, ids);
  const left = await asLeft(stores, tenant, together.toSorted(byId));
  const byJob = new Map(groupBy(left, ({ order }) => order.jobId as JobId));
  for (const job of jobs) {
    if (job.total > ROWS_A_READ) byJob.set(job.jobId, await rowsInRanges(stores, tenant, job));
  }
  return byJob;
};

/** The rows of a large job, some at a time. */
const rowsInRanges = async (
  stores: Stores,
  tenant: Tenant,
  { jobId, total }: Job,
): Promise<ReadonlyArray<Payout>> => {
  const parts = prefetch(rangesOf(total, ROWS_A_READ), ({ from }) =>
    stores.payouts.ofJob(tenant, jobId, from, ROWS_A_READ),
  );
  const rows: Payout[] = [];
  for await (const part of parts) rows.push(...(await asLeft(stores, tenant, part)));
  return rows;
};

const asLeft = async (
  { journal }: Stores,
  tenant: Tenant,
  rows: ReadonlyArray<Payout>,
): Promise<ReadonlyArray<Payout>> => {
  const dated = rows.filter(mayHaveBeenScheduled).map(({ order }) => order.transactionId);
  const found = dated.length === 0 ? [] : await journal.ofMany(tenant, dated);
  const entries = found.map(({ entry }) => entry);
  const histories = groupBy(entries, ({ subjectId }) => subjectId);
  return rows.map((row) => leftByIntake(row, histories.get(row.order.transactionId) ?? []));
};

const byId = ({ order: a }: Payout, { order: b }: Payout): number =>
  a.transactionId < b.transactionId ? -1 : 1;

/** Intake scheduled those rows without approval that are dated on a later day: only the journal shows which. */
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
