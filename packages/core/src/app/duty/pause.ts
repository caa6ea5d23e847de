import type { EpochMs } from '../../kernel/values/time.js';

/** A time in which something is left alone. */
export interface Pause {
  readonly since: EpochMs;
  readonly until: EpochMs;
}

export const pauseFrom = (since: EpochMs, ms: number): Pause => ({ since, until: since + ms });

/**
 * Whether a pause is over. A clock that was set back makes it twice as long at most: else it would last as long as the clock
 * goes back.
 */
export const isOver = ({ since, until }: Pause, now: EpochMs): boolean =>
  now >= until || until - now > 2 * (until - since);
