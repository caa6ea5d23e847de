import type { EpochMs } from '../../kernel/values/time.js';
import { nextAttemptAt } from './retry-schedule.js';

/** A delivery that is on its way: how often it was tried, and what it waits for. */
export interface OpenDelivery {
  /** Failed attempts so far. */
  readonly attempts: number;
}

/** What came of one attempt. */
export type AttemptResult =
  | { readonly kind: 'taken' }
  | {
      readonly kind: 'failed';
      /** What the receiver asked for, in ms. */
      readonly retryAfter?: number;
    };

/** Where a delivery is after an attempt. */
export type DeliveryStep =
  | { readonly status: 'delivered'; readonly attempts: number }
  | { readonly status: 'waiting'; readonly attempts: number; readonly dueAt: EpochMs }
  | { readonly status: 'dead'; readonly attempts: number };

/**
 * | from    | attempt                      | to        |
 * |---------|------------------------------|-----------|
 * | waiting | taken                        | delivered |
 * | waiting | failed, the schedule goes on | waiting   |
 * | waiting | failed, the schedule is over | dead      |
 *
 * @param dice from 0 to 1, evenly spread
 */
export const stepDelivery = (
  { attempts }: OpenDelivery,
  result: AttemptResult,
  at: EpochMs,
  dice: number,
): DeliveryStep => {
  const made = attempts + 1;
  if (result.kind === 'taken') return { status: 'delivered', attempts: made };
  const dueAt = nextAttemptAt(made, at, dice, result.retryAfter);
  return dueAt === undefined
    ? { status: 'dead', attempts: made }
    : { status: 'waiting', attempts: made, dueAt };
};
