import type { E } from '../fp.js';
import type { EpochMs } from '../kernel/time.js';
import { token } from '../wiring/token.js';
import type { CheckoutClosed, CheckoutNotFound } from './checkout-errors.js';
import type { CheckoutId } from './checkout-id.js';

export interface EnterCheckoutInput {
  readonly sessionId: CheckoutId;
  /** As `hostedUrl` carries it, not trusted in any way. */
  readonly token: string;
}

/** What the browser keeps in a cookie that no script reads. */
export interface EnteredCheckout {
  /** 64 characters of lowercase hex, new at each entry; of it only a digest is kept. */
  readonly secret: string;
  readonly expiresAt: EpochMs;
}

export type EnterCheckoutError = CheckoutNotFound | CheckoutClosed;

/**
 * Hands an open session to the browser that comes with its token. Coming again, from the same browser or from
 * another, hands it on: the secret that was given out before is void from then on.
 */
export type EnterCheckout = (
  input: EnterCheckoutInput,
) => Promise<E.Either<EnterCheckoutError, EnteredCheckout>>;
export const EnterCheckout = token<EnterCheckout>('EnterPayoutCheckout');
