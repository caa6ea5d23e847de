import { someOfJob } from '../../writer/payout/some-of-job.js';
import {
  maySeePayouts,
  packagesSeenBy,
  placesSeenBy,
  seenBy,
  seesAllPayouts,
} from '../../../model/payout/seen-by.js';
import type { PayoutTally } from '../../../storage/payout-store.js';
import type { Stores } from '../../../storage/storage.js';
import type { Actor } from '../../../model/tenancy/user.js';
import type { Job } from '../../../model/intake/job/job.js';

/** Whether a person sees every row of a job: who sees all of the corporate, or initiated it and may look at payouts. */
export const seesWholeJob = (actor: Actor, { initiatedByUserId }: Job): boolean =>
  seesAllPayouts(actor) || (initiatedByUserId === actor.user.userId && maySeePayouts(actor));

/** Whether a job is shown to a person: all of it, or because their roles reach a package that it pays by. */
export const isJobShown = async (
  stores: Pick<Stores, 'payouts'>,
  actor: Actor,
  job: Job,
): Promise<boolean> => {
  if (seesWholeJob(actor, job)) return true;
  const { tenant, jobId, packageCodes } = job;
  if (packageCodes === undefined) return someOfJob(stores, tenant, jobId, seenBy(actor));
  const seen = packagesSeenBy(actor);
  return packageCodes.some((code) => seen.has(code));
};

/** Whether a person sees every row that was tallied of a job. */
export const seesTallied = (
  actor: Actor,
  job: Job,
  tallies: ReadonlyArray<PayoutTally>,
): boolean => {
  if (seesWholeJob(actor, job)) return true;
  const reaches = placesSeenBy(actor);
  return tallies.every(({ packageCode, debitAccountId }) => reaches(packageCode, debitAccountId));
};
