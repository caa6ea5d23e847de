/**
 * For a bank that connects its core banking: the port of its rail, orders and answers.
 *
 * @packageDocumentation
 */

export {
  BankRail,
  type BankAbsent,
  type BankAccepted,
  type BankDebtor,
  type BankGroup,
  type BankOrder,
  type BankQuestion,
  type BankPaid,
  type BankRefused,
  type BankReport,
  type BankReturned,
  type BankUnknown,
  type BankVerdict,
  type NotTaken,
  type OfOrder,
  type ProposedOrder,
  type QueryAnswer,
  type RailTraits,
  type SubmitAnswer,
} from '../ports/bank-rail.js';
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
