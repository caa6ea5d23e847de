import { SECOND } from '../../kernel/values/time.js';
import { BRIEF_ROWS } from '../../storage/storage.js';

/** How many orders the bank is given, or asked about, in one call at most. */
export const ORDERS_A_CALL = 1_000;

/** Beside a call that takes so long, what several commits cost more than one is nothing. */
const SLOW_CALL = SECOND;

/**
 * How many orders of a call one commit is about. The writer is kept busy for as long as the bank allows; beside a slow
 * one, those who wait for the writer go first, although there are then more commits.
 */
export const ordersACommit = (callMs: number): number =>
  callMs < SLOW_CALL ? ORDERS_A_CALL : BRIEF_ROWS;
