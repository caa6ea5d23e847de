import type { CorporateTenantId } from '../kernel/values/ids.js';
import type { Tenant } from '../kernel/values/tenant.js';
import type { EpochMs } from '../kernel/values/time.js';
import type { PlacedEntry } from './journal-store.js';
import type { HeldJournal, Seal, SealedEntry, SealHead } from '../model/journal/entry/seal.js';
import type { SealedEvent } from '../model/journal/entry/sealed-event.js';

/** Entries to seal, by place. */
export interface Unsealed {
  readonly entries: ReadonlyArray<PlacedEntry>;
  /** Whether these are all that there are at present. */
  readonly isAll: boolean;
  /**
   * No entry at this place or before will come to light any more, other than these; or the storage finds it all the
   * same.
   */
  readonly completeUpTo: number;
}

/** The rows that one commit of sealing writes. */
export interface Sealing {
  readonly head: SealHead;
  readonly seals: ReadonlyArray<Seal>;
  readonly events: ReadonlyArray<SealedEvent>;
  /** All entries at this place or before are sealed then, or never came to be. */
  readonly upTo: number;
  /** Until when the journal stays claimed; undefined lets go of it. Epoch ms. */
  readonly heldUntil?: EpochMs;
}

/** Records outside the chain. An untouched journal has none. */
export interface Orphans {
  /** The ordinal of a seal behind the head. */
  readonly seal?: number;
  /** The position of an event behind that of the head. */
  readonly event?: number;
  /** The place of an entry without a seal, although all up to it are sealed. */
  readonly place?: number;
}

/** The seals on the journals: who is sealing, what is to be sealed, and the chain of what is. */
export interface SealStore {
  /**
   * Corporates whose journals have something to seal and that no worker holds, by id, from behind `after` on,
   * at most `limit`. Finds every entry that is committed; costs next to nothing while none is appended.
   */
  readonly waiting: (
    now: EpochMs,
    after: CorporateTenantId | undefined,
    limit: number,
  ) => Promise<ReadonlyArray<Tenant>>;
  /** When there is next something to seal: at once, or when a claim that is held lapses; undefined when neither. */
  readonly nextDue: (now: EpochMs) => Promise<EpochMs | undefined>;
  /** Claims those of these journals that no worker holds, until `now + leaseMs`. Two claims never hold the same one. */
  readonly claim: (
    tenants: ReadonlyArray<Tenant>,
    now: EpochMs,
    leaseMs: number,
  ) => Promise<ReadonlyArray<HeldJournal>>;
  /**
   * Committed entries that no seal covers, by place, at most `limit`. An entry may come to light behind others
   * of a higher place, committed before it: it is answered then, and never twice once it is sealed. With `after`
   * only those of a higher place: for the caller who is just sealing all others.
   */
  readonly unsealed: (tenant: Tenant, limit: number, after?: number) => Promise<Unsealed>;
  /**
   * Appends seals and events, and moves the head on. Answers `lost`, having written nothing, when the claim
   * is another's by now or the head has moved.
   */
  readonly write: (held: HeldJournal, sealing: Sealing) => Promise<'written' | 'lost'>;
  /** Leaves a journal, whose sealing failed, alone until then: one failure more. A claim that is lost does nothing. */
  readonly putOff: (held: HeldJournal, until: EpochMs) => Promise<void>;
  /** The seals behind an ordinal (0: from the first on), by ordinal, each with its entry, at most `limit`. */
  readonly chain: (
    tenant: Tenant,
    after: number,
    limit: number,
  ) => Promise<ReadonlyArray<SealedEntry>>;
  /** How far the journal is sealed. */
  readonly head: (tenant: Tenant) => Promise<SealHead>;
  /**
   * The first record of each kind outside the chain, read in one query, because sealing may run meanwhile. Reads the
   * whole journal.
   */
  readonly orphans: (tenant: Tenant) => Promise<Orphans>;
  /**
   * Every corporate with a journal, or of whose journal a head or an archived file is left, by id, from behind `after`
   * on, at most `limit`: one whose entries were taken away is still verified.
   */
  readonly tenants: (
    after: CorporateTenantId | undefined,
    limit: number,
  ) => Promise<ReadonlyArray<Tenant>>;
}
