import type * as t from 'io-ts';
import { NotItsMaker } from '../../approval/approval-errors.js';
import { isCancelledByMaker } from '../../approval/cancellation.js';
import {
  CancelledBy,
  cancellerOf,
  hasCancelledBefore,
  isTheirs,
  type Canceller,
  type CancellerError,
} from '../../approval/cancelled-by.js';
import { afterIntake } from '../../duty/after-intake.js';
import { record } from '../../kernel/codecs/record.js';
import { E } from '../../kernel/fp.js';
import { useCase, type UseCase } from '../../kernel/use-case/use-case.js';
import { JobId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import { someOfJob } from '../../payout/move/some-of-job.js';
import type { Clock } from '../../ports/clock.js';
import type { Storage, Stores } from '../../storage/storage.js';
import type { StillInDoubt } from '../../settlement/order/doubt-errors.js';
import type { Doubted, Resolved } from '../../restore/doubt.js';
import type { DetectRestore } from '../../restore/detect-restore.js';
import type { ResolveDoubts } from '../../restore/resolve-doubts.js';
import { InDoubt, resolvingDoubts } from '../../restore/resolving-doubts.js';
import { token } from '../../kernel/token.js';
import { cancelAccepted, type Cancelling } from './cancel-accepted.js';
import { endJobEarly } from '../evaluate/end-job-early.js';
import { JobNotFound } from '../job/intake-errors.js';
import { stepJob, type WrongJobStatus } from '../job/job-machine.js';
import { isJobShown } from '../view/job-shown.js';
import type { JobStatusRecord } from '../view/job-status-record.js';
import { jobStatus } from '../view/job-view.js';
import type { Job } from '../job/job.js';

const CancelJobInput = record('CancelJobInput', { jobId: JobId, by: CancelledBy }, {});
type CancelJobInput = t.TypeOf<typeof CancelJobInput>;

export type CancelJobError =
  CancellerError | NotItsMaker | JobNotFound | WrongJobStatus | StillInDoubt;

/**
 * Cancels the rest of a job, for the maker who initiated it, a person who may cancel any or an operator: rows that
 * are undecided, and payouts that have not been sent to the bank (decisions §5 and decisions §6), all of them in one
 * commit. A job that intake has not finished becomes cancelled; one that has ended keeps its status. Returns the job
 * with its first rows. A job with nothing left to cancel is refused, but a partner key that cancels again as the same
 * user gets the first answer. In a restored database a job is also refused while the bank does not say whether it has
 * executed a row. A job that a user's roles do not reach is absent.
 */
export type CancelJob = UseCase<CancelJobInput, CancelJobError, JobStatusRecord>;
export const CancelJob = token<CancelJob>('CancelJob');

const FIRST_PAGE = { page: 1, limit: 100 };

export const makeCancelJob = (
  storage: Storage,
  clock: Clock,
  detectRestore: DetectRestore,
  resolveDoubts: ResolveDoubts,
): CancelJob => {
  const cancel = (tenant: Tenant, { jobId, by }: CancelJobInput, resolved: Resolved) =>
    storage.atomically<CancelJobError | InDoubt, JobStatusRecord>(async (stores) => {
      const canceller = await cancellerOf(stores, tenant, by);
      if (E.isLeft(canceller)) return canceller;
      const job = await stores.jobs.find(tenant, jobId);
      if (job === undefined) return E.left(JobNotFound());
      if (!isTheirs(canceller.right, job.initiatedByUserId)) {
        return E.left((await isSeen(stores, job, canceller.right)) ? NotItsMaker() : JobNotFound());
      }
      const stopped = await stop(stores, job, canceller.right, resolved);
      if (E.isLeft(stopped)) {
        return (await isCancelledBefore(stores, job, canceller.right))
          ? E.right(await shown(stores, job))
          : stopped;
      }
      const { doubted } = stopped.right;
      return doubted.length > 0
        ? E.left(InDoubt(doubted))
        : E.right(await shown(stores, stopped.right.job));
    });

  /** Cancels what is left of the job, or answers why nothing is. */
  const stop = async (
    stores: Stores,
    job: Job,
    canceller: Canceller,
    resolved: Resolved,
  ): Promise<E.Either<WrongJobStatus, Stopped>> => {
    const at = clock.now();
    const cancelled = stepJob(job, { type: 'cancel', at });
    const rows = E.isLeft(cancelled)
      ? []
      : await stopIntake(stores, job, cancelled.right, { canceller, at, resolved });
    const { count, doubted } = await cancelAccepted(stores, job, { canceller, at, resolved });
    if (E.isLeft(cancelled) && count === 0) return cancelled;
    return E.right({
      job: E.isLeft(cancelled) ? job : cancelled.right,
      doubted: [...rows, ...doubted],
    });
  };

  return useCase(CancelJobInput, async (tenant, input) => {
    await detectRestore();
    return resolvingDoubts(resolveDoubts, (resolved) => cancel(tenant, input, resolved));
  });
};

/** The job as it is after, and what of it the bank may have executed: then the unit of work must be undone. */
interface Stopped {
  readonly job: Job;
  readonly doubted: ReadonlyArray<Doubted>;
}

const stopIntake = async (
  stores: Stores,
  job: Job,
  cancelled: Job,
  { canceller: { name: actor, via }, at, resolved }: Cancelling,
): Promise<ReadonlyArray<Doubted>> => {
  // First of all: a worker on the job finishes, or finds that it has lost the job.
  await stores.work.add([afterIntake({ subject: job.jobId, tenant: job.tenant }, at)]);
  const ending = { actor, at, ...(via !== undefined && { via }) };
  return endJobEarly(stores, job, cancelled, JOB_CANCELLED, ending, resolved);
};

/** Whether software asks again for what its user has cancelled: the job, or payouts of it once intake had ended. */
const isCancelledBefore = async (
  stores: Stores,
  { tenant, jobId }: Job,
  canceller: Canceller,
): Promise<boolean> =>
  (await hasCancelledBefore(stores, tenant, jobId, canceller)) ||
  (canceller.kind === 'key' && (await someOfJob(stores, tenant, jobId, isCancelledByMaker)));

// A job that is not shown to a user is absent for them.
const isSeen = async (stores: Stores, job: Job, { actor }: Canceller) =>
  actor === undefined || (await isJobShown(stores, actor, job));

const JOB_CANCELLED = {
  code: 'job_cancelled',
  message: 'The job was cancelled before this payment was processed.',
} as const;

const shown = async ({ payouts }: Stores, job: Job): Promise<JobStatusRecord> => {
  const tallies = await payouts.tally(job.tenant, [job.jobId]);
  const rows = await payouts.ofJob(job.tenant, job.jobId, 0, FIRST_PAGE.limit);
  return jobStatus(job, tallies, FIRST_PAGE, rows);
};
