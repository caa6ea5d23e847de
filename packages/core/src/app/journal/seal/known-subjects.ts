import type { CorporateTenantId } from '../../../kernel/values/ids.js';
import { MINUTE, type EpochMs } from '../../../kernel/values/time.js';
import type { PayoutStatus } from '../../../model/payout/payout.js';
import type { PlacedEntry } from '../../../storage/journal-store.js';
import type { JournalEntry } from '../../../model/journal/entry/entry.js';
import type { HeldJournal, Seal, SealHead } from '../../../model/journal/entry/seal.js';
import type { Draft } from '../../event/renderer.js';

/** What a sealer knows of a subject whose entries so far it has sealed itself. */
export interface KnownSubject {
  /** All of them, by sequence: 1, 2, 3 … without gaps. */
  readonly sealed: ReadonlyArray<PlacedEntry>;
  readonly draft: Draft;
  readonly since: EpochMs;
}

/** By subject; a subject that is absent is read. */
export type KnownSubjects = ReadonlyMap<string, KnownSubject>;

/** Of all journals together: the payouts of two of the largest batches, in about 70 MB. */
const SUBJECTS_MAX = 40_000;

/** A payout that does not move on in this time waits for others, and is read when it does. */
const KNOWN_FOR_MS = MINUTE;

/** The engine itself moves these payouts on, as a rule within seconds. */
const MOVES_SOON: ReadonlySet<string> = new Set<PayoutStatus>(['approved', 'sent_to_bank']);

const isKeptAfter = ({ subjectKind, to }: JournalEntry): boolean =>
  subjectKind === 'payout' && MOVES_SOON.has(to);

/**
 * What a process remembers of the payouts of one journal from entry to entry. Otherwise it would read a payout and all
 * of its entries again for each entry.
 */
export interface KnownJournal {
  readonly subjects: KnownSubjects;
  /** Learns entries that are being sealed, in their order. */
  readonly learn: (
    entries: ReadonlyArray<PlacedEntry>,
    drafts: ReadonlyMap<string, Draft>,
    now: EpochMs,
  ) => void;
  /** All that was learned is sealed, up to this head. */
  readonly sealedUpTo: (head: SealHead) => void;
  /** What was learned last may not be sealed. */
  readonly forget: () => void;
}

interface Journal {
  readonly subjects: Map<string, KnownSubject>;
  head: Pick<SealHead, 'ordinal' | 'hash'>;
}

/** The seal of an ordinal, read from the journal that a claim is of. */
type SealAt = (ordinal: number) => Promise<Pick<Seal, 'hash'> | undefined>;

/** Whether the chain of a claimed journal contains the seals of all that was learned. In a restored database it may not. */
const continues = async (
  { head }: Journal,
  { head: now }: HeldJournal,
  sealAt: SealAt,
): Promise<boolean> => {
  if (now.ordinal < head.ordinal) return false;
  const seal = now.ordinal === head.ordinal ? now : await sealAt(head.ordinal);
  return seal?.hash === head.hash;
};

export const knownJournals = (): ((
  held: HeldJournal,
  sealAt: SealAt,
  now: EpochMs,
) => Promise<KnownJournal>) => {
  const journals = new Map<CorporateTenantId, Journal>();
  let size = 0;

  const drop = ({ subjects }: Journal, subjectId: string): void => {
    if (subjects.delete(subjectId)) size -= 1;
  };

  const forget = (corporate: CorporateTenantId): void => {
    size -= journals.get(corporate)?.subjects.size ?? 0;
    journals.delete(corporate);
  };

  /** Subjects stand in the order in which they were learned. */
  const dropOld = (now: EpochMs): void => {
    for (const [corporate, journal] of journals) {
      for (const [subjectId, { since }] of journal.subjects) {
        if (since <= now && now < since + KNOWN_FOR_MS) break;
        drop(journal, subjectId);
      }
      if (journal.subjects.size === 0) journals.delete(corporate);
    }
  };

  const learn = (
    journal: Journal,
    placed: PlacedEntry,
    draft: Draft | undefined,
    now: EpochMs,
  ): void => {
    const { subjectId, sequence } = placed.entry;
    const sealed = journal.subjects.get(subjectId)?.sealed ?? [];
    drop(journal, subjectId);
    if (draft === undefined || sequence !== sealed.length + 1) return;
    if (!isKeptAfter(placed.entry) || size >= SUBJECTS_MAX) return;
    journal.subjects.set(subjectId, { sealed: [...sealed, placed], draft, since: now });
    size += 1;
  };

  return async (held, sealAt, now) => {
    dropOld(now);
    const corporate = held.tenant.corporateTenantId;
    const before = journals.get(corporate);
    if (before !== undefined && !(await continues(before, held, sealAt))) forget(corporate);
    const journal = journals.get(corporate) ?? { subjects: new Map(), head: held.head };
    journals.set(corporate, journal);
    return {
      subjects: journal.subjects,
      learn: (entries, drafts, at) => {
        for (const placed of entries)
          learn(journal, placed, drafts.get(placed.entry.subjectId), at);
      },
      sealedUpTo: (head) => {
        journal.head = head;
      },
      forget: () => {
        forget(corporate);
      },
    };
  };
};
