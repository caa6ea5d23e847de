import { LEASE_MS } from '../../duty/duty.js';
import { indexLater } from '../../duty/index-later.js';
import type { Claim, HeldWork, Work } from '../../storage/work-store.js';
import { E } from '../../kernel/fp.js';
import type { JobId } from '../../kernel/values/ids.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { Stores } from '../../storage/storage.js';
import { INTAKE } from '../rules/evaluate-batch.js';
import { jobEntry } from '../job/job-entry.js';
import { stepJob } from '../job/job-machine.js';
import type { Job } from '../job/job.js';

/** A job with the claim on it. */
export interface ClaimedJob {
  readonly job: Job;
  readonly work: Work;
}

/** What a claim brought: `taken` counts jobs too that need no evaluation any more. */
interface Claimed {
  readonly taken: number;
  readonly claimed: ReadonlyArray<ClaimedJob>;
}

/** Claims jobs whose evaluation is due and starts those that are new. One whose holder dies is tried by itself next. */
export const claimJobs = async (
  stores: Stores,
  { duty, limit, now }: Pick<Claim, 'duty' | 'limit' | 'now'>,
): Promise<Claimed> => {
  const work = await stores.work.claim({
    duty,
    now,
    leaseMs: LEASE_MS,
    limit,
    lapsesTo: 'retry-jobs',
  });
  return { taken: work.length, claimed: await startJobs(stores, work, now) };
};

const startJobs = async (
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
    const after = stepJob(before, { type: 'start' });
    if (E.isLeft(after)) {
      ended.push(item);
      continue;
    }
    if (after.right !== before) started.push({ before, after: after.right });
    claimed.push({ job: after.right, work: item });
  }
  await stores.work.finish(gone);
  await stores.work.defer(ended.map((item) => indexLater(item, now)));
  await stores.jobs.advance(started.map(({ after }) => after));
  await stores.journal.append(
    started.map(({ before, after }) => jobEntry(before, after, now, INTAKE)),
  );
  return claimed;
};
