import type { JournalEntry } from '../journal/entry/entry.js';
import type { PayoutProgress, PayoutStatus } from './payout.js';
import { withoutOutlook } from './payout-machine.js';

/**
 * The state of a payout right after the last of the given entries, which must be all up to that one: the values that
 * each step set, combined as the machine did. The reason why a payout waits is in no entry.
 */
export const progressAfter = (entries: ReadonlyArray<JournalEntry>): PayoutProgress | undefined => {
  const last = entries.at(-1);
  if (last === undefined) return undefined;
  const before: Partial<PayoutProgress> = {};
  for (const { changes } of entries.slice(0, -1)) Object.assign(before, changes);
  return {
    sequence: last.sequence,
    ...withoutOutlook(before),
    ...(last.changes as Partial<PayoutProgress>),
    status: last.to as PayoutStatus,
  };
};
