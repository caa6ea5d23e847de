import * as t from 'io-ts';
import { writeRecords } from '../writer/write-changes.js';
import { E } from '../../kernel/fp.js';
import { record } from '../../kernel/codecs/record.js';
import { openUseCase, type OpenUseCase } from '../../kernel/use-case/use-case.js';
import { sameDigest, sha256 } from '../../kernel/secrets/digest.js';
import { hex } from '../../kernel/secrets/hex.js';
import type { EpochMs } from '../../kernel/values/time.js';
import { Clock } from '../../ports/clock.js';
import { Entropy } from '../../ports/entropy.js';
import { Storage } from '../../storage/storage.js';
import { recipe, token } from '../../kernel/token.js';
import {
  PayoutCheckoutClosed,
  PayoutCheckoutNotFound,
} from '../../model/payout-checkout/session/checkout-errors.js';
import { PayoutCheckoutId } from '../../model/payout-checkout/session/checkout-id.js';
import { stepCheckout } from '../../model/payout-checkout/session/checkout-machine.js';
import type { PayoutCheckout } from '../../model/payout-checkout/session/payout-checkout.js';
import { takeStep } from './checkout-changes.js';

const EnterPayoutCheckoutInput = record('EnterPayoutCheckoutInput', {
  sessionId: PayoutCheckoutId,
  /** As `hostedUrl` carries it, not trusted in any way. */
  token: t.string,
});
type EnterPayoutCheckoutInput = t.TypeOf<typeof EnterPayoutCheckoutInput>;

/** The secret that the browser keeps in a cookie which no script can read. */
export interface EnteredPayoutCheckout {
  /** 64 characters of lowercase hex, new at each entry; of it only a digest is kept. */
  readonly secret: string;
  readonly expiresAt: EpochMs;
}

type EnterPayoutCheckoutError = PayoutCheckoutNotFound | PayoutCheckoutClosed;

/**
 * Hands an open session to the browser that comes with its token (§4.12). Coming again, from the same browser or from
 * another, hands it on: the secret that was given out before is void from then on.
 */
export type EnterPayoutCheckout = OpenUseCase<
  EnterPayoutCheckoutInput,
  EnterPayoutCheckoutError,
  EnteredPayoutCheckout
>;
export const EnterPayoutCheckout = token<EnterPayoutCheckout>('EnterPayoutCheckout');

const SECRET_BYTES = 32;

// Compared when there is no such session, so that an unknown id takes as long as a wrong token.
const NO_DIGEST = sha256('');

export const makeEnterPayoutCheckout = recipe(
  EnterPayoutCheckout,
  { Storage, Clock, Entropy },
  ({ storage, clock, entropy }) =>
    openUseCase(EnterPayoutCheckoutInput, async (input) => {
      const secret = hex(entropy.bytes(SECRET_BYTES));
      const entered = await storage.atomically<EnterPayoutCheckoutError, PayoutCheckout>(
        async (stores) => {
          const found = await stores.payoutCheckouts.hold(input.sessionId);
          const fits = sameDigest(sha256(input.token), found?.session.tokenDigest ?? NO_DIGEST);
          if (found === undefined || !fits) return E.left(PayoutCheckoutNotFound());
          const at = clock.now();
          const browserDigest = sha256(secret);
          const stepped = stepCheckout(found.session, { type: 'enter', browserDigest, at });
          if (E.isRight(stepped))
            await writeRecords(stores, takeStep(found.session, stepped.right));
          return stepped;
        },
      );
      if (E.isLeft(entered)) return entered;
      const { status, expiresAt } = entered.right;
      return status === 'open'
        ? E.right({ secret, expiresAt })
        : E.left(PayoutCheckoutClosed(status));
    }),
);
