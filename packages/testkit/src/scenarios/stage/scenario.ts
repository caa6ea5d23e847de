import type { Storage } from '@hundi/core';

/** One use case, on a fresh storage. It throws when the engine does not do as it says. */
export interface Scenario {
  readonly title: string;
  /**
   * What it shows may differ between databases: callers or workers meet, one of them dies, a backup is restored, rows
   * leave for the archive or are many, or a statement chooses, orders or counts them. Without this mark it shows a rule,
   * which is the same on every storage.
   */
  readonly asksStore?: true;
  readonly run: (storage: Storage) => Promise<void>;
}
