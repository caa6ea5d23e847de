import type { Bound, Rows } from '../engine/session.js';
import { filledBefore, type BucketStatements } from './bucket-statements.js';

// Each call makes one bucket at most, and two leave for one that comes: those that rest never pile up.
const FORGETS_EVERY = 500;
const FORGETS_AT_ONCE = 1_000;

/** One look in so many goes through everything, also for buckets of a process whose clock was behind. */
const WHOLE_EVERY = 100;

/**
 * Deletes buckets that have filled, each time that enough calls have come. It looks from where it found no more the last
 * time: while an old transaction is open, PostgreSQL keeps what is gone before that.
 *
 * @returns a function to call after each draw, with the time of day.
 */
export const forgettingOf = (
  ask: (statement: Bound) => Promise<Rows>,
  { forget }: Pick<BucketStatements, 'forget'>,
): ((now: number) => Promise<void>) => {
  let [calls, looks, clearedBefore] = [0, 0, 0];
  return async (now) => {
    calls += 1;
    if (calls % FORGETS_EVERY !== 0) return;
    const from = looks % WHOLE_EVERY === 0 ? 0 : clearedBefore;
    looks += 1;
    const before = filledBefore(now);
    const gone = await ask(forget(from, before, FORGETS_AT_ONCE));
    if (gone.length < FORGETS_AT_ONCE) clearedBefore = before;
  };
};
