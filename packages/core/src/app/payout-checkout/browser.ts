import * as t from 'io-ts';
import { E } from '../../kernel/fp.js';
import { record } from '../../kernel/codecs/record.js';
import { sameDigest, sha256 } from '../../kernel/secrets/digest.js';
import { useCaseFor } from '../../kernel/use-case/use-case.js';
import { PayoutCheckoutId } from '../../model/payout-checkout/session/checkout-id.js';
import {
  NotThisBrowser,
  PayoutCheckoutNotFound,
} from '../../model/payout-checkout/session/checkout-errors.js';
import type { TriedCheckout } from '../../storage/payout-checkout-store.js';

/**
 * The browser that a session was handed to (decisions §9): which session its address names, and what its cookie holds;
 * `secret` is undefined where there is no cookie.
 */
export const PayoutBrowser = record('PayoutBrowser', {
  sessionId: PayoutCheckoutId,
  secret: t.union([t.string, t.undefined]),
});
export type PayoutBrowser = t.TypeOf<typeof PayoutBrowser>;

/** A use case for a browser; faults of the browser have pointers below `/browser`. */
export const payoutBrowserUseCase = useCaseFor(PayoutBrowser, '/browser');

// Compared when no browser holds the session, or it does not exist, so that either takes as long as a wrong secret.
const NO_DIGEST = sha256('');

/** The session, if it is this browser that holds it. */
export const heldBy = <Found extends TriedCheckout>(
  found: Found | undefined,
  { secret = '' }: PayoutBrowser,
): E.Either<PayoutCheckoutNotFound | NotThisBrowser, Found> => {
  const holds = sameDigest(sha256(secret), found?.session.browserDigest ?? NO_DIGEST);
  if (found === undefined) return E.left(PayoutCheckoutNotFound());
  return holds && found.session.browserDigest !== undefined
    ? E.right(found)
    : E.left(NotThisBrowser(found.session.bankTenantId));
};
