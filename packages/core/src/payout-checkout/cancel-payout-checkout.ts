import { E } from '../fp.js';
import type { Clock } from '../ports/clock.js';
import type { Storage } from '../ports/storage.js';
import { token } from '../wiring/token.js';
import type { PayoutBrowser } from './browser.js';
import type {
  NotThisBrowser,
  PayoutCheckoutClosed,
  PayoutCheckoutNotFound,
} from './checkout-errors.js';
import { stepCheckout } from './checkout-machine.js';
import type { PayoutCheckout } from './payout-checkout.js';
import { returnTo } from './return-url.js';
import { whileHeld } from './while-held.js';
import { writeCheckout } from './write-checkout.js';

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

export const makeCancelPayoutCheckout =
  (storage: Storage, clock: Clock): CancelPayoutCheckout =>
  async (browser) => {
    const ended = await whileHeld<PayoutCheckoutClosed, PayoutCheckout>(
      storage,
      clock,
      browser,
      async (stores, { session }, now) => {
        const stepped = stepCheckout(session, { type: 'cancel', at: now });
        if (E.isRight(stepped)) await writeCheckout(stores, session, stepped.right);
        return stepped;
      },
    );
    if (E.isLeft(ended)) return ended;
    const address = returnTo(ended.right, 'cancelled');
    return E.right(address === undefined ? {} : { returnTo: address });
  };
