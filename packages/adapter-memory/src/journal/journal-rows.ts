import type { Tenant } from '@hundi/core';
import type { HeldJournal, JournalEntry, Seal, SealedEvent } from '@hundi/core/storage';
import { perTenant } from '../engine/per-tenant.js';

/** A corporate's journal, and how far it is sealed. */
export interface Journal {
  readonly entries: Map<string, ReadonlyArray<JournalEntry>>;
  /** By place, in the order in which they were appended. */
  readonly placed: Map<number, JournalEntry>;
  /** By place. */
  readonly unsealed: Map<number, JournalEntry>;
  /** By ordinal. */
  readonly seals: Map<number, Seal>;
  /** By position. */
  readonly events: Map<number, SealedEvent>;
  readonly positions: Map<string, number>;
  /** The position of the last event that is archived; empty before the first. */
  readonly archived: Map<'position', number>;
}

/** A claim on a journal, and until when it holds. */
export type Claimed = HeldJournal & { readonly heldUntil: number };

/** The journals of all corporates. */
export interface JournalRows {
  readonly of: (tenant: Tenant) => Journal;
  readonly nextPlace: () => number;
  readonly places: Map<JournalEntry, number>;
  readonly tenants: Map<string, Tenant>;
  readonly claims: Map<string, Claimed>;
}

export const journalRows = (): JournalRows => {
  let places = 0;
  return {
    of: perTenant(() => ({
      entries: new Map(),
      placed: new Map(),
      unsealed: new Map(),
      seals: new Map(),
      events: new Map(),
      positions: new Map(),
      archived: new Map(),
    })),
    nextPlace: () => (places += 1),
    places: new Map(),
    tenants: new Map(),
    claims: new Map(),
  };
};
