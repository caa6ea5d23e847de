import type { Comparison } from './compare.js';
import type { CrashReport } from './report.js';

/** Gathers what a run does and finds. */
export interface Tally {
  readonly died: (where: string) => void;
  readonly took: (what: string, ms: number) => void;
  readonly compared: (comparison: Comparison) => void;
  readonly lost: (loss: string) => void;
  readonly kills: () => number;
  readonly report: () => CrashReport;
}

export const newTally = (database: string): Tally => {
  const deaths: Record<string, number> = {};
  const times: Record<string, number[]> = {};
  const sum = { requests: 0, replies: 0, payouts: 0, executed: 0 };
  const losses: string[] = [];
  let kills = 0;
  return {
    died: (where) => {
      kills += 1;
      deaths[where] = (deaths[where] ?? 0) + 1;
    },
    took: (what, ms) => {
      (times[what] ??= []).push(ms);
    },
    compared: (comparison) => {
      sum.requests += comparison.requests;
      sum.replies += comparison.replies;
      sum.payouts += comparison.payouts;
      sum.executed += comparison.executed;
      losses.push(...comparison.losses);
    },
    lost: (loss) => losses.push(loss),
    kills: () => kills,
    report: () => ({ database, kills, deaths, times, ...sum, losses }),
  };
};
