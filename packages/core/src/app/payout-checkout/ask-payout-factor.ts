import { tenantOf } from '../../kernel/values/tenant.js';
import {
  askFactor,
  FACTOR_CHALLENGE_BYTES,
  factorChallengeId,
} from '../../model/factor/held/factor-challenge.js';
import { SecondFactorNeeded } from '../../model/factor/held/factor-errors.js';
import { E } from '../../kernel/fp.js';
import type { Judging } from '../intake/rules/judging.js';
import type { Clock } from '../../ports/clock.js';
import type { Entropy } from '../../ports/entropy.js';
import type { Storage } from '../../storage/storage.js';
import type { PayoutBrowser } from './browser.js';
import {
  CodeVoid,
  type ChoiceRefusal,
  type WrongCode,
} from '../../model/payout-checkout/session/checkout-errors.js';
import type { Choice } from '../../model/payout-checkout/session/choice.js';
import { judgeUnmade } from './judge-choice.js';
import { makerOf } from './maker.js';
import { isFor } from './one-time-code.js';
import { factorSession, hasFactorFor, paymentDigest } from './payout-factor.js';
import { stillLive, type CountedTry } from './try-code.js';
import { whileHeld, type NotHeld } from './while-held.js';

/** What a payout of the hosted page is made with. */
export interface PayoutPorts extends Pick<Judging, 'bankRail'> {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly entropy: Entropy;
}

type AskPayoutFactorError = NotHeld | CodeVoid | WrongCode | ChoiceRefusal | SecondFactorNeeded;

/** Asks a maker whose mailed code was right for a second factor to exactly this payout, if they have one that will do. */
export const askPayoutFactor = async (
  { storage, clock, entropy, bankRail }: PayoutPorts,
  browser: PayoutBrowser,
  { tried, choice }: { readonly tried: CountedTry; readonly choice: Choice },
  { kind }: SecondFactorNeeded,
): Promise<E.Either<AskPayoutFactorError, null>> => {
  const random = entropy.bytes(FACTOR_CHALLENGE_BYTES);
  return whileHeld({ storage, clock }, browser, async (stores, { session }, at) => {
    const live = stillLive(session, tried, choice, at);
    if (E.isLeft(live)) return live;
    const tenant = tenantOf(session);
    const maker = await makerOf(stores, tenant, session.makerUserId);
    if (E.isLeft(maker)) return maker;
    const picked = { session, maker: maker.right, choice };
    const judged = await judgeUnmade(stores, picked, { bankRail, at });
    if (E.isLeft(judged)) return judged;
    if (!isFor(live.right, judged.right.terms)) return E.left(CodeVoid('payee_changed'));
    const held = await stores.factors.find(tenant, session.makerUserId);
    if (held === undefined || !hasFactorFor(held, kind)) return E.left(SecondFactorNeeded(kind));
    const challengeId = factorChallengeId(held.id, random);
    const asked = {
      challengeId,
      purpose: 'payout',
      digest: paymentDigest(session, challengeId, judged.right),
      sessionId: factorSession(session),
    } as const;
    await stores.factors.put(askFactor(held, asked, at).held);
    return E.right({ answer: null });
  });
};
