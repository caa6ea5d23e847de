import * as t from 'io-ts';
import { about } from '../../../kernel/codecs/documented.js';
import { describedRecord } from '../../../kernel/codecs/record.js';
import { JobId, PackageCode, UserId } from '../../../kernel/values/ids.js';
import { Instant, iso } from '../../../kernel/values/time.js';
import { Whole } from '../../../kernel/values/whole.js';
import { JobStatus, type Job } from '../../../model/intake/job/job.js';

/** A job in a list, without its rows. */
export const JobSummary = describedRecord(
  'JobSummary',
  'A job in a list, without its rows.',
  {
    jobId: JobId,
    status: JobStatus,
    apiRefNumber: t.string,
    requestedAt: Instant,
    initiatedByUserId: UserId,
    total: about(Whole, 'The number of payments in the request.'),
  },
  {
    completedAt: Instant,
    packageCodes: about(
      t.readonlyArray(PackageCode),
      'The packages of the payments, as far as you can see them. Absent for jobs with more than 100 packages and for jobs from before the service recorded them.',
    ),
  },
);
export type JobSummary = t.TypeOf<typeof JobSummary>;

/** Shows a job in a list to a person who sees these of its packages. */
export const jobSummary = (
  { jobId, status, apiRefNumber, initiatedByUserId, total, ...job }: Job,
  isSeen: (code: PackageCode) => boolean,
): JobSummary => ({
  jobId,
  status,
  apiRefNumber,
  requestedAt: iso(job.requestedAt),
  initiatedByUserId,
  total,
  ...(job.completedAt !== undefined && { completedAt: iso(job.completedAt) }),
  ...(job.packageCodes !== undefined && { packageCodes: job.packageCodes.filter(isSeen) }),
});
