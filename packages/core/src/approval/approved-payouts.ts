import type { ActorNotFound } from '../access/access-errors.js';
import { JobNotFound, JobNotTakenIn } from '../intake/job/intake-errors.js';
import { E } from '../kernel/fp.js';
import type { JobId, TransactionId, UserId } from '../kernel/values/ids.js';
import type { Tenant } from '../kernel/values/tenant.js';
import type { EpochMs } from '../kernel/values/time.js';
import type { AcceptedPayout, Payout } from '../payout/payout.js';
import type { Storage } from '../storage/storage.js';
import type { NotAnApprover } from './approval-errors.js';
import { approverOf, approverReach } from './approver.js';

/** The payouts that a decision names, or the job that it is on. */
export type DecidedOn =
  { readonly transactionIds: ReadonlyArray<TransactionId> } | { readonly jobId: JobId };

export type ApprovedPayoutsError = ActorNotFound | NotAnApprover | JobNotFound | JobNotTakenIn;

const ROWS_A_READ = 1_000;

/**
 * The accepted payouts that a decision is about and that the person's roles reach, in whatever state they are: what
 * others decide meanwhile changes nothing of this, so what was digested for a challenge is the same at the decision.
 */
export const approvedPayouts = async (
  storage: Storage,
  tenant: Tenant,
  userId: UserId,
  on: DecidedOn,
  now: EpochMs,
): Promise<E.Either<ApprovedPayoutsError, ReadonlyArray<AcceptedPayout>>> => {
  const actor = await storage.read((stores) => approverOf(stores, tenant, userId, now));
  if (E.isLeft(actor)) return actor;
  const reaches = approverReach(actor.right);
  const reached = (payouts: ReadonlyArray<Payout>) =>
    payouts.filter((one) => one.intake === 'accepted').filter(reaches);
  if ('transactionIds' in on) {
    const ids = on.transactionIds;
    return E.right(reached(await storage.read(({ payouts }) => payouts.findMany(tenant, ids))));
  }
  const { jobId } = on;
  const job = await storage.read(({ jobs }) => jobs.find(tenant, jobId));
  const all: AcceptedPayout[] = [];
  for (let from = 0; from < (job?.total ?? 0); from += ROWS_A_READ) {
    const start = from;
    const rows = await storage.read(({ payouts }) =>
      payouts.ofJob(tenant, jobId, start, ROWS_A_READ),
    );
    all.push(...reached(rows));
  }
  if (all.length === 0) return E.left(JobNotFound());
  return job?.status === 'queued' || job?.status === 'processing'
    ? E.left(JobNotTakenIn())
    : E.right(all);
};

/** The sum of payouts, in paise. */
export const sumOf = (payouts: ReadonlyArray<AcceptedPayout>): number =>
  payouts.reduce((sum, { order }) => sum + order.amount, 0);
