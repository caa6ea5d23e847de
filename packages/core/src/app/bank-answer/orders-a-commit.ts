import { SECOND } from '../../kernel/values/time.js';
import { ORDERS_A_CALL_MAX } from '../../ports/declared-traits.js';
import { BRIEF_ROWS } from '../../storage/storage.js';

/** Beside a call of a thousand orders that takes so long, what several commits cost more than one is nothing. */
const SLOW_CALL = SECOND;

/**
 * How many orders of a call one commit is about. The writer is kept busy for as long as the bank allows; beside a slow
 * one, those who wait for the writer go first, although there are then more commits. A call of groups may hold many
 * thousands, and takes longer for that alone.
 *
 * @param orders how many the call was about
 */
export const ordersACommit = (callMs: number, orders: number): number =>
  (callMs * ORDERS_A_CALL_MAX) / Math.max(orders, ORDERS_A_CALL_MAX) < SLOW_CALL
    ? ORDERS_A_CALL_MAX
    : BRIEF_ROWS;
