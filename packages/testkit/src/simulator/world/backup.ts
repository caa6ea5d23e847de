import type { Storage } from '@hundi/core';

/** Takes a backup of the storage; what it answers brings it back, when no unit of work runs. */
export type BackUp = () => () => void;

/** A storage for one history. */
export interface EmptyStorage {
  readonly storage: Storage;
  /** Without it the fault `restored_backup` never strikes. */
  readonly backUp?: BackUp;
}

/** A backup, and the turn at which it will be restored. */
export interface Taken {
  readonly restoredAt: number;
  readonly restore: () => void;
}
