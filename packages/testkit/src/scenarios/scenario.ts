import type { Storage } from '@hundi/core';

/** One use case, on a fresh storage. It throws when the engine does not do as it says. */
export interface Scenario {
  readonly title: string;
  readonly run: (storage: Storage) => Promise<void>;
}
