import type { EpochMs } from '../kernel/values/time.js';

/** What the database knows of having forgotten sends. */
export interface DoubtStore {
  /** Payouts made up to this moment may be at the bank though nothing here says so; undefined when no doubt was raised. */
  readonly line: () => Promise<EpochMs | undefined>;
  /** Draws the line at a moment, or behind the newest payout if that is later; never back. */
  readonly draw: (at: EpochMs) => Promise<void>;
}
