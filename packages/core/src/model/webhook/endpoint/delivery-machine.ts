import type { Command, Machine } from '../../../kernel/values/machine.js';
import { E } from '../../../kernel/fp.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import { nextAttemptAt } from './retry-schedule.js';

/** A delivery that is on its way: how often it was tried, and what it waits for. */
export interface OpenDelivery {
  /** Failed attempts so far. */
  readonly attempts: number;
}

export type AttemptResult =
  | { readonly type: 'taken' }
  | {
      readonly type: 'failed';
      /** The wait that the receiver asked for, in ms. */
      readonly retryAfter?: number;
    };

/** An attempt was made. `dice` is from 0 to 1, evenly spread. */
export type DeliveryCommand = Command & AttemptResult & { readonly dice: number };

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
 */
export const stepDelivery: Machine<OpenDelivery, DeliveryCommand, never, DeliveryStep> = (
  { attempts },
  command,
) => {
  const made = attempts + 1;
  if (command.type === 'taken') return E.right({ status: 'delivered', attempts: made });
  const dueAt = nextAttemptAt(made, command.at, command.dice, command.retryAfter);
  return E.right(
    dueAt === undefined
      ? { status: 'dead', attempts: made }
      : { status: 'waiting', attempts: made, dueAt },
  );
};
