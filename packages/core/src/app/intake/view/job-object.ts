import * as t from 'io-ts';
import { about } from '../../../kernel/codecs/documented.js';
import { describedRecord } from '../../../kernel/codecs/record.js';
import { JobId } from '../../../kernel/values/ids.js';
import { Instant } from '../../../kernel/values/time.js';
import { Whole } from '../../../kernel/values/whole.js';
import { JobStatus } from '../../../model/intake/job/job.js';
import { JobCounts, JobRecord } from './job-status-record.js';

/** One page of the outcomes of a batch, as its event shows it. */
export const JobResultPage = describedRecord(
  'JobResultPage',
  'The outcomes of up to 100 rows of a batch, right after its intake.',
  {
    object: t.literal('payment_job_result_page'),
    jobId: JobId,
    apiRefNumber: t.string,
    page: about(Whole, 'The page, counted from 1.'),
    limit: Whole,
    total: about(Whole, 'The number of rows of the batch.'),
    totalPages: Whole,
    records: t.readonlyArray(JobRecord),
  },
);
export type JobResultPage = t.TypeOf<typeof JobResultPage>;

/** A batch at the end of its intake, as its event shows it. */
export const JobObject = describedRecord('JobObject', 'A batch, right after its intake.', {
  object: t.literal('payment_job'),
  jobId: JobId,
  apiRefNumber: t.string,
  status: JobStatus,
  requestedAt: Instant,
  completedAt: Instant,
  counts: JobCounts,
  resultPages: about(Whole, 'How many events of the type payment.job.result_page there are.'),
});
export type JobObject = t.TypeOf<typeof JobObject>;
