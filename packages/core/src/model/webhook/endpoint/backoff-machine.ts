import type { Command, Machine } from '../../../kernel/values/machine.js';
import { E } from '../../../kernel/fp.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import { nextProbeAt } from './retry-schedule.js';

/** For how long an endpoint that fails as a whole is left alone. */
export interface Backoff {
  /** How often in a row it was found failing. */
  readonly failures: number;
  /** Until then nothing is sent to it but what people ask for. */
  readonly until: EpochMs;
}

/** Some attempts were made together. */
export interface BackoffCommand extends Command {
  readonly taken: number;
  readonly failed: number;
  /**
   * Whether the failures say anything about the endpoint: an event failed that was tried for the first time, or
   * there was no answer. An event that is refused again and again is no fault of the others.
   */
  readonly isConclusive: boolean;
  /** The longest time that the receiver asked for, in ms. */
  readonly retryAfter?: number;
  /** From 0 to 1, evenly spread. */
  readonly dice: number;
}

/**
 * | from        | attempts                | to                                                    |
 * |-------------|-------------------------|-------------------------------------------------------|
 * | any         | none                    | the same                                              |
 * | any         | any taken               | not left alone                                        |
 * | any         | all failed, conclusive | left alone, for the next wait of the schedule         |
 * | left alone  | all failed, not conclusive | left alone, for the same wait again                   |
 * | not so      | all failed, not conclusive | not left alone: each event keeps its own schedule     |
 */
export const stepBackoff: Machine<Backoff | undefined, BackoffCommand, never> = (
  before,
  { taken, failed, isConclusive, retryAfter, dice, at },
) => {
  if (taken > 0) return E.right(undefined);
  if (failed === 0 || (before === undefined && !isConclusive)) return E.right(before);
  const failures = (before?.failures ?? 0) + (isConclusive ? 1 : 0);
  return E.right({ failures, until: nextProbeAt(failures, at, dice, retryAfter) });
};
