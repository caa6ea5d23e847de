import { groupBy } from '../../../kernel/flow/group.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import type { Stores } from '../../../storage/storage.js';
import type { JournalEntry } from '../../../model/journal/entry/entry.js';
import { historiesOf, type Histories } from '../../event/history.js';
import type { PlacedEntry } from '../../../storage/journal-store.js';
import type { KnownSubjects } from './known-subjects.js';

/** Entries to seal in one commit, in their order. */
export interface NextToSeal {
  readonly entries: ReadonlyArray<PlacedEntry>;
  readonly histories: Histories;
  /** Whether nothing is left to seal at present. */
  readonly isAll: boolean;
  /** All entries at this place or before are sealed with these, or never came to be. */
  readonly upTo: number;
}

// The rows of the largest batch, and a little more.
const ROWS_A_COMMIT = 21_000;

/** Reads what a commit of about `limit` entries seals next: after the place of the last entry that is being sealed. */
export const nextToSeal = async (
  stores: Stores,
  tenant: Tenant,
  known: KnownSubjects,
  { limit, after }: { readonly limit: number; readonly after?: number | undefined },
): Promise<NextToSeal> => {
  const { entries, isAll, completeUpTo } = await stores.seals.unsealed(tenant, limit, after);
  const histories = historiesOf(await withEarlier(stores, tenant, entries, known));
  const waiting = isAll ? new Set() : waitingForOthers(entries, histories);
  const ready = entries.filter((one) => !waiting.has(one));
  // The entry that all of them wait for is further back.
  if (ready.length === 0 && entries.length > 0)
    return nextToSeal(stores, tenant, known, { limit: limit * 4, after });

  const taken = new Set(fitting(ready, histories));
  const left = entries.find((one) => !taken.has(one));
  return {
    entries: bySequence([...taken]),
    histories,
    isAll: isAll && left === undefined,
    upTo: left === undefined ? completeUpTo : Math.min(completeUpTo, left.place - 1),
  };
};

/**
 * All entries of the subjects of these. A subject's are numbered 1, 2, 3 …, so that counting shows which subjects have
 * earlier ones that must be read: a small payment is sealed from its beginning to its end at once, and of a large batch
 * the sealer knows the earlier ones.
 */
const withEarlier = async (
  { journal }: Stores,
  tenant: Tenant,
  entries: ReadonlyArray<PlacedEntry>,
  known: KnownSubjects,
): Promise<ReadonlyArray<PlacedEntry>> => {
  const whole: PlacedEntry[] = [];
  const begunBefore: string[] = [];
  for (const [subjectId, own] of groupBy(entries, ({ entry }) => entry.subjectId)) {
    const sealed = known.get(subjectId)?.sealed ?? [];
    const sorted = [...sealed, ...own].sort((a, b) => a.entry.sequence - b.entry.sequence);
    if (sorted.at(-1)?.entry.sequence === sorted.length) whole.push(...sorted);
    else begunBefore.push(subjectId);
  }
  return begunBefore.length === 0
    ? whole
    : [...whole, ...(await journal.ofMany(tenant, begunBefore))];
};

/**
 * Those whose subject has an earlier entry that is further behind in the journal, and may not be sealed yet: a
 * database that gives out places ahead of time does that. In a complete list there is nothing to wait for.
 */
const waitingForOthers = (
  entries: ReadonlyArray<PlacedEntry>,
  histories: Histories,
): ReadonlySet<PlacedEntry> => {
  const last = entries.at(-1)?.place ?? 0;
  const waiting = new Set<PlacedEntry>();
  const subjects = new Set<string>();
  for (const one of [...entries].sort((a, b) => a.entry.sequence - b.entry.sequence)) {
    const { subjectId } = one.entry;
    if (!subjects.has(subjectId) && (histories.before(one.entry)?.place ?? 0) <= last) continue;
    subjects.add(subjectId);
    waiting.add(one);
  }
  return waiting;
};

/** How many rows its events contain: the end of a job contains each of its rows. */
const rowsIn = (entry: JournalEntry, histories: Histories): number =>
  entry.subjectKind === 'job' && entry.changes['completedAt'] !== undefined
    ? Number(histories.upTo(entry)[0]?.changes['total'] ?? 0)
    : 1;

const fitting = (
  entries: ReadonlyArray<PlacedEntry>,
  histories: Histories,
): ReadonlyArray<PlacedEntry> => {
  let rows = 0;
  const end = entries.findIndex(({ entry }, i) => {
    rows += rowsIn(entry, histories);
    return i > 0 && rows > ROWS_A_COMMIT;
  });
  return end < 0 ? entries : entries.slice(0, end);
};

/** The order of places; the entries of one subject take its places by sequence. */
const bySequence = (entries: ReadonlyArray<PlacedEntry>): ReadonlyArray<PlacedEntry> => {
  const own = new Map<string, PlacedEntry[]>();
  for (const one of [...entries].sort((a, b) => b.entry.sequence - a.entry.sequence)) {
    const of = own.get(one.entry.subjectId);
    if (of === undefined) own.set(one.entry.subjectId, [one]);
    else of.push(one);
  }
  return entries.map((one) => own.get(one.entry.subjectId)?.pop() ?? one);
};
