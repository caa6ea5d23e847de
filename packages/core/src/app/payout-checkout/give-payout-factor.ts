import { tenantOf } from '../../kernel/values/tenant.js';
import * as t from 'io-ts';
import {
  FactorChallengeNotFound,
  OtherThanChallenged,
  SecondFactorNeeded,
} from '../../model/factor/held/factor-errors.js';
import { PROOF } from '../factor/prove/factor-proof.js';
import { ProveFactor, type ProveFactorError } from '../factor/prove/prove-factor.js';
import { useProof, type UseProofError } from '../factor/prove/use-proof.js';
import { E } from '../../kernel/fp.js';
import type { InvalidInput } from '../../kernel/codecs/decode.js';
import { record } from '../../kernel/codecs/record.js';
import { recipe, token } from '../../kernel/token.js';
import type { UseCaseFor } from '../../kernel/use-case/use-case.js';
import { Clock } from '../../ports/clock.js';
import { Storage } from '../../storage/storage.js';
import { Judging } from '../intake/rules/judging.js';
import { hostedRule } from '../../model/tenancy/second-factor.js';
import { payoutBrowserUseCase, type PayoutBrowser } from './browser.js';
import type { CodeVoid } from '../../model/payout-checkout/session/checkout-errors.js';
import { Choice } from '../../model/payout-checkout/session/choice.js';
import { liveCode } from './one-time-code.js';
import { factorSession, paymentDigest } from './payout-factor.js';
import type { OpenSession } from '../../model/payout-checkout/session/payout-checkout.js';
import { submitPayout, type AuthorizedPayout, type SubmitPayoutError } from './submit-payout.js';
import { voided } from './try-code.js';
import { whileHeld, type NotHeld } from './while-held.js';

const GivePayoutFactorInput = record(
  'GivePayoutFactorInput',
  {
    /** The choice that the page shows at this moment, as in `AuthorizePayout`. */
    choice: Choice,
    /** That of `factor` in the view. */
    challengeId: t.string,
  },
  PROOF,
);
type GivePayoutFactorInput = t.TypeOf<typeof GivePayoutFactorInput>;

type Refusal = SubmitPayoutError | CodeVoid | UseProofError | OtherThanChallenged;
/** Why a payout checkout is not submitted by a second factor (decisions §9). */
export type GivePayoutFactorError =
  | NotHeld
  | Refusal
  | SecondFactorNeeded
  | Exclude<ProveFactorError, InvalidInput>;

/**
 * Submits an open session whose mailed code was right with the second factor that its maker was asked for then: given
 * for exactly this payout, for as long as the code is good. A try is counted, and committed, before it is looked at; the
 * proof is used up in the commit that makes the payout.
 */
export type GivePayoutFactor = UseCaseFor<
  PayoutBrowser,
  GivePayoutFactorInput,
  GivePayoutFactorError,
  AuthorizedPayout
>;
export const GivePayoutFactor = token<GivePayoutFactor>('GivePayoutFactor');

export const makeGivePayoutFactor = recipe(
  GivePayoutFactor,
  { Storage, Clock, Judging, ProveFactor },
  ({ storage, clock, judging: { bankRail }, proveFactor }) =>
    payoutBrowserUseCase<
      GivePayoutFactorInput,
      GivePayoutFactorError | InvalidInput,
      AuthorizedPayout
    >(GivePayoutFactorInput, async (browser, { choice, challengeId, ...given }) => {
      // Before the proof is looked at: what makes no payout anyway uses up no try.
      const found = await whileHeld<CodeVoid | SecondFactorNeeded, OpenSession | CodeVoid>(
        { storage, clock },
        browser,
        async (stores, { session }, at) => {
          const live = liveCode(session, 0, choice, at);
          if (E.isLeft(live)) return voided(session, live.left, at);
          const corporate = await stores.tenancy.corporate(tenantOf(session));
          const rule = hostedRule(corporate?.secondFactor, session.amount);
          return rule === 'passkey' && given.code !== undefined
            ? E.left(SecondFactorNeeded(rule))
            : E.right({ answer: session });
        },
      );
      if (E.isLeft(found)) return found;
      if ('_tag' in found.right) return E.left(found.right);
      const session = found.right;
      const sessionId = factorSession(session);
      const by = { tenant: tenantOf(session), userId: session.makerUserId };
      const proved = await proveFactor({ challengeId, purpose: 'payout', by, sessionId }, given);
      if (E.isLeft(proved)) return proved;
      return whileHeld<Refusal, AuthorizedPayout>(
        { storage, clock },
        browser,
        async (stores, held, at) => {
          const live = liveCode(held.session, 0, choice, at);
          if (E.isLeft(live)) return live;
          // Another code was sent meanwhile: it must be entered first.
          if (factorSession(held.session) !== sessionId) return E.left(FactorChallengeNotFound());
          return submitPayout<Refusal>(
            stores,
            { session: held.session, code: live.right },
            { bankRail, at },
            async (made) => {
              if (paymentDigest(held.session, challengeId, made) !== proved.right.digest)
                return E.left(OtherThanChallenged());
              const used = await useProof(stores, proved.right, at);
              const kind = proved.right.by?.kind ?? 'used';
              return E.map(() => ({ secondFactor: { challengeId, kind } }))(used);
            },
          );
        },
      );
    }),
);
