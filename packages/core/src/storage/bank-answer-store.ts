import type { BankAnswer } from '../model/settlement/order/bank-answer.js';

/** The inbox of the bank's answers that did not come as the answer to a live send. */
export interface BankAnswerStore {
  /** Those of the answers that were not there before; an `answerId` that the corporate has already is dropped. */
  readonly add: (answers: ReadonlyArray<BankAnswer>) => Promise<ReadonlyArray<BankAnswer>>;
  /** Those on any of these payouts, of each in the order in which they came. */
  readonly of: (
    payouts: ReadonlyArray<Pick<BankAnswer, 'tenant' | 'transactionId'>>,
  ) => Promise<ReadonlyArray<BankAnswer>>;
}
