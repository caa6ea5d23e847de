/**
 * For a bank that connects its card acquirer: the port, charges and answers.
 *
 * @packageDocumentation
 */

export type { ShownCard } from '../model/collection/card/card.js';
export type { CardBrand, CardDetails } from '../ports/card-acquirer.js';
export {
  readChargeAnswer,
  readChargeQueryAnswer,
  readReversalAnswer,
} from '../app/collection/charge/read-charge-answer.js';
export { type AnsweredCall, type Nonsense, type NonsenseCode } from '../ports/nonsense.js';
export {
  CardAcquirer,
  DECLINE_CODES,
  type AcquirerTraits,
  type CardCharge,
  type ChargeAbsent,
  type ChargeAnswer,
  type ChargeApproved,
  type ChargeDeclined,
  type ChargeQueryAnswer,
  type ChargeUnknown,
  type ChargeOutcome,
  type DeclineCode,
  type ReversalAnswer,
} from '../ports/card-acquirer.js';
