import * as t from 'io-ts';
import { about } from '../../../kernel/codecs/documented.js';
import { JobId, TransactionId } from '../../../kernel/values/ids.js';
import { describedRecord, record } from '../../../kernel/codecs/record.js';
import { Reference } from '../../../kernel/values/text.js';
import { Instant } from '../../../kernel/values/time.js';
import { Whole } from '../../../kernel/values/whole.js';
import { PayoutStatus } from '../../../model/payout/payout.js';
import { StatusDetails } from '../../../kernel/values/status-details.js';
import { JobStatus } from '../../../model/intake/job/job.js';
import { RejectionCode } from '../../../model/payout/rejection.js';

/** How many rows of a job are where (§2.7, decisions §5). */
export const JobCounts = record('JobCounts', {
  total: Whole,
  created: about(Whole, 'Rows that became payouts.'),
  rejected: about(Whole, 'Rows that the service rejected.'),
  'pending-approval': Whole,
  approved: about(Whole, 'Approved, scheduled or sent to the bank.'),
  paid: Whole,
  failed: about(Whole, 'Failed, rejected by a checker or cancelled.'),
});
export type JobCounts = t.TypeOf<typeof JobCounts>;

const Sum = about(
  Whole,
  'Paise. Beyond 2^53 it is rounded, as every number of JSON is by most parsers.',
);

/** What the payments of a job are together, by what `counts` says of them. */
export const JobAmounts = record('JobAmounts', {
  total: Sum,
  created: Sum,
  rejected: Sum,
  'pending-approval': Sum,
  approved: Sum,
  paid: Sum,
  failed: Sum,
});
export type JobAmounts = t.TypeOf<typeof JobAmounts>;

const RowOutcome = t.keyof(
  { accepted: null, rejected: null, queued: null, processing: null, cancelled: null },
  'RowOutcome',
);

const RoutingState = t.keyof(
  { queued: null, processing: null, ...PayoutStatus.keys },
  'RoutingState',
);

/** The outcome of one row of a job (§2.7). */
export const JobRecord = record(
  'JobRecord',
  {
    transactionId: TransactionId,
    transactionReference: Reference,
    index: about(Whole, 'The position in the request, starting at 0.'),
    outcome: RowOutcome,
    rejectionCode: t.union([RejectionCode, t.null]),
    rejectionMessage: t.union([t.string, t.null]),
    routingState: RoutingState,
  },
  {
    retryable: about(t.boolean, 'Whether a rejected row can be sent again unchanged.'),
    nextAction: StatusDetails.type.props.nextAction,
    field: about(t.string, 'The field of the row that a rule rejected.'),
    causedBy: about(
      TransactionId,
      'The row that caused the rejection of this one under fail_full_file.',
    ),
  },
);
export type JobRecord = t.TypeOf<typeof JobRecord>;

/** The status of a job, with a page of its rows in request order (§2.7). */
export const JobStatusRecord = describedRecord(
  'JobStatusRecord',
  'The status of a job, with a page of its rows in the order of the request (§2.7).',
  {
    jobId: JobId,
    status: JobStatus,
    apiRefNumber: t.string,
    requestedAt: Instant,
    counts: JobCounts,
    pagination: t.strict({ page: Whole, limit: Whole, total: Whole }),
    records: t.readonlyArray(JobRecord),
  },
  { completedAt: Instant },
);
export type JobStatusRecord = t.TypeOf<typeof JobStatusRecord>;

/** A job as people see it: its amounts where they see all of its payments. */
export const ShownJob = record('ShownJob', JobStatusRecord.required, {
  ...JobStatusRecord.optional,
  amounts: JobAmounts,
});
export type ShownJob = t.TypeOf<typeof ShownJob>;
