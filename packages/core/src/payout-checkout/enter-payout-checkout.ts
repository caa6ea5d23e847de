import type { E } from '../fp.js';
import type { EpochMs } from '../kernel/time.js';
import { token } from '../wiring/token.js';
import type { PayoutCheckoutClosed, PayoutCheckoutNotFound } from './checkout-errors.js';
import type { PayoutCheckoutId } from './checkout-id.js';

export interface EnterPayoutCheckoutInput {
  readonly sessionId: PayoutCheckoutId;
  /** As `hostedUrl` carries it, not trusted in any way. */
  readonly token: string;
}

/** What the browser keeps in a cookie that no script reads. */
export interface EnteredPayoutCheckout {
  /** 64 characters of lowercase hex, new at each entry; of it only a digest is kept. */
  readonly secret: string;
  readonly expiresAt: EpochMs;
}

export type EnterPayoutCheckoutError = PayoutCheckoutNotFound | PayoutCheckoutClosed;

/**
 * Hands an open session to the browser that comes with its token. Coming again, from the same browser or from
 * another, hands it on: the secret that was given out before is void from then on.
 */
export type EnterPayoutCheckout = (
  input: EnterPayoutCheckoutInput,
) => Promise<E.Either<EnterPayoutCheckoutError, EnteredPayoutCheckout>>;
export const EnterPayoutCheckout = token<EnterPayoutCheckout>('EnterPayoutCheckout');
