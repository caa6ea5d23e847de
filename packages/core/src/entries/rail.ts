/**
 * For a bank that connects its core banking: the port of its rail, orders and answers.
 *
 * @packageDocumentation
 */

export * from '../ports/bank-rail.js';
export {
  NONSENSE,
  NonsenseAnswer,
  nonsenseDetail,
  type AnsweredCall,
  type Nonsense,
  type NonsenseCode,
} from '../ports/nonsense.js';
export {
  bankGroupOf,
  groupRefOf,
  instructionsOf,
  type BankInstruction,
} from '../model/settlement/order/bank-group.js';
export { bankRefOf } from '../model/settlement/order/bank-ref.js';
export { readQueryAnswers, readSubmitAnswers } from '../model/settlement/order/read-answers.js';
