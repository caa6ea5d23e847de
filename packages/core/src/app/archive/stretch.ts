import type { Tenant } from '../../kernel/values/tenant.js';
import type { EpochMs } from '../../kernel/values/time.js';
import { BrokenJournal, readChain } from '../journal/audit/read-chain.js';
import { verifyChain, type Chunks } from '../journal/audit/verify-chain.js';
import type { JournalEntry } from '../../model/journal/entry/entry.js';
import type { SealedEntry, SealHead } from '../../model/journal/entry/seal.js';
import type { SealedEvent } from '../../model/journal/entry/sealed-event.js';
import type { PlacedWitness } from '../../storage/archive-store.js';
import type { Storage, Stores } from '../../storage/storage.js';
import { firstUndelivered, type Undelivered } from './undelivered.js';

/** A sealed entry that is there. */
export type WholeEntry = SealedEntry & { readonly entry: JournalEntry };

/** Entries of a journal that follow each other, with their events: what one file holds. */
export interface Stretch {
  readonly from: SealHead;
  readonly to: SealHead;
  readonly entries: ReadonlyArray<WholeEntry>;
  readonly events: ReadonlyArray<SealedEvent>;
}

export type NextStretch = Stretch | { readonly waitsFor: Undelivered | 'age' };

/** The entries of one file: small enough that the unit that drops them is over soon. */
const ENTRIES_A_FILE = 2_000;

/** Pages of results are large: a file ends where it would hold more events than this. */
const EVENTS_A_FILE = 2_000;

/**
 * Reads what comes next of a journal: entries older than a moment, up to the first younger one, and up to the first
 * whose events an endpoint has not had.
 *
 * @throws BrokenJournal when the entries are not those that were sealed, or one cannot be read.
 */
export const nextStretch = async (
  storage: Storage,
  tenant: Tenant,
  from: SealHead,
  olderThan: EpochMs,
): Promise<NextStretch> => {
  const sealed = await readChain(storage, tenant, from.ordinal, ENTRIES_A_FILE);
  return storage.read((stores) => stretchOf(stores, tenant, { from, sealed, olderThan }));
};

const stretchOf = async (
  stores: Stores,
  tenant: Tenant,
  {
    from,
    sealed,
    olderThan,
  }: {
    readonly from: SealHead;
    readonly sealed: ReadonlyArray<SealedEntry>;
    readonly olderThan: EpochMs;
  },
): Promise<NextStretch> => {
  const old = upToYoung(sealed, from, olderThan);
  const last = old.at(-1);
  if (last === undefined) return { waitsFor: 'age' };
  const events = await eventsUpTo(stores, tenant, from.position, last.position);
  const undelivered = await firstUndelivered(stores, tenant, events);
  const entries =
    undelivered === undefined ? old : old.filter(({ position }) => position < undelivered.position);
  if (undelivered !== undefined && entries.length === 0) return { waitsFor: undelivered };
  return proven(from, entries, events);
};

/** @throws BrokenJournal at an entry that is gone. */
const upToYoung = (
  sealed: ReadonlyArray<SealedEntry>,
  { position }: SealHead,
  olderThan: EpochMs,
): ReadonlyArray<WholeEntry> => {
  const old: WholeEntry[] = [];
  for (const seal of sealed) {
    const { ordinal, entry } = seal;
    if (entry === undefined) throw new BrokenJournal(ordinal, 'it is missing');
    if (entry.at >= olderThan) break;
    if (old.length > 0 && seal.position - position > EVENTS_A_FILE) break;
    old.push({ ...seal, entry });
  }
  return old;
};

const EVENTS_A_READ = 200;

const eventsUpTo = async (
  { events }: Stores,
  tenant: Tenant,
  from: number,
  to: number,
): Promise<ReadonlyArray<SealedEvent>> => {
  const all: SealedEvent[] = [];
  for (let after = from; after < to;) {
    const read = await events.after(tenant, after, Math.min(EVENTS_A_READ, to - after));
    if (read.length === 0) break;
    all.push(...read);
    after = read.at(-1)?.position ?? to;
  }
  return all;
};

const proven = async (
  from: SealHead,
  entries: ReadonlyArray<WholeEntry>,
  read: ReadonlyArray<SealedEvent>,
): Promise<Stretch> => {
  const last = entries.at(-1) as WholeEntry;
  const events = read.filter(({ position }) => position <= last.position);
  const { ordinal, hash, position } = last;
  const to = { ordinal, hash, position, eventHash: events.at(-1)?.hash ?? from.eventHash };
  const check = await verifyChain(to, oneChunk(entries), oneChunk(events), from);
  if (!check.holds) throw new BrokenJournal(check.entry, check.reason);
  return { from, to, entries, events };
};

export async function* oneChunk<A>(items: ReadonlyArray<A>): Chunks<A> {
  yield await Promise.resolve(items);
}

/** What proves each entry of a stretch without its neighbours. */
export const witnessesOf = ({ from, entries, events }: Stretch): ReadonlyArray<PlacedWitness> => {
  const hashes = new Map(events.map(({ position, hash }) => [position, hash]));
  return entries.map(({ place, position }, i) => ({
    place,
    previousHash: entries[i - 1]?.hash ?? from.hash,
    eventHash: hashes.get(position) ?? from.eventHash,
  }));
};
