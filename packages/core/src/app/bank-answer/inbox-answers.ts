import type { TransactionId } from '../../kernel/values/ids.js';
import type { PayoutOrder } from '../../model/payout/payout.js';
import type { Stores } from '../../storage/storage.js';
import type { BankAnswer } from '../../model/settlement/order/bank-answer.js';

/**
 * What the inbox knows of each payout: the bank's first verdict, or that what was paid came back;
 * else that it has the order.
 */
export const inboxAnswers = async (
  { bankAnswers }: Stores,
  orders: ReadonlyArray<PayoutOrder>,
): Promise<ReadonlyMap<TransactionId, BankAnswer['verdict']>> => {
  const answers = new Map<TransactionId, BankAnswer['verdict']>();
  if (orders.length === 0) return answers;
  for (const { transactionId, verdict } of await bankAnswers.of(orders)) {
    const { kind } = answers.get(transactionId) ?? ACCEPTED;
    const cameBack = kind === 'paid' && verdict.kind === 'returned';
    if (kind === 'accepted' || cameBack) answers.set(transactionId, verdict);
  }
  return answers;
};

/**
 * Of these payouts those that the bank has said it has, or had. A refusal that came late is about one call, which another
 * may have followed.
 */
export const saidToHave = async (
  stores: Stores,
  orders: ReadonlyArray<PayoutOrder>,
): Promise<ReadonlySet<TransactionId>> => {
  const answers = [...(await inboxAnswers(stores, orders))];
  return new Set(answers.flatMap(([id, { kind }]) => (kind === 'refused' ? [] : [id])));
};

const ACCEPTED = { kind: 'accepted' } as const;
