import type { TransactionId } from '../kernel/values/ids.js';
import type { BankAnswer } from '../settlement/order/bank-answer.js';

/** The inbox of the bank's answers that did not come as the answer to a live send. */
export interface BankAnswerStore {
  /** Those of the answers that were not there before; a repeated `answerId` is dropped. */
  readonly add: (answers: ReadonlyArray<BankAnswer>) => Promise<ReadonlyArray<BankAnswer>>;
  /** Those on any of these payouts, of each in the order in which they came. */
  readonly of: (ids: ReadonlyArray<TransactionId>) => Promise<ReadonlyArray<BankAnswer>>;
}
