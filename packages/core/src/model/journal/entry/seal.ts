import type { Tenant } from '../../../kernel/values/tenant.js';
import type { JournalEntry } from './entry.js';

/** How far the journal of a corporate is sealed. */
export interface SealHead {
  /** The ordinal of the last sealed entry: 1, 2, 3 … without gaps; 0 before the first. */
  readonly ordinal: number;
  /** The hash of the last seal; 64 zeros before the first. */
  readonly hash: string;
  /** The position of the last event; 0 before the first. */
  readonly position: number;
  /** The `hash` of the last event; 64 zeros before the first. */
  readonly eventHash: string;
}

/** One link of the chain over all entries of a corporate: nothing before it can change unnoticed. */
export interface Seal {
  readonly ordinal: number;
  /** Where its entry stands in the journal of the corporate. */
  readonly place: number;
  /** The position of the last event up to and including this entry's own; 0 before the first. */
  readonly position: number;
  readonly hash: string;
}

/** A seal with the entry that it seals; the entry is absent if it was removed from the database. */
export interface SealedEntry extends Seal {
  readonly entry?: JournalEntry;
}

/** A claim on the sealing of one corporate's journal. */
export interface HeldJournal {
  readonly tenant: Tenant;
  /** Fencing: each claim raises it, and only its holder may write. */
  readonly token: number;
  /** Claims in a row whose holder said that it failed. */
  readonly failures: number;
  readonly head: SealHead;
}
