import type { E } from '../fp.js';
import { token } from '../wiring/token.js';
import type { CheckoutBrowser } from './browser.js';
import type { CheckoutNotFound, NotThisBrowser } from './checkout-errors.js';
import type { CheckoutView } from './checkout-view.js';

export type ViewCheckoutError = CheckoutNotFound | NotThisBrowser;

/** Reads what the page shows: a session that is over as well, with where to go from there. */
export type ViewCheckout = (
  browser: CheckoutBrowser,
) => Promise<E.Either<ViewCheckoutError, CheckoutView>>;
export const ViewCheckout = token<ViewCheckout>('ViewPayoutCheckout');
