import { kindOf, LEASE_MS, retryDelay, type Duty } from '../duty/duty.js';
import { indexLater } from '../duty/index-later.js';
import type { HeldWork, Work } from '../duty/work-store.js';
import { E } from '../fp.js';
import type { JobId } from '../kernel/ids.js';
import { packed } from '../kernel/packed.js';
import type { EpochMs } from '../kernel/time.js';
import { commit } from '../ports/commit.js';
import type { Clock } from '../ports/clock.js';
import type { Pacer } from '../ports/pacer.js';
import type { Storage, Stores } from '../ports/storage.js';
import { token } from '../wiring/token.js';
import { PAYMENTS_MAX } from './read-rows.js';
import { evaluateJobs } from './evaluate-jobs.js';
import { INTAKE } from './evaluate-batch.js';
import { giveUpJob } from './give-up-job.js';
import { jobEntry } from './job-entry.js';
import { stepJob } from './job-machine.js';
import type { Job } from './job.js';

/** The duty that evaluates accepted batches: every row judged, every verdict written in one commit. */
export type ProcessJobs = Duty;
export const ProcessJobs = token<ProcessJobs>('ProcessJobs');

const JOBS_A_CLAIM = 200;
// With the pauses between them some seven minutes: a full disk is emptied, a database is back.
const ATTEMPTS_MAX = 12;

/** A job with the claim on it. */
export interface ClaimedJob {
  readonly job: Job;
  readonly work: Work;
}

export const makeProcessJobs = (storage: Storage, clock: Clock, pacer: Pacer): ProcessJobs => {
  const evaluate = async (claimed: ReadonlyArray<ClaimedJob>): Promise<void> => {
    try {
      await commit(storage, (stores) => evaluateJobs(stores, claimed, clock.now(), pacer));
      pacer.wake();
    } catch (error) {
      const [first] = claimed;
      if (claimed.length > 1) for (const one of claimed) await evaluate([one]);
      else if (first !== undefined) await afterFailure(first, error);
    }
  };

  const afterFailure = async ({ work }: ClaimedJob, error: unknown): Promise<void> => {
    const now = clock.now();
    if (work.attempts < ATTEMPTS_MAX) {
      const runAt = now + retryDelay(work.attempts);
      await commit(storage, (stores) =>
        stores.work.defer([{ ...work, duty: 'process-jobs', runAt }]),
      );
      return;
    }
    await commit(storage, (stores) => giveUpJob(stores, work, now, kindOf(error)));
  };

  return {
    name: 'process-jobs',
    lanes: 1,
    chunk: JOBS_A_CLAIM,
    nextDue: () => storage.read(({ work }) => work.nextDue('process-jobs')),
    run: async () => {
      const claimed = await claimJobs(storage, clock.now());
      // Evaluated in one commit: many small ones, or one large one.
      for (const pack of packed(claimed, ({ job }) => job.total, PAYMENTS_MAX))
        await evaluate(pack);
      return claimed.length;
    },
  };
};

const claimJobs = (storage: Storage, now: EpochMs): Promise<ReadonlyArray<ClaimedJob>> =>
  commit(storage, async (stores) => {
    const work = await stores.work.claim({
      duty: 'process-jobs',
      now,
      leaseMs: LEASE_MS,
      limit: JOBS_A_CLAIM,
      lapsesTo: 'process-jobs',
    });
    return work.length === 0 ? [] : startJobs(stores, work, now);
  });

const startJobs = async (
  stores: Stores,
  work: ReadonlyArray<Work>,
  now: EpochMs,
): Promise<ReadonlyArray<ClaimedJob>> => {
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
