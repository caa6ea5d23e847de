import type { PageRequest } from '../../kernel/values/page.js';
import { iso } from '../../kernel/values/time.js';
import { rowOf } from '../../kernel/values/uuid.js';
import type { Payout, PayoutStatus } from '../../payout/payout.js';
import { remedyFor } from '../../payout/payout-view.js';
import type { PayoutTally } from '../../storage/payout-store.js';
import type { AcceptedBatch } from './accepted-batch.js';
import type { JobCounts, JobRecord, JobStatusRecord } from './job-status-record.js';
import type { Job } from '../job/job.js';

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

/** Derived from the rows: what intake made of them, and where those it took are now (decisions §5). */
export const countsOf = (total: number, tallies: ReadonlyArray<PayoutTally>): JobCounts => {
  const counts: Record<Count, number> = {
    created: 0,
    rejected: 0,
    'pending-approval': 0,
    approved: 0,
    paid: 0,
    failed: 0,
  };
  for (const { intake, status, count } of tallies) {
    if (intake === 'rejected') counts.rejected += count;
    if (intake !== 'accepted' || status === undefined) continue;
    counts.created += count;
    counts[COUNTED_AS[status]] += count;
  }
  return { total, ...counts };
};

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
    ...(rejection !== undefined && remedyFor(rejection.code)),
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
