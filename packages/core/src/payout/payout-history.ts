import type { JournalEntry } from '../journal/entry/entry.js';
import type { PayoutProgress, PayoutStatus } from './payout.js';
import { withoutReason } from './payout-machine.js';

/**
 * The state of a payout right after the last of the given entries, which must be all up to that one: the values that
 * each step set, combined as the machine did. The reason why a payout waits is in no entry.
 */
export const progressAfter = (entries: ReadonlyArray<JournalEntry>): PayoutProgress | undefined =>
  entries.reduce<PayoutProgress | undefined>(
    (before, { changes, to, sequence }) => ({
      ...(before !== undefined && withoutReason(before)),
      ...(changes as Partial<PayoutProgress>),
      status: to as PayoutStatus,
      sequence,
    }),
    undefined,
  );
