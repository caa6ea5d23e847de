import type { EpochMs } from '../kernel/values/time.js';
import { token } from '../kernel/token.js';

/** Lets other work run between steps, and lets workers wait. The only scheduling that core knows. */
export interface Pacer {
  /** Lets other requests have a turn in the middle of a long computation. */
  readonly breathe: () => Promise<void>;
  /** Says that work may have become due, to every worker. */
  readonly wake: () => void;
  /** How often `wake` was called so far. */
  readonly wakes: () => number;
  /**
   * Waits until the moment comes or `wake` is called, and not at all if it was called since `wakes` was
   * `seen`; `undefined` leaves the length to the host, which also bounds it. Epoch ms.
   */
  readonly idle: (until: EpochMs | undefined, seen: number) => Promise<void>;
  /**
   * Calls `ring` once after so many ms, unless the function that it returns is called before. The engine gives up by it
   * on another system that does not answer.
   */
  readonly alarm: (ms: number, ring: () => void) => () => void;
}
export const Pacer = token<Pacer>('Pacer');
