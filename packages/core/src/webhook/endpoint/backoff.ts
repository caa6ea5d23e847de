import type { EpochMs } from '../../kernel/values/time.js';
import { nextProbeAt } from './retry-schedule.js';

/** For how long an endpoint that fails as a whole is left alone. */
export interface Backoff {
  /** How often in a row it was found failing. */
  readonly failures: number;
  /** Until then nothing is sent to it but what people ask for. */
  readonly until: EpochMs;
}

/** What came of the attempts that were made together. */
export interface Heard {
  readonly taken: number;
  readonly failed: number;
  /**
   * Whether the failures say anything about the endpoint: an event failed that was tried for the first time, or
   * there was no answer. An event that is refused again and again is no fault of the others.
   */
  readonly isTelling: boolean;
  /** The longest time that the receiver asked for, in ms. */
  readonly retryAfter?: number;
}

/**
 * | from        | attempts                | to                                                    |
 * |-------------|-------------------------|-------------------------------------------------------|
 * | any         | none                    | the same                                              |
 * | any         | any taken               | not left alone                                        |
 * | any         | all failed, telling     | left alone, for the next wait of the schedule         |
 * | left alone  | all failed, not telling | left alone, for the same wait again                   |
 * | not so      | all failed, not telling | not left alone: each event keeps its own schedule     |
 *
 * @param dice from 0 to 1, evenly spread
 */
export const stepBackoff = (
  before: Backoff | undefined,
  { taken, failed, isTelling, retryAfter }: Heard,
  at: EpochMs,
  dice: number,
): Backoff | undefined => {
  if (taken > 0) return undefined;
  if (failed === 0 || (before === undefined && !isTelling)) return before;
  const failures = (before?.failures ?? 0) + (isTelling ? 1 : 0);
  return { failures, until: nextProbeAt(failures, at, dice, retryAfter) };
};
