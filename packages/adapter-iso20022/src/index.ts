/**
 * Orders to the bank as ISO 20022 messages (`pain.001.001.09`), and the bank's messages (`pain.002.001.10`,
 * `camt.053.001.08`, `camt.054.001.08`) as reports and statements: bytes in, values out, and no input or output of its
 * own.
 *
 * Start with {@link usageGuide}.
 *
 * @packageDocumentation
 */

// The bank's guide
export {
  usageGuide,
  type Code,
  type CutText,
  type ExtraField,
  type LimitedText,
  type MethodCodes,
  type OrderValue,
  type UsageGuide,
  type UsageGuideInput,
  type UtrPlace,
} from './guide/usage-guide.js';
export { SWIFT_X, XML_CHARACTERS, type CharacterRule, type FitText } from './guide/fit-text.js';
export { STATUSES, type StatusMeaning } from './guide/statuses.js';
export { REASONS } from './guide/reasons.js';

// Orders to the bank
export {
  initiate,
  type Initiated,
  type PaymentGroup,
  type PaymentInitiation,
  type RefusedOrder,
} from './initiation/payment-initiation.js';
export { writeInitiation } from './initiation/write-initiation.js';

// The bank's messages
export {
  readMessage,
  type MessagePart,
  type MessageRead,
  type MessageType,
  type ReadOptions,
} from './reading/read-message.js';
export { type MessageFault, type MessageRefused } from './reading/message-refused.js';
export {
  type BankReferences,
  type OrderReferences,
  type Reason,
  type StatusAnswer,
} from './reading/status-answer.js';
export {
  type Balance,
  type EntryPart,
  type EntryTransaction,
  type Page,
  type Side,
  type StatementEntry,
  type StatementHead,
  type StatementPart,
} from './reading/statement.js';
export { decimalOf, type Amount, type ForeignAmount, type RupeeAmount } from './amount.js';

// What they say of orders that were sent
export {
  sentOrders,
  type Named,
  type NotFound,
  type SentGroup,
  type SentMessage,
  type SentOrder,
  type SentOrders,
} from './matching/sent-orders.js';
export { accountKeyOf } from './matching/account-key.js';
export { knownUtrs, type KnownUtrs } from './matching/known-utrs.js';
export { matchStatuses } from './matching/match-statuses.js';
export { matchEntries } from './matching/match-entries.js';
export { type Matched, type Mismatch, type Unmatched } from './matching/matched.js';
export {
  statementBalances,
  type StatementBalances,
  type StatementSum,
  type UnbalancedStatement,
} from './matching/statement-balances.js';
export {
  statementPages,
  type PagedStatement,
  type StatementPages,
} from './matching/statement-pages.js';
export { pageMismatches, type PageRead } from './matching/page-mismatches.js';
