import type { JournalEntry } from '../journal/entry/entry.js';
import type { PayoutOrder, PayoutProgress } from './payout.js';
import type { PayoutStep } from './payout-machine.js';

/** The journal entries of steps in a row, from the state before the first: the values that each set, no more. */
export const payoutEntries = (
  { tenant, transactionId }: Pick<PayoutOrder, 'tenant' | 'transactionId'>,
  before: PayoutProgress | undefined,
  steps: ReadonlyArray<PayoutStep>,
  actor: string,
): ReadonlyArray<JournalEntry> =>
  steps.map(({ next, changes, at }, i) => {
    const from = i === 0 ? before : steps[i - 1]?.next;
    const entry: JournalEntry = {
      tenant,
      subjectKind: 'payout',
      subjectId: transactionId,
      sequence: next.sequence,
      to: next.status,
      at,
      actor,
      changes,
    };
    return from === undefined ? entry : { from: from.status, ...entry };
  });
