import type { E } from '../fp.js';
import { token } from '../wiring/token.js';
import type { PayoutBrowser } from './browser.js';
import type { PayoutCheckoutNotFound, NotThisBrowser } from './checkout-errors.js';
import type { PayoutCheckoutView } from './checkout-view.js';

export type ViewPayoutCheckoutError = PayoutCheckoutNotFound | NotThisBrowser;

/** Reads what the page shows: a session that is over as well, with where to go from there. */
export type ViewPayoutCheckout = (
  browser: PayoutBrowser,
) => Promise<E.Either<ViewPayoutCheckoutError, PayoutCheckoutView>>;
export const ViewPayoutCheckout = token<ViewPayoutCheckout>('ViewPayoutCheckout');
