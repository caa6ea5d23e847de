import type { BeneficiaryNotFound } from '../../beneficiary/payee/beneficiary-errors.js';
import type { RejectionCode } from '../../payout/rejection.js';
import type { BankTenantId, UserId } from '../../../kernel/values/ids.js';
import type { ChoiceField } from './choice.js';
import type { ClosedStatus } from './payout-checkout.js';

/** `maker_not_authorized` (§7): unknown, no person, not approved, or may not make payouts at this moment. */
export const MakerNotAuthorized = (makerUserId: UserId) =>
  ({ _tag: 'MakerNotAuthorized', makerUserId }) as const;
export type MakerNotAuthorized = ReturnType<typeof MakerNotAuthorized>;

/** No such session, or not with this token. Another corporate's is no different (decisions §2). */
export const PayoutCheckoutNotFound = () => ({ _tag: 'PayoutCheckoutNotFound' }) as const;
export type PayoutCheckoutNotFound = ReturnType<typeof PayoutCheckoutNotFound>;

/**
 * The session exists, but is in another browser's hands: the link, opened again, brings it back while it is open.
 * `bankTenantId` is for the looks of the page that says so.
 */
export const NotThisBrowser = (bankTenantId: BankTenantId) =>
  ({ _tag: 'NotThisBrowser', bankTenantId }) as const;
export type NotThisBrowser = ReturnType<typeof NotThisBrowser>;

/** The session is over, and nothing brings it back. 409 in §7. */
export const PayoutCheckoutClosed = (status: ClosedStatus) =>
  ({ _tag: 'PayoutCheckoutClosed', status }) as const;
export type PayoutCheckoutClosed = ReturnType<typeof PayoutCheckoutClosed>;

/** A live payout of the corporate has the reference (§2.5). 409. */
export const ReferenceTaken = () => ({ _tag: 'ReferenceTaken' }) as const;
export type ReferenceTaken = ReturnType<typeof ReferenceTaken>;

/** The payee has another name, bank or account than when the session was opened: only a new session can pay it. 409. */
export const PayeeChanged = () => ({ _tag: 'PayeeChanged' }) as const;
export type PayeeChanged = ReturnType<typeof PayeeChanged>;

/** The maker's role does not allow the package or the debit account. 403 in §7. */
export const ChoiceDenied = (field: 'packageCode' | 'debitAccountId') =>
  ({ _tag: 'ChoiceDenied', field }) as const;
export type ChoiceDenied = ReturnType<typeof ChoiceDenied>;

/** The choice does not go together, or is not available at the moment; `code` says which rule it breaks. 409. */
export const ChoiceUnfit = (field: ChoiceField, code: RejectionCode) =>
  ({ _tag: 'ChoiceUnfit', field, code }) as const;
export type ChoiceUnfit = ReturnType<typeof ChoiceUnfit>;

/** The amount is outside what the method takes, or would pass the package's limit of the day. 409 in §7. */
export const AmountLimitExceeded = (
  limit: 'method_minimum' | 'method_maximum' | 'daily',
  field: ChoiceField,
) => ({ _tag: 'AmountLimitExceeded', limit, field }) as const;
export type AmountLimitExceeded = ReturnType<typeof AmountLimitExceeded>;

/** Why a choice does not do, or does not do any more. */
export type ChoiceRefusal =
  | MakerNotAuthorized
  | ChoiceDenied
  | ChoiceUnfit
  | AmountLimitExceeded
  | BeneficiaryNotFound
  | PayeeChanged
  | ReferenceTaken;

/** The directory has no address to send a code to, or another person of the corporate reads its mailbox. 409 in §7. */
export const NoEmailOnFile = () => ({ _tag: 'NoEmailOnFile' }) as const;
export type NoEmailOnFile = ReturnType<typeof NoEmailOnFile>;

/** A code was sent a moment ago; in so many seconds another may be. 409. */
export const CodeTooSoon = (retryAfterSeconds: number) =>
  ({ _tag: 'CodeTooSoon', retryAfterSeconds }) as const;
export type CodeTooSoon = ReturnType<typeof CodeTooSoon>;

/** The session has no more codes: the maker uses one of those sent, or a new session. 409. */
export const NoCodesLeft = () => ({ _tag: 'NoCodesLeft' }) as const;
export type NoCodesLeft = ReturnType<typeof NoCodesLeft>;

/** Too many unused codes were mailed to the maker within an hour, over all sessions. 409. */
export const TooManyCodes = () => ({ _tag: 'TooManyCodes' }) as const;
export type TooManyCodes = ReturnType<typeof TooManyCodes>;

/** The maker typed too many wrong codes today, over all sessions: none is looked at before tomorrow. 409. */
export const MakerLocked = () => ({ _tag: 'MakerLocked' }) as const;
export type MakerLocked = ReturnType<typeof MakerLocked>;

/** The mail with the code could not be handed over; another code may be asked for at once. 503. */
export const CodeNotMailed = () => ({ _tag: 'CodeNotMailed' }) as const;
export type CodeNotMailed = ReturnType<typeof CodeNotMailed>;

/** Not the code that was mailed. So many more may be tried. 400 in §7. */
export const WrongCode = (triesLeft: number) => ({ _tag: 'WrongCode', triesLeft }) as const;
export type WrongCode = ReturnType<typeof WrongCode>;

/**
 * There is no code that could be right: none was sent yet, too many wrong ones were tried, its time is over, or
 * something else was picked, or the payee's name or bank changed, since it was sent. Another one may be sent. 409 in §7.
 */
export const CodeVoid = (
  reason: 'not_sent' | 'locked' | 'expired' | 'choice_changed' | 'payee_changed',
) => ({ _tag: 'CodeVoid', reason }) as const;
export type CodeVoid = ReturnType<typeof CodeVoid>;
