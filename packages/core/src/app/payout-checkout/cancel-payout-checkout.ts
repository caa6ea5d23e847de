import { E } from '../../kernel/fp.js';
import { openUseCase, type OpenUseCase } from '../../kernel/use-case/use-case.js';
import { Clock } from '../../ports/clock.js';
import { Storage } from '../../storage/storage.js';
import { recipe, token } from '../../kernel/token.js';
import { PayoutBrowser } from './browser.js';
import { takeStep } from './checkout-changes.js';
import type {
  NotThisBrowser,
  PayoutCheckoutClosed,
  PayoutCheckoutNotFound,
} from '../../model/payout-checkout/session/checkout-errors.js';
import { stepCheckout } from '../../model/payout-checkout/session/checkout-machine.js';
import type { PayoutCheckout } from '../../model/payout-checkout/session/payout-checkout.js';
import { returning } from '../../model/payout-checkout/session/return-url.js';
import { whileHeld } from './while-held.js';

/** The session is cancelled. */
export interface CancelledPayoutCheckout {
  /** Where the browser goes from here, if the corporate named an address. */
  readonly returnTo?: string;
}

/** Why a payout checkout is not cancelled (decisions §9). */
export type CancelPayoutCheckoutError =
  | PayoutCheckoutNotFound
  | NotThisBrowser
  | PayoutCheckoutClosed;

/** Ends an open session without a payout, because its maker says so (§3.4). */
export type CancelPayoutCheckout = OpenUseCase<
  PayoutBrowser,
  CancelPayoutCheckoutError,
  CancelledPayoutCheckout
>;
export const CancelPayoutCheckout = token<CancelPayoutCheckout>('CancelPayoutCheckout');

export const makeCancelPayoutCheckout = recipe(
  CancelPayoutCheckout,
  { Storage, Clock },
  ({ storage, clock }) =>
    openUseCase(PayoutBrowser, async (browser) => {
      const ended = await whileHeld({ storage, clock }, browser, async (_, { session }, at) =>
        E.map((next: PayoutCheckout) => ({ answer: next, changes: takeStep(session, next) }))(
          stepCheckout(session, { type: 'cancel', at }),
        ),
      );
      return E.isLeft(ended) ? ended : E.right(returning(ended.right, 'cancelled'));
    }),
);
