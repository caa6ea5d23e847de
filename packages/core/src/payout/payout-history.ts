import type { JournalEntry } from '../journal/entry/entry.js';
import type { PayoutProgress, PayoutStatus } from './payout.js';
import { withoutReason } from './payout-machine.js';

/**
 * Where a payout stood right after the last of its entries, given all of them up to that: what each step set,
 * put together as the machine did. What only explains why a payout waits is in no entry.
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
