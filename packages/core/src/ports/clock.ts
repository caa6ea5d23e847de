import type { EpochMs } from '../kernel/values/time.js';
import { token } from '../kernel/token.js';

/** The only source of time, in epoch ms (decisions §2). It may jump; nothing that protects money rests on it alone. */
export interface Clock {
  readonly now: () => EpochMs;
}
export const Clock = token<Clock>('Clock');
