import { groupBy } from '../../kernel/flow/group.js';
import type { JournalEntry } from '../../model/journal/entry/entry.js';
import type { PlacedEntry } from '../../storage/journal-store.js';

/** The journal entries of the subjects of some entries. */
export interface Histories {
  /** The entries of its subject up to an entry, by sequence, that one included. */
  readonly upTo: (entry: JournalEntry) => ReadonlyArray<JournalEntry>;
  /** The one before it; undefined for the first. */
  readonly before: (entry: JournalEntry) => PlacedEntry | undefined;
}

/** @param known by subject and sequence; entries that are their subject's first may be left out */
export const historiesOf = (known: ReadonlyArray<PlacedEntry>): Histories => {
  const bySubject = groupBy(known, ({ entry }) => entry.subjectId);
  const earlier = ({ subjectId, sequence }: JournalEntry): ReadonlyArray<PlacedEntry> =>
    sequence === 1
      ? []
      : (bySubject.get(subjectId) ?? []).filter(({ entry }) => entry.sequence < sequence);
  return {
    upTo: (entry) => [...earlier(entry).map((one) => one.entry), entry],
    before: (entry) => earlier(entry).at(-1),
  };
};
