import { writeCertainAcross } from '../../writer/write-changes.js';
import type { Changes, JobStep } from '../../writer/changes.js';
import { afterIntake } from '../../duty/after-intake.js';
import type { DeferredWork, HeldWork, Work } from '../../../storage/work-store.js';
import { packBySize } from '../../../kernel/flow/pack-by-size.js';
import { E } from '../../../kernel/fp.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import type { Stores } from '../../../storage/storage.js';
import { INTAKE } from '../rules/evaluate-batch.js';
import { stepJob } from '../../../model/intake/job/job-machine.js';
import { jobOfWork, type Job } from '../../../model/intake/job/job.js';

/** A claim with the job that it is on. */
export interface ClaimedJob extends Work {
  readonly job: Job;
}

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
  const jobs = await stores.jobs.findMany(claimed.map(jobOfWork));
  const { found, changes } = starting(claimed, jobs, now, paymentsMax);
  await writeCertainAcross(stores, changes);
  return found;
};

/** The jobs that are evaluated now, and what changes before. */
export const starting = (
  claimed: ReadonlyArray<Work>,
  jobs: ReadonlyArray<Job>,
  now: EpochMs,
  paymentsMax: number,
): { readonly found: ReadonlyArray<ClaimedJob>; readonly changes: Changes } => {
  const byId = new Map<string, Job>(jobs.map((job) => [job.jobId, job]));
  const totalOf = ({ subject }: Work): number => byId.get(subject)?.total ?? 0;
  const [share = [], ...others] = packBySize(claimed, totalOf, paymentsMax);
  const found: ClaimedJob[] = [];
  const started: JobStep[] = [];
  const later: DeferredWork[] = [];
  const over: HeldWork[] = [];
  for (const item of share) {
    const before = byId.get(item.subject);
    const after = before && stepJob(before, { type: 'start', at: now });
    if (before === undefined || after === undefined) over.push(item);
    else if (E.isLeft(after)) later.push(afterIntake(item, now));
    else {
      if (after.right !== before) started.push({ before, after: after.right });
      found.push({ job: after.right, ...item });
    }
  }
  const givenBack = others.flat().map((item) => {
    const { requestedAt } = byId.get(item.subject) as Job;
    return { ...item, duty: 'process-jobs' as const, runAt: requestedAt };
  });
  const handled = { over, later, givenBack };
  return { found, changes: { by: { actor: INTAKE }, at: now, jobs: started, handled } };
};
