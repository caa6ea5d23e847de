import { afterIntake } from '../../duty/after-intake.js';
import type { HeldWork, Work } from '../../storage/work-store.js';
import { packBySize } from '../../kernel/flow/pack-by-size.js';
import { E } from '../../kernel/fp.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { Stores } from '../../storage/storage.js';
import { INTAKE } from '../rules/evaluate-batch.js';
import { jobEntry } from '../job/job-entry.js';
import { stepJob } from '../job/job-machine.js';
import { jobOfWork, type Job } from '../job/job.js';

/** A claim with the job that it is on. */
export interface ClaimedJob extends Work {
  readonly job: Job;
}

type Jobs = ReadonlyMap<string, Job>;

/** The first of the claimed work, with up to so many payments in all; the rest is other workers' to claim. */
const oneShare = async (
  { work }: Stores,
  claimed: ReadonlyArray<Work>,
  jobs: Jobs,
  paymentsMax: number,
): Promise<ReadonlyArray<Work>> => {
  const totalOf = ({ subject }: Work): number => jobs.get(subject)?.total ?? 0;
  const [share = [], ...rest] = packBySize(claimed, totalOf, paymentsMax);
  await work.giveBack(
    rest.flat().map((item) => {
      const { requestedAt } = jobs.get(item.subject) as Job;
      return { ...item, duty: 'process-jobs', runAt: requestedAt };
    }),
  );
  return share;
};

/**
 * Finds the jobs of claimed work, gives back those beyond so many payments in all, and starts those that are new. Work
 * whose job needs no evaluation is left out.
 */
export const startJobs = async (
  stores: Stores,
  claimed: ReadonlyArray<Work>,
  now: EpochMs,
  paymentsMax = Infinity,
): Promise<ReadonlyArray<ClaimedJob>> => {
  if (claimed.length === 0) return [];
  const jobs: Jobs = new Map(
    (await stores.jobs.findMany(claimed.map(jobOfWork))).map((job) => [job.jobId as string, job]),
  );
  const share = await oneShare(stores, claimed, jobs, paymentsMax);
  const found: ClaimedJob[] = [];
  const started: { readonly before: Job; readonly after: Job }[] = [];
  const ended: HeldWork[] = [];
  const gone: HeldWork[] = [];
  for (const item of share) {
    const before = jobs.get(item.subject);
    if (before === undefined) {
      gone.push(item);
      continue;
    }
    const after = stepJob(before, { type: 'start', at: now });
    if (E.isLeft(after)) {
      ended.push(item);
      continue;
    }
    if (after.right !== before) started.push({ before, after: after.right });
    found.push({ job: after.right, ...item });
  }
  await stores.work.finish(gone);
  await stores.work.defer(ended.map((item) => afterIntake(item, now)));
  await stores.jobs.advance(started.map(({ after }) => after));
  await stores.journal.append(
    started.map(({ before, after }) => jobEntry(before, after, now, INTAKE)),
  );
  return found;
};
