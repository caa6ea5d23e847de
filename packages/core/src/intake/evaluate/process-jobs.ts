import { aloneOnFailure } from '../../duty/alone-on-failure.js';
import { subjectsOfWork } from '../../duty/about.js';
import type { Causes } from '../../duty/causes.js';
import { retryDelay, type Duty } from '../../duty/duty.js';
import { packBySize } from '../../kernel/flow/pack-by-size.js';
import { commit } from '../../storage/commit.js';
import type { Clock } from '../../ports/clock.js';
import type { Pacer } from '../../ports/pacer.js';
import type { Storage } from '../../storage/storage.js';
import type { ResolveDoubts } from '../../restore/resolve-doubts.js';
import { token } from '../../kernel/token.js';
import { claimJobs, type ClaimedJob } from './claim-jobs.js';
import { evaluateAsking } from './evaluate-asking.js';
import { PAYMENTS_MAX } from '../request/read-rows.js';

/**
 * The duty that evaluates accepted batches: every row judged, every verdict written in one commit. A job
 * that fails here, or whose process dies, is left to `retry-jobs`.
 */
export type ProcessJobs = Duty;
export const ProcessJobs = token<ProcessJobs>('ProcessJobs');

const JOBS_A_CLAIM = 200;

export const makeProcessJobs = (
  storage: Storage,
  clock: Clock,
  pacer: Pacer,
  resolveDoubts: ResolveDoubts,
  causes: Causes,
): ProcessJobs => {
  const evaluate = evaluateAsking(storage, clock, pacer, resolveDoubts);

  const report = (group: ReadonlyArray<ClaimedJob>, error: unknown): void => {
    causes.report('process-jobs', error, subjectsOfWork(group.map(({ work }) => work)));
  };

  const retryLater = (failed: ClaimedJob, error: unknown): Promise<void> => {
    report([failed], error);
    const { work } = failed;
    const runAt = clock.now() + retryDelay(work.attempts);
    return commit(storage, (stores) => stores.work.fail([{ ...work, duty: 'retry-jobs', runAt }]));
  };

  return {
    name: 'process-jobs',
    lanes: 1,
    chunk: JOBS_A_CLAIM,
    nextDue: () => storage.read(({ work }) => work.nextDue('process-jobs')),
    run: async () => {
      const now = clock.now();
      const { taken, claimed } = await commit(storage, (stores) =>
        claimJobs(stores, { duty: 'process-jobs', limit: JOBS_A_CLAIM, now }),
      );
      // Evaluated in one commit: many small ones, or one large one.
      for (const pack of packBySize(claimed, ({ job }) => job.total, PAYMENTS_MAX))
        await aloneOnFailure(pack, evaluate, retryLater, report);
      return taken;
    },
  };
};
