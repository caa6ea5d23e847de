import type { JournalEntry } from '../../journal/entry/entry.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import type { Job } from './job.js';

/** The journal entry of the state that a job is now in. */
export const jobEntry = (
  before: Job | undefined,
  job: Job,
  at: EpochMs,
  actor: string,
): JournalEntry => ({
  tenant: job.tenant,
  subjectKind: 'job',
  subjectId: job.jobId,
  sequence: job.sequence,
  ...(before !== undefined && { from: before.status }),
  to: job.status,
  at,
  actor,
  changes: {
    ...(before === undefined && { total: job.total, apiRefNumber: job.apiRefNumber }),
    ...(job.completedAt !== undefined && { completedAt: job.completedAt }),
  },
  ...(before === undefined && job.via !== undefined && { via: job.via }),
});
