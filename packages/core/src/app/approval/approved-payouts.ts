import type { ActorNotFound } from '../../model/access/access-errors.js';
import { JobNotFound, JobNotTakenIn } from '../../model/intake/job/intake-errors.js';
import { E } from '../../kernel/fp.js';
import type { JobId, TransactionId, UserId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { Job } from '../../model/intake/job/job.js';
import type { ApprovedPayout } from '../../model/payout/approved-payout.js';
import type { Storage } from '../../storage/storage.js';
import {
  digesting,
  reachedOf,
  type ApprovedPayouts,
  type DigestedPayouts,
  type JobDigests,
} from '../authority/job-digests.js';
import type { NotAnApprover } from './approval-errors.js';
import { approverOf, approverReach } from './approver.js';

/** The payouts that a decision names, or the job that it is on. */
export type DecidedOn =
  | { readonly transactionIds: ReadonlyArray<TransactionId> }
  | { readonly jobId: JobId };

export type ApprovedPayoutsError = ActorNotFound | NotAnApprover | JobNotFound | JobNotTakenIn;

const ROWS_A_READ = 1_000;

/**
 * The accepted payouts that a decision is about and that the person's roles reach, in whatever state they are: what
 * others decide meanwhile changes nothing of this, so what was digested for a challenge is the same at the decision.
 */
export const approvedPayouts = async (
  { storage, jobDigests }: { readonly storage: Storage; readonly jobDigests: JobDigests },
  tenant: Tenant,
  { userId, on }: { readonly userId: UserId; readonly on: DecidedOn },
  now: EpochMs,
): Promise<E.Either<ApprovedPayoutsError, ApprovedPayouts>> => {
  const actor = await storage.read((stores) => approverOf(stores, tenant, userId, now));
  if (E.isLeft(actor)) return actor;
  const reaches = approverReach(actor.right);
  if ('transactionIds' in on)
    return E.right(reachedOf(await digestedOf(storage, tenant, on.transactionIds), reaches));
  const job = await storage.read(({ jobs }) => jobs.find(tenant, on.jobId));
  if (job === undefined) return E.left(JobNotFound());
  const digested = jobDigests.of(job) ?? (await digestedOfJob(storage, job));
  const reached = reachedOf(digested, reaches);
  if (reached.text === '') return E.left(JobNotFound());
  if (job.status === 'queued' || job.status === 'processing') return E.left(JobNotTakenIn());
  jobDigests.keep(job, digested);
  return E.right(reached);
};

const digestedOf = async (
  storage: Storage,
  tenant: Tenant,
  transactionIds: ReadonlyArray<TransactionId>,
): Promise<DigestedPayouts> => {
  const ids = [...new Set(transactionIds)];
  const found = await storage.read(({ payouts }) => payouts.findMany(tenant, ids));
  const { add, digested } = digesting();
  for (const one of found) if (one.intake === 'accepted') add(one);
  return digested();
};

/** Others have their turn between the parts of a large job. */
const digestedOfJob = async (
  storage: Storage,
  { tenant, jobId, total }: Pick<Job, 'tenant' | 'jobId' | 'total'>,
): Promise<DigestedPayouts> => {
  const { add, digested } = digesting();
  const read = (from: number): Promise<ReadonlyArray<ApprovedPayout>> =>
    from < total
      ? storage.read(({ payouts }) => payouts.approvedOfJob(tenant, jobId, from, ROWS_A_READ))
      : Promise.resolve([]);
  let reading = read(0);
  for (let from = 0; from < total; from += ROWS_A_READ) {
    const rows = await reading;
    // The database reads the next part while this one is digested.
    reading = read(from + ROWS_A_READ);
    for (const row of rows) add(row);
  }
  return digested();
};

/** The sum of payouts, in paise. */
export const sumOf = (payouts: ReadonlyArray<ApprovedPayout>): number =>
  payouts.reduce((sum, { order }) => sum + order.amount, 0);
