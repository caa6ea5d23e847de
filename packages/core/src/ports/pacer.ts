import type { EpochMs } from '../kernel/time.js';
import { token } from '../wiring/token.js';

/** How long work shares the thread, and how workers wait. The only scheduling that core knows. */
export interface Pacer {
  /** Lets other requests have a turn in the middle of a long computation. */
  readonly breathe: () => Promise<void>;
  /** Says that work may have become due, to every worker that idles. */
  readonly wake: () => void;
  /** Waits until somebody wakes, or the moment comes; `undefined` leaves the length to the host. */
  readonly idle: (until: EpochMs | undefined) => Promise<void>;
}
export const Pacer = token<Pacer>('Pacer');
