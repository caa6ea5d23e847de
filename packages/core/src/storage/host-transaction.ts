import { recogniseInAnyCopy } from '../kernel/any-copy.js';
import type { Storage } from './whole-storage.js';

/**
 * A storage whose units of work take place in a transaction that the host began (decisions §16): they are committed when
 * the host commits, and undone when it rolls back. A unit that refuses or fails undoes what it wrote, and leaves the
 * transaction as it was before. No unit begins, commits or is run again: one that loses a race rejects with
 * {@link LostRace}.
 */
export interface HostTransaction extends Omit<Storage, 'tell' | 'listen'> {
  /** Resolves once the host has ended its transaction, either way. */
  readonly ended: Promise<void>;
}

/** Another transaction was faster: the host rolls its own back, and begins it again (decisions §16). */
export class LostRace extends Error {
  static {
    recogniseInAnyCopy(this, 'LostRace');
  }

  override readonly name: string = 'LostRace';
}
