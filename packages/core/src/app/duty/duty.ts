import type { EpochMs } from '../../kernel/values/time.js';
import type { DutyName } from '../../storage/work-store.js';

/** A piece of background work (decisions §16): claim what is due, do it, record it. */
export interface Duty {
  readonly name: DutyName;
  /** How many chunks one worker has in hand at once. */
  readonly lanes: number;
  /** How many items one run claims at most. */
  readonly chunk: number;
  /**
   * Works through one chunk of what is due and answers how many items it claimed; 0 means that nothing
   * was due. Safe to run in any number of workers at once. Where a duty has several lanes, it calls `onFull` as soon
   * as it has claimed a whole chunk: there may be work for another lane. It calls `onHeldUp` when others, such as
   * receivers of webhooks, keep it from its end for long: its lane may go to other work meanwhile.
   */
  readonly run: (onFull?: () => void, onHeldUp?: () => void) => Promise<number>;
  /** Until when a worker leaves it alone although something is due for it, because other work goes first. */
  readonly restsUntil?: () => EpochMs | undefined;
}

/**
 * How long a claim is held, in ms (decisions §8). A port called under it gives up well before (10 s). The work of a dead
 * worker goes on within 30 s: 5 s are left to the worker that looks for it.
 */
export const LEASE_MS = 25_000;

/** Waits 1 s, 2 s, 4 s … up to a minute before work that failed is tried again. */
export const retryDelay = (attempts: number): number =>
  Math.min(2 ** Math.max(attempts - 1, 0), 60) * 1_000;
