import type { E } from '../fp.js';
import type { TransactionId } from '../kernel/ids.js';
import { token } from '../wiring/token.js';
import type { PayoutBrowser } from './browser.js';
import type {
  PayoutCheckoutClosed,
  PayoutCheckoutNotFound,
  ChoiceRefusal,
  CodeVoid,
  MakerLocked,
  NotThisBrowser,
  WrongCode,
} from './checkout-errors.js';
import type { Choice } from './choice.js';

export interface AuthorizePayoutInput {
  /** What the page shows as picked at this moment. Another one than the code was sent for voids the code. */
  readonly choice: Choice;
  /** What the maker typed, not trusted in any way. */
  readonly code: string;
}

/** The session is submitted and its payout made. */
export interface AuthorizedPayout {
  readonly transactionId: TransactionId;
  /** Where the browser goes from here, if the corporate named an address. */
  readonly returnTo?: string;
}

export type AuthorizePayoutError =
  | PayoutCheckoutNotFound
  | NotThisBrowser
  | PayoutCheckoutClosed
  | CodeVoid
  | WrongCode
  | MakerLocked
  | ChoiceRefusal;

/**
 * Submits an open session with the code that was mailed: the payout is made in the same commit, once, and
 * follows the approval matrix from there. A try is counted, and committed, before the code is looked at.
 */
export type AuthorizePayout = (
  browser: PayoutBrowser,
  input: AuthorizePayoutInput,
) => Promise<E.Either<AuthorizePayoutError, AuthorizedPayout>>;
export const AuthorizePayout = token<AuthorizePayout>('AuthorizePayout');
