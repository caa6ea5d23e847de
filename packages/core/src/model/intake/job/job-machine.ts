import type { Machine } from '../../../kernel/values/machine.js';
import { E } from '../../../kernel/fp.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import { isUndecided, type Job, type JobStatus } from './job.js';

export type JobCommand =
  | { readonly type: 'start' | 'give_up' | 'cancel'; readonly at: EpochMs }
  /** `accepted` of its rows became payouts. */
  | { readonly type: 'complete'; readonly accepted: number; readonly at: EpochMs };

/** The job has ended, or is not where this leads on from. */
export const WrongJobStatus = (status: JobStatus) => ({ _tag: 'WrongJobStatus', status }) as const;
export type WrongJobStatus = ReturnType<typeof WrongJobStatus>;

/**
 * queued, processing --start-----------------> processing (again after a worker died)
 * processing --complete, all accepted--------> completed_success
 * processing --complete, some accepted-------> completed_partial
 * processing --complete, none accepted-------> completed_rejected
 * queued, processing --give_up---------------> failed_system
 * queued, processing --cancel----------------> cancelled
 * Every completed, failed or cancelled job stays what it is.
 */
export const stepJob: Machine<Job, JobCommand, WrongJobStatus> = (job, command) => {
  if (!isUndecided(job)) return E.left(WrongJobStatus(job.status));
  switch (command.type) {
    case 'start':
      return E.right(job.status === 'processing' ? job : next(job, 'processing'));
    case 'complete':
      return job.status === 'queued'
        ? E.left(WrongJobStatus(job.status))
        : E.right(end(job, completed(job.total, command.accepted), command.at));
    case 'give_up':
      return E.right(end(job, 'failed_system', command.at));
    case 'cancel':
      return E.right(end(job, 'cancelled', command.at));
  }
};

const completed = (total: number, accepted: number): JobStatus =>
  accepted === total
    ? 'completed_success'
    : accepted === 0
      ? 'completed_rejected'
      : 'completed_partial';

const next = (job: Job, status: JobStatus): Job => ({ ...job, status, sequence: job.sequence + 1 });

const end = (job: Job, status: JobStatus, at: EpochMs): Job => ({
  completedAt: Math.max(at, job.requestedAt),
  ...next(job, status),
});
