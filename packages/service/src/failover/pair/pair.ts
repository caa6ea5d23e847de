/** A primary, and a standby that has every commit before the primary confirms it. */
export interface Pair {
  /** Where the primary is now. Its database is empty before a round. */
  readonly primary: () => string;
  /** Kills the primary and whatever could start it again on its machine. */
  readonly lose: () => Promise<void>;
  /** Resolves when the standby is the primary; it waits for no standby of its own. */
  readonly takeOver: () => Promise<void>;
}
