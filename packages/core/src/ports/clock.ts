import type { EpochMs } from '../kernel/time.js';
import { token } from '../wiring/token.js';

/** The only source of time. It may jump; nothing that protects money rests on it alone. */
export interface Clock {
  readonly now: () => EpochMs;
}
export const Clock = token<Clock>('Clock');
