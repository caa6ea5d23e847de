import { endingBy } from '../../change/ending.js';
import { claimAndRun, oneByOne } from '../../duty/claim-and-run.js';
import { DutyParts } from '../../duty/duty-parts.js';
import type { Duty } from '../../duty/duty.js';
import type { Work } from '../../../storage/work-store.js';
import { E } from '../../../kernel/fp.js';
import { ASKING } from '../../change/asking.js';
import { recipe, token } from '../../../kernel/token.js';
import { Judging } from '../rules/judging.js';
import { retryLater } from './retry-later.js';
import { startJobs } from './start-jobs.js';
import { evaluatingJobs } from './evaluate-jobs.js';
import { giveUpJob, intakeFailed } from './give-up-job.js';

/**
 * The duty that tries jobs again whose evaluation failed or took its process with it. One by one: a job
 * that kills its worker takes no other job with it, and its failures count for itself only.
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

export const makeRetryJobs = recipe(
  RetryJobs,
  { Parts: DutyParts, Judging, ...ASKING },
  ({ parts, judging, ...asking }) => {
    const { storage, clock } = parts;
    const evaluate = evaluatingJobs(parts, judging, asking);

    const end = endingBy(giveUpJob)(parts, asking);
    const giveUp = async (work: Work, reason: string): Promise<void> => {
      const ended = await end(work.tenant, { work, reason });
      // A row that the bank may have executed is not cancelled, however long its answer takes.
      if (E.isLeft(ended))
        await retryLater(storage, clock, work, intakeFailed(work, clock.now(), reason));
    };

    return claimAndRun(parts, {
      name: 'retry-jobs',
      chunk: 1,
      prepare: startJobs,
      groups: oneByOne,
      act: async (claimed) => {
        for (const work of claimed) {
          if (deathsOf(work) >= DEATHS_MAX) await giveUp(work, 'ProcessDied');
          else await evaluate([work]);
        }
      },
      retry: (work, detail) =>
        work.failures + 1 >= FAILURES_MAX ? giveUp(work, detail) : retryLater(storage, clock, work),
    });
  },
);
