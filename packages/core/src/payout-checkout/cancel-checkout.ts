import type { E } from '../fp.js';
import { token } from '../wiring/token.js';
import type { CheckoutBrowser } from './browser.js';
import type { CheckoutClosed, CheckoutNotFound, NotThisBrowser } from './checkout-errors.js';

/** The session is cancelled. */
export interface CancelledCheckout {
  /** Where the browser goes from here, if the corporate named an address. */
  readonly returnTo?: string;
}

export type CancelCheckoutError = CheckoutNotFound | NotThisBrowser | CheckoutClosed;

/** Ends an open session without a payout, because its maker says so (§3.4). */
export type CancelCheckout = (
  browser: CheckoutBrowser,
) => Promise<E.Either<CancelCheckoutError, CancelledCheckout>>;
export const CancelCheckout = token<CancelCheckout>('CancelPayoutCheckout');
