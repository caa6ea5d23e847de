import { subjectsOfWork } from '../../duty/about.js';
import { detailOf, type Causes } from '../../duty/causes.js';
import { retryDelay, type Duty } from '../../duty/duty.js';
import type { Work } from '../../storage/work-store.js';
import { E } from '../../kernel/fp.js';
import type { Incident } from '../../journal/entry/incident.js';
import { commit } from '../../storage/commit.js';
import type { Clock } from '../../ports/clock.js';
import type { Pacer } from '../../ports/pacer.js';
import type { Storage } from '../../storage/storage.js';
import { NOTHING_RESOLVED, type Doubted, type Resolved } from '../../restore/doubt.js';
import type { ResolveDoubts } from '../../restore/resolve-doubts.js';
import { token } from '../../kernel/token.js';
import { claimJobs, type ClaimedJob } from './claim-jobs.js';
import { evaluateAsking, resolveRows } from './evaluate-asking.js';
import { giveUpJob, intakeFailed } from './give-up-job.js';

/**
 * The duty that tries jobs again whose evaluation failed or took its process with it. One by one: a job
 * that kills whoever evaluates it takes no other with it, and its deaths are its own.
 */
export type RetryJobs = Duty;
export const RetryJobs = token<RetryJobs>('RetryJobs');

// With the pauses between them some seven minutes: a full disk is emptied, a database is back.
const FAILURES_MAX = 12;

// A lease lies between two of them: ten minutes in which every process died just here. Restarts do not hit
// the moment of one job's evaluation twenty times in a row.
const DEATHS_MAX = 20;

/** Claims before this one that neither ended well nor said that they failed: their processes are gone. */
const deathsOf = ({ attempts, failures }: Work): number => attempts - 1 - failures;

export const makeRetryJobs = (
  storage: Storage,
  clock: Clock,
  pacer: Pacer,
  resolveDoubts: ResolveDoubts,
  causes: Causes,
): RetryJobs => {
  const evaluateAlone = evaluateAsking(storage, clock, pacer, resolveDoubts);

  const retryLater = (work: Work, ...incidents: Incident[]): Promise<void> => {
    const runAt = clock.now() + retryDelay(work.attempts);
    return commit(storage, async (stores) => {
      await stores.work.fail([{ ...work, duty: 'retry-jobs', runAt }]);
      await stores.journal.raise(incidents);
    });
  };

  const giveUp = async (work: Work, reason: string): Promise<void> => {
    const end = (resolved: Resolved) =>
      storage.atomically<ReadonlyArray<Doubted>, undefined>((stores) =>
        giveUpJob(stores, work, { at: clock.now(), reason, resolved }),
      );
    const ended = await end(NOTHING_RESOLVED);
    if (E.isRight(ended)) return;
    const again = await end(await resolveRows(resolveDoubts, ended.left));
    // Whatever the bank has executed is not cancelled, however long that takes.
    if (E.isLeft(again)) await retryLater(work, intakeFailed(work, clock.now(), reason));
  };

  const afterFailure = (work: Work, error: unknown): Promise<void> => {
    const incidentId = causes.report('retry-jobs', error, subjectsOfWork([work]));
    return work.failures + 1 >= FAILURES_MAX
      ? giveUp(work, detailOf(error, incidentId))
      : retryLater(work);
  };

  const evaluate = async (claimed: ClaimedJob): Promise<void> => {
    try {
      await evaluateAlone([claimed]);
    } catch (error) {
      await afterFailure(claimed.work, error);
    }
  };

  return {
    name: 'retry-jobs',
    lanes: 1,
    chunk: 1,
    nextDue: () => storage.read(({ work }) => work.nextDue('retry-jobs')),
    run: async () => {
      const now = clock.now();
      const { taken, claimed } = await commit(storage, (stores) =>
        claimJobs(stores, { duty: 'retry-jobs', limit: 1, now }),
      );
      for (const one of claimed) {
        if (deathsOf(one.work) >= DEATHS_MAX) await giveUp(one.work, 'ProcessDied');
        else await evaluate(one);
      }
      return taken;
    },
  };
};
