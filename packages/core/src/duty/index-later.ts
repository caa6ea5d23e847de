import { SECOND, type EpochMs } from '../kernel/values/time.js';
import type { Work } from '../storage/work-store.js';

/**
 * How long the payouts of a job wait for their search terms once its intake is over. They are found without
 * them meanwhile, only slower: so the terms are written behind the intake and cost it nothing.
 */
const INDEX_AFTER = 30 * SECOND;

/** What is left to do for a job whose intake ended, on the work that it has or for new work. */
export const indexLater = <W extends Pick<Work, 'subject'>>(
  work: W,
  endedAt: EpochMs,
): W & Pick<Work, 'duty' | 'runAt'> => ({
  ...work,
  duty: 'index-payouts',
  runAt: endedAt + INDEX_AFTER,
});
