import { tenantOf } from '../../kernel/values/tenant.js';
import * as t from 'io-ts';
import { SecondFactorNeeded } from '../../model/factor/held/factor-errors.js';
import { writeRecords } from '../writer/write-changes.js';
import { E } from '../../kernel/fp.js';
import { record } from '../../kernel/codecs/record.js';
import type { UseCaseFor } from '../../kernel/use-case/use-case.js';
import { Clock } from '../../ports/clock.js';
import { commit } from '../../storage/commit.js';
import { Entropy } from '../../ports/entropy.js';
import { GuardedSealer } from '../../ports/guarded-sealer.js';
import { Storage } from '../../storage/storage.js';
import { Judging } from '../intake/rules/judging.js';
import { hostedRule } from '../../model/tenancy/second-factor.js';
import { recipe, token } from '../../kernel/token.js';
import { askPayoutFactor, type PayoutPorts } from './ask-payout-factor.js';
import { payoutBrowserUseCase, type PayoutBrowser } from './browser.js';
import {
  WrongCode,
  type ChoiceRefusal,
  type CodeVoid,
  type MakerLocked,
} from '../../model/payout-checkout/session/checkout-errors.js';
import { Choice } from '../../model/payout-checkout/session/choice.js';
import { isRight } from './one-time-code.js';
import { makerLocked } from './maker-lock.js';
import { submitPayout, type AuthorizedPayout } from './submit-payout.js';
import { countTry, stillLive, type CountedTry } from './try-code.js';
import { whileHeld, type NotHeld } from './while-held.js';

const AuthorizePayoutInput = record('AuthorizePayoutInput', {
  /** The choice that the page shows at this moment. If it differs from that of the code, the code is invalid. */
  choice: Choice,
  /** The text that the maker typed, not validated. */
  code: t.string,
});
type AuthorizePayoutInput = t.TypeOf<typeof AuthorizePayoutInput>;

/** Why a payout checkout is not submitted by the mailed code (decisions §9). */
export type AuthorizePayoutError =
  | NotHeld
  | CodeVoid
  | WrongCode
  | MakerLocked
  | ChoiceRefusal
  | SecondFactorNeeded;

/**
 * Submits an open session with the code that was mailed (§4.12): the payout is made in the same commit, once, and
 * follows the approval matrix from there. A try is counted, and committed, before the code is looked at.
 *
 * Where the corporate asks for a second factor, the right code makes no payout: `SecondFactorNeeded`. A maker who has
 * one that will do is asked for it from then on (`factor` of the view), and gives it to `GivePayoutFactor`.
 */
export type AuthorizePayout = UseCaseFor<
  PayoutBrowser,
  AuthorizePayoutInput,
  AuthorizePayoutError,
  AuthorizedPayout
>;
export const AuthorizePayout = token<AuthorizePayout>('AuthorizePayout');

export const makeAuthorizePayout = recipe(
  AuthorizePayout,
  { Storage, Clock, Entropy, Sealer: GuardedSealer, Judging },
  ({ storage, clock, entropy, sealer, judging: { bankRail } }) =>
    payoutBrowserUseCase(AuthorizePayoutInput, async (browser, { choice, code }) => {
      const typed = code.replace(/\s/g, '');
      const counted = await whileHeld({ storage, clock }, browser, (stores, held, now) =>
        countTry(stores, held, { choice, typed }, now),
      );
      if (E.isLeft(counted)) return counted;
      if ('_tag' in counted.right) return E.left(counted.right);
      const tried = counted.right;
      const use = { choice, email: tried.email };
      if (!(await isRight(sealer, tried.session, tried.code, { use, typed }))) {
        await commit(storage, async (stores) =>
          writeRecords(stores, await makerLocked(stores, tried.session, clock.now())),
        );
        return E.left(WrongCode(tried.triesLeft));
      }
      await commit(storage, ({ payoutCheckouts }) =>
        payoutCheckouts.forgiveFailure(tenantOf(tried.session), tried.session.makerUserId),
      );
      const ports = { storage, clock, entropy, bankRail };
      const submitted = await submit(ports, browser, tried, choice);
      if (E.isRight(submitted) || submitted.left._tag !== 'SecondFactorNeeded') return submitted;
      const asked = await askPayoutFactor(ports, browser, { tried, choice }, submitted.left);
      return E.isLeft(asked) ? asked : submitted;
    }),
);

const submit = (
  { storage, clock, bankRail }: PayoutPorts,
  browser: PayoutBrowser,
  tried: CountedTry,
  choice: Choice,
): Promise<E.Either<AuthorizePayoutError, AuthorizedPayout>> =>
  whileHeld({ storage, clock }, browser, async (stores, { session }, at) => {
    const live = stillLive(session, tried, choice, at);
    if (E.isLeft(live)) return live;
    return submitPayout(
      stores,
      { session, code: live.right },
      { bankRail, at },
      async ({ facts }) => {
        const rule = hostedRule(facts.secondFactor, session.amount);
        return rule === 'none' ? E.right({}) : E.left(SecondFactorNeeded(rule));
      },
    );
  });
