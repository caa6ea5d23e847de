import type { EpochMs } from '../kernel/values/time.js';

/** Stores what the database knows of sends that a restored backup has forgotten. */
export interface DoubtStore {
  /** Payouts made up to this moment may be at the bank even if no record shows it; undefined if none was drawn. */
  readonly line: () => Promise<EpochMs | undefined>;
  /** Draws the line at a moment, or behind the newest payout if that is later; never back. */
  readonly draw: (at: EpochMs) => Promise<void>;
}
