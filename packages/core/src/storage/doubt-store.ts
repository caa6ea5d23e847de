import type { EpochMs } from '../kernel/values/time.js';

/** Stores what the database knows of sends that a restored backup has forgotten. */
export interface DoubtStore {
  /** Payouts made up to this moment may be at the bank even if no record shows it; undefined if none was drawn. */
  readonly line: () => Promise<EpochMs | undefined>;
  /**
   * Draws the line at a moment, or at the time in the highest payout id if that is later; never back. So it leaves no
   * payout behind it: none is younger than the time in its id.
   */
  readonly draw: (at: EpochMs) => Promise<void>;
}
