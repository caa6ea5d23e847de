import type { JournalEntry } from '../../journal/entry/entry.js';
import { recoveryEntry, type Happened } from './factor-entry.js';
import type { Factor, PersonFactors, Recovery } from './factor.js';

interface Changed {
  readonly held: PersonFactors;
  /** What the journal says of recovery codes that are over with it. */
  readonly entries: ReadonlyArray<JournalEntry>;
}

/**
 * A person's record with other factors. Recovery codes go with the last factor that is proved, and with the one that they
 * came with where that never became active; they open from when that one is active.
 */
export const withFactors = (
  { recovery, ...held }: PersonFactors,
  factors: ReadonlyArray<Factor>,
  happened: Happened,
): Changed => {
  const next = { ...held, factors: [...factors], revision: held.revision + 1 };
  if (recovery === undefined) return { held: next, entries: [] };
  const left = stillKept(recovery, factors);
  return left === undefined
    ? { held: next, entries: [overEntry(next, recovery, happened)] }
    : { held: { ...next, recovery: left }, entries: [] };
};

const stillKept = (recovery: Recovery, factors: ReadonlyArray<Factor>): Recovery | undefined => {
  if (factors.every(({ state }) => state === 'enrolled')) return undefined;
  const { givenWith, ...opening } = recovery;
  if (givenWith === undefined) return recovery;
  const origin = factors.find(({ factorId }) => factorId === givenWith);
  if (origin === undefined) return undefined;
  return origin.state === 'active' ? opening : recovery;
};

/** The journal entry of recovery codes that open nothing any more. */
export const overEntry = (
  held: PersonFactors,
  recovery: Recovery,
  happened: Happened,
): JournalEntry => {
  const over = { ...recovery, revision: recovery.revision + 1, digests: [] };
  return recoveryEntry(held, over, 'removed', happened);
};
