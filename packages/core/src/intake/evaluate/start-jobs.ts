import { afterIntake } from '../../duty/after-intake.js';
import type { HeldWork, Work } from '../../storage/work-store.js';
import { E } from '../../kernel/fp.js';
import type { JobId } from '../../kernel/values/ids.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { Stores } from '../../storage/storage.js';
import { INTAKE } from '../rules/evaluate-batch.js';
import { jobEntry } from '../job/job-entry.js';
import { stepJob } from '../job/job-machine.js';
import type { Job } from '../job/job.js';

/** A claim with the job that it is on. */
export interface ClaimedJob extends Work {
  readonly job: Job;
}

/** Finds the jobs of claimed work and starts those that are new. Work whose job needs no evaluation is left out. */
export const startJobs = async (
  stores: Stores,
  work: ReadonlyArray<Work>,
  now: EpochMs,
): Promise<ReadonlyArray<ClaimedJob>> => {
  if (work.length === 0) return [];
  const jobs = new Map(
    (await stores.jobs.findMany(work.map(({ subject }) => subject as JobId))).map((job) => [
      job.jobId as string,
      job,
    ]),
  );
  const claimed: ClaimedJob[] = [];
  const started: { readonly before: Job; readonly after: Job }[] = [];
  const ended: HeldWork[] = [];
  const gone: HeldWork[] = [];
  for (const item of work) {
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
    claimed.push({ job: after.right, ...item });
  }
  await stores.work.finish(gone);
  await stores.work.defer(ended.map((item) => afterIntake(item, now)));
  await stores.jobs.advance(started.map(({ after }) => after));
  await stores.journal.append(
    started.map(({ before, after }) => jobEntry(before, after, now, INTAKE)),
  );
  return claimed;
};
