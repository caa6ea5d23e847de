import type { TransactionId } from '../../kernel/values/ids.js';
import type { Stores } from '../../storage/storage.js';
import type { BankAnswer } from '../order/bank-answer.js';

/**
 * What the inbox knows of each payout: the bank's first word that settles it, or that what was paid came back;
 * else that it has the order.
 */
export const inboxWords = async (
  { bankAnswers }: Stores,
  ids: ReadonlyArray<TransactionId>,
): Promise<ReadonlyMap<TransactionId, BankAnswer['verdict']>> => {
  const words = new Map<TransactionId, BankAnswer['verdict']>();
  if (ids.length === 0) return words;
  for (const { transactionId, verdict } of await bankAnswers.of(ids)) {
    const { kind } = words.get(transactionId) ?? ACCEPTED;
    const cameBack = kind === 'paid' && verdict.kind === 'returned';
    if (kind === 'accepted' || cameBack) words.set(transactionId, verdict);
  }
  return words;
};

const ACCEPTED = { kind: 'accepted' } as const;
