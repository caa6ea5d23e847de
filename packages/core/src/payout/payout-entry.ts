import type { JournalEntry } from '../journal/entry.js';
import type { Json } from '../kernel/json.js';
import type { PayoutOrder, PayoutProgress } from './payout.js';

const VALUES = [
  'approvedAt',
  'sentToBankAt',
  'paidAt',
  'returnedAt',
  'utr',
  'bankReference',
  'approval',
  'approvedBy',
  'statusDetails',
] as const satisfies ReadonlyArray<keyof PayoutProgress>;

/** The journal entry of one step: the values that it set, and nothing that the payout's row has anyway. */
export const payoutEntry = (
  { tenant, transactionId }: Pick<PayoutOrder, 'tenant' | 'transactionId'>,
  before: PayoutProgress | undefined,
  after: PayoutProgress,
  at: number,
  actor: string,
): JournalEntry => {
  const changes: Record<string, Json> = {};
  for (const name of VALUES) {
    if (after[name] !== undefined && after[name] !== before?.[name]) {
      changes[name] = after[name];
    }
  }
  return {
    tenant,
    subjectKind: 'payout',
    subjectId: transactionId,
    sequence: after.sequence,
    ...(before !== undefined && { from: before.status }),
    to: after.status,
    at,
    actor,
    changes,
  };
};
