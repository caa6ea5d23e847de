import type { Memory } from './victim.js';

/** The memory of the service after a number of requests. */
export interface Weight extends Memory {
  readonly requests: number;
}

/** Caches that fill, and what is alive by chance at the moment of a weighing. */
const SLACK = 8 * 2 ** 20;
/** By so many bytes live memory may grow for a request: a leak of one object each is more. */
const GROWTH_A_REQUEST = 50;

const mean = (weights: ReadonlyArray<Weight>): Pick<Weight, 'requests' | 'heap'> => ({
  requests: weights.reduce((sum, one) => sum + one.requests, 0) / weights.length,
  heap: weights.reduce((sum, one) => sum + one.heap, 0) / weights.length,
});

/** By how many bytes live memory grew from the second fifth of a run, when caches are warm, to its last. */
export const growthOf = (weights: ReadonlyArray<Weight>): { grown: number; allowed: number } => {
  const fifth = Math.floor(weights.length / 5);
  if (fifth === 0) return { grown: 0, allowed: SLACK };
  const [early, late] = [mean(weights.slice(fifth, 2 * fifth)), mean(weights.slice(-fifth))];
  return {
    grown: late.heap - early.heap,
    allowed: SLACK + GROWTH_A_REQUEST * (late.requests - early.requests),
  };
};
