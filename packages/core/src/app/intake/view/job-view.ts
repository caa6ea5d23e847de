import type { PageRequest } from '../../../kernel/values/page.js';
import { iso } from '../../../kernel/values/time.js';
import { rowOf } from '../../../kernel/values/uuid.js';
import type { Payout, PayoutStatus } from '../../../model/payout/payout.js';
import { remedyFor } from '../../../model/payout/payout-view.js';
import type { PayoutTally } from '../../../storage/payout-store.js';
import type { AcceptedBatch } from './accepted-batch.js';
import type { JobAmounts, JobCounts, JobRecord, JobStatusRecord } from './job-status-record.js';
import type { Job } from '../../../model/intake/job/job.js';

/** The response to an accepted batch (§2.6). */
export const acceptedBatch = (
  job: Job,
  transactions: AcceptedBatch['transactions'],
): AcceptedBatch => ({
  jobId: job.jobId,
  status: 'queued',
  apiRefNumber: job.apiRefNumber,
  requestedAt: iso(job.requestedAt),
  message: 'Accepted. Query the job for the outcome of each payment.',
  transactions,
});

type Count = Exclude<keyof JobCounts, 'total'>;

const COUNTED_AS: Readonly<Record<PayoutStatus, Count>> = {
  pending_approval: 'pending-approval',
  partially_approved: 'pending-approval',
  approved: 'approved',
  scheduled: 'approved',
  sent_to_bank: 'approved',
  paid: 'paid',
  failed: 'failed',
  rejected: 'failed',
  cancelled: 'failed',
};

type Place = Pick<PayoutTally, 'intake' | 'status'>;

/** As what rows in a state are counted. */
const countedAs = ({ intake, status }: Place): ReadonlyArray<Count> => {
  if (intake === 'rejected') return ['rejected'];
  return intake === 'accepted' && status !== undefined ? ['created', COUNTED_AS[status]] : [];
};

const summed = <A extends Place>(
  tallies: ReadonlyArray<A>,
  valueOf: (tally: A) => number,
): Record<Count, number> => {
  const sums: Record<Count, number> = {
    created: 0,
    rejected: 0,
    'pending-approval': 0,
    approved: 0,
    paid: 0,
    failed: 0,
  };
  for (const tally of tallies) for (const one of countedAs(tally)) sums[one] += valueOf(tally);
  return sums;
};

/** Derived from the rows: what intake made of them, and where those it took are now (decisions §5). */
export const countsOf = (
  total: number,
  tallies: ReadonlyArray<Pick<PayoutTally, 'intake' | 'status' | 'count'>>,
): JobCounts => ({ total, ...summed(tallies, ({ count }) => count) });

/** The same in paise. */
export const amountsOf = (tallies: ReadonlyArray<PayoutTally>): JobAmounts => ({
  total: Number(tallies.reduce((all, { amount }) => all + amount, 0n)),
  ...summed(tallies, ({ amount }) => Number(amount)),
});

/** Shows what became of one row of a job. */
export const jobRecord = (job: Job, payout: Payout): JobRecord => {
  const undecided = job.status === 'queued' ? 'queued' : 'processing';
  const outcome = payout.intake === 'undecided' ? undecided : payout.intake;
  const rejection =
    payout.intake === 'rejected' || payout.intake === 'cancelled' ? payout.rejection : undefined;
  return {
    transactionId: payout.order.transactionId,
    transactionReference: payout.order.reference,
    index: rowOf(payout.order.transactionId),
    outcome,
    rejectionCode: rejection?.code ?? null,
    rejectionMessage: rejection?.message ?? null,
    routingState: payout.intake === 'undecided' ? undecided : payout.progress.status,
    ...(rejection !== undefined && remedyFor(rejection)),
    ...(rejection?.field !== undefined && { field: rejection.field }),
    ...(rejection?.causedBy !== undefined && { causedBy: rejection.causedBy }),
  };
};

/** Shows a job as it is now, with a page of its rows (§2.7). */
export const jobStatus = (
  job: Job,
  tallies: ReadonlyArray<PayoutTally>,
  { page, limit }: PageRequest,
  rows: ReadonlyArray<Payout>,
): JobStatusRecord => ({
  jobId: job.jobId,
  status: job.status,
  apiRefNumber: job.apiRefNumber,
  requestedAt: iso(job.requestedAt),
  ...(job.completedAt !== undefined && { completedAt: iso(job.completedAt) }),
  counts: countsOf(job.total, tallies),
  pagination: { page, limit, total: job.total },
  records: rows.map((payout) => jobRecord(job, payout)),
});
