import { claimAndRun, together } from '../../duty/claim-and-run.js';
import { DutyParts } from '../../duty/duty-parts.js';
import type { Duty } from '../../duty/duty.js';
import { ASKING } from '../../change/asking.js';
import { recipe, token } from '../../../kernel/token.js';
import { Judging } from '../rules/judging.js';
import { retryLater } from './retry-later.js';
import { startJobs } from './start-jobs.js';
import { evaluatingJobs } from './evaluate-jobs.js';
import { PAYMENTS_MAX } from '../request/read-rows.js';

/**
 * The duty that evaluates accepted batches: every row judged, every decision written in one commit. A job
 * that fails here, or whose process dies, is left to `retry-jobs`.
 */
export type ProcessJobs = Duty;
export const ProcessJobs = token<ProcessJobs>('ProcessJobs');

const JOBS_A_CLAIM = 200;

export const makeProcessJobs = recipe(
  ProcessJobs,
  { Parts: DutyParts, Judging, ...ASKING },
  ({ parts, judging, ...asking }) => {
    const { storage, clock } = parts;
    return claimAndRun(parts, {
      name: 'process-jobs',
      chunk: JOBS_A_CLAIM,
      lapsesTo: 'retry-jobs',
      // Evaluated in one commit, well within the lease: many small ones, or one large one.
      prepare: (stores, claimed, now) => startJobs(stores, claimed, now, PAYMENTS_MAX),
      groups: together,
      act: evaluatingJobs(parts, judging, asking),
      retry: (work) => retryLater(storage, clock, work),
    });
  },
);
