import type { E } from '../fp.js';
import { token } from '../wiring/token.js';
import type { PayoutBrowser } from './browser.js';
import type {
  PayoutCheckoutClosed,
  PayoutCheckoutNotFound,
  NotThisBrowser,
} from './checkout-errors.js';

/** The session is cancelled. */
export interface CancelledPayoutCheckout {
  /** Where the browser goes from here, if the corporate named an address. */
  readonly returnTo?: string;
}

export type CancelPayoutCheckoutError =
  PayoutCheckoutNotFound | NotThisBrowser | PayoutCheckoutClosed;

/** Ends an open session without a payout, because its maker says so (§3.4). */
export type CancelPayoutCheckout = (
  browser: PayoutBrowser,
) => Promise<E.Either<CancelPayoutCheckoutError, CancelledPayoutCheckout>>;
export const CancelPayoutCheckout = token<CancelPayoutCheckout>('CancelPayoutCheckout');
