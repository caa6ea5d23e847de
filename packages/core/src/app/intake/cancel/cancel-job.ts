import type * as t from 'io-ts';
import { NotItsMaker } from '../../approval/approval-errors.js';
import { cancellation, cancelling, isCancelledByMaker } from '../../approval/cancellation.js';
import {
  CancelledBy,
  cancellerOf,
  hasCancelledBefore,
  isTheirs,
  type Canceller,
  type CancellerError,
} from '../../approval/cancelled-by.js';
import { ending, type Ending } from '../../change/ending.js';
import { afterIntake } from '../../duty/after-intake.js';
import { record } from '../../../kernel/codecs/record.js';
import { E } from '../../../kernel/fp.js';
import { token } from '../../../kernel/token.js';
import type { UseCase } from '../../../kernel/use-case/use-case.js';
import { JobId } from '../../../kernel/values/ids.js';
import { someOfJob } from '../../writer/payout/some-of-job.js';
import { isUnsent, type AcceptedPayout } from '../../../model/payout/payout.js';
import { rejectionOf } from '../../../model/payout/rejection.js';
import type { StillInDoubt } from '../../../model/settlement/order/doubt-errors.js';
import type { Stores } from '../../../storage/storage.js';
import { JobNotFound } from '../../../model/intake/job/intake-errors.js';
import { stepJob, type WrongJobStatus } from '../../../model/intake/job/job-machine.js';
import { isUndecided, type Job } from '../../../model/intake/job/job.js';
import { isJobShown } from '../view/job-shown.js';
import type { JobStatusRecord } from '../view/job-status-record.js';
import { jobStatus } from '../view/job-view.js';

const CancelJobInput = record('CancelJobInput', { jobId: JobId, by: CancelledBy });
type CancelJobInput = t.TypeOf<typeof CancelJobInput>;

/** Why a job is not cancelled (decisions §5). */
export type CancelJobError =
  | CancellerError
  | NotItsMaker
  | JobNotFound
  | WrongJobStatus
  | StillInDoubt;

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

interface ToCancel {
  readonly canceller: Canceller;
  readonly job: Job;
  /** Whether anything is left to cancel. */
  readonly isLeft: boolean;
  /** Whether software has cancelled it before, as the same user, and nothing is left. */
  readonly isAgain: boolean;
}

type Refusal = Exclude<CancelJobError, StillInDoubt>;

export const cancelJob: Ending<CancelJobInput, ToCancel, Refusal, JobStatusRecord> = {
  input: CancelJobInput,
  read: async (stores, tenant, { jobId, by }) => {
    const found = await cancellerOf(stores, tenant, by);
    if (E.isLeft(found)) return found;
    const canceller = found.right;
    const job = await stores.jobs.find(tenant, jobId);
    if (job === undefined) return E.left(JobNotFound());
    if (!isTheirs(canceller, job.initiatedByUserId))
      return E.left((await isSeen(stores, job, canceller)) ? NotItsMaker() : JobNotFound());
    const isLeft = isUndecided(job) || (await someUnsent(stores, job));
    const isAgain = !isLeft && (await isCancelledBefore(stores, job, canceller));
    return E.right({ canceller, job, isLeft, isAgain });
  },
  decide: ({ canceller, job, isLeft, isAgain }, _, at) => {
    if (isAgain) return E.right(undefined);
    const written = cancelling(canceller, at);
    const cancelled = stepJob(job, { type: 'cancel', at });
    if (E.isRight(cancelled)) {
      return E.right({
        ...written,
        // A worker on the job finishes first, or finds that it has lost the job.
        work: [afterIntake({ subject: job.jobId, tenant: job.tenant }, at)],
        jobs: [{ before: job, after: cancelled.right }],
        rows: { job, undecided: rejectionOf('job_cancelled') },
      });
    }
    if (!isLeft) return cancelled;
    const accepted = (payout: AcceptedPayout) => cancellation(payout, canceller, at);
    return E.right({ ...written, rows: { job, accepted } });
  },
  answer: (stores, { job }, changes) => shown(stores, changes?.jobs?.[0]?.after ?? job),
};

export const makeCancelJob = ending(CancelJob, cancelJob);

const someUnsent = async ({ payouts }: Stores, { tenant, jobId }: Job): Promise<boolean> =>
  (await payouts.tally(tenant, [jobId])).some(
    ({ intake, status }) => intake === 'accepted' && status !== undefined && isUnsent(status),
  );

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

const FIRST_PAGE = { page: 1, limit: 100 };

const shown = async ({ payouts }: Stores, job: Job): Promise<JobStatusRecord> => {
  const tallies = await payouts.tally(job.tenant, [job.jobId]);
  const rows = await payouts.ofJob(job.tenant, job.jobId, 0, FIRST_PAGE.limit);
  return jobStatus(job, tallies, FIRST_PAGE, rows);
};
