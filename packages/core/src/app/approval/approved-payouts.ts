import type { ActorNotFound } from '../../model/access/access-errors.js';
import { JobNotFound, JobNotTakenIn } from '../../model/intake/job/intake-errors.js';
import { isUndecided } from '../../model/intake/job/job.js';
import { E } from '../../kernel/fp.js';
import type { JobId, TransactionId, UserId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { ApprovedPayout } from '../../model/payout/approved-payout.js';
import type { Storage } from '../../storage/storage.js';
import { joined, leafOf, leavesIn, type Leaves } from '../authority/approval-digest.js';
import type { NotAnApprover } from './approval-errors.js';
import { approverOf, approverReach } from './approver.js';

/** The payouts that a decision names, or the job that it is on. */
export type DecidedOn =
  | { readonly transactionIds: ReadonlyArray<TransactionId> }
  | { readonly jobId: JobId };

/** Why the payouts of a decision are not found (decisions §7). */
export type ApprovedPayoutsError = ActorNotFound | NotAnApprover | JobNotFound | JobNotTakenIn;

const ROWS_A_READ = 1_000;

/** Payouts that a decision is about: their digests as {@link leavesText}, each by its id in it, and their sum in paise. */
export interface ApprovedPayouts {
  readonly text: string;
  readonly leaves: Leaves;
  readonly sum: number;
}

/**
 * The accepted payouts that a decision is about and that the person's roles reach, in whatever state they are: what
 * others decide meanwhile changes nothing of this, so what was digested for a challenge is the same at the decision.
 * Others have their turn between the parts of a large job.
 */
export const approvedPayouts = async (
  storage: Storage,
  tenant: Tenant,
  { userId, on }: { readonly userId: UserId; readonly on: DecidedOn },
  now: EpochMs,
): Promise<E.Either<ApprovedPayoutsError, ApprovedPayouts>> => {
  const actor = await storage.read((stores) => approverOf(stores, tenant, userId, now));
  if (E.isLeft(actor)) return actor;
  const reaches = approverReach(actor.right);
  const lines: string[] = [];
  let sum = 0;
  const take = (payouts: ReadonlyArray<ApprovedPayout>): void => {
    const reached = payouts.filter(reaches);
    for (const payout of reached) lines.push(leafOf(payout));
    sum += sumOf(reached);
  };
  const taken = (): ApprovedPayouts => {
    const text = joined(lines);
    return { text, leaves: leavesIn(text), sum };
  };
  if ('transactionIds' in on) {
    const ids = [...new Set(on.transactionIds)];
    const found = await storage.read(({ payouts }) => payouts.findMany(tenant, ids));
    take(found.filter((one) => one.intake === 'accepted'));
    return E.right(taken());
  }
  const { jobId } = on;
  const job = await storage.read(({ jobs }) => jobs.find(tenant, jobId));
  const total = job?.total ?? 0;
  const read = (from: number): Promise<ReadonlyArray<ApprovedPayout>> =>
    from < total
      ? storage.read(({ payouts }) => payouts.approvedOfJob(tenant, jobId, from, ROWS_A_READ))
      : Promise.resolve([]);
  let reading = read(0);
  for (let from = 0; from < total; from += ROWS_A_READ) {
    const rows = await reading;
    // The database reads the next part while this one is digested.
    reading = read(from + ROWS_A_READ);
    take(rows);
  }
  if (lines.length === 0) return E.left(JobNotFound());
  return isUndecided(job) ? E.left(JobNotTakenIn()) : E.right(taken());
};

/** The sum of payouts, in paise. */
export const sumOf = (payouts: ReadonlyArray<ApprovedPayout>): number =>
  payouts.reduce((sum, { order }) => sum + order.amount, 0);
