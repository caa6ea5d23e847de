import * as t from 'io-ts';
import { E } from '../kernel/fp.js';
import { record } from '../kernel/codecs/record.js';
import type { UseCaseFor } from '../kernel/use-case/use-case.js';
import type { TransactionId } from '../kernel/values/ids.js';
import type { Clock } from '../ports/clock.js';
import { commit } from '../storage/commit.js';
import type { Pacer } from '../ports/pacer.js';
import type { GuardedSealer } from '../secrets/guarded-sealer.js';
import type { Storage } from '../storage/storage.js';
import { token } from '../kernel/token.js';
import { payoutBrowserUseCase, type PayoutBrowser } from './browser.js';
import {
  CodeVoid,
  WrongCode,
  type ChoiceRefusal,
  type MakerLocked,
} from './session/checkout-errors.js';
import { stepCheckout } from './session/checkout-machine.js';
import { Choice } from './session/choice.js';
import { makePayout } from './make-payout.js';
import { makerOf } from './maker.js';
import { isFor, isRight, liveCode } from './one-time-code.js';
import { tenantOf, type PayoutCheckout } from './session/payout-checkout.js';
import { payoutIdOf } from './session/payout-id.js';
import { returnTo } from './session/return-url.js';
import { raiseMakerLocked } from './maker-lock.js';
import { countTry, type CountedTry } from './try-code.js';
import { whileHeld, type NotHeld } from './while-held.js';
import { writeCheckout } from './write-checkout.js';

const AuthorizePayoutInput = record(
  'AuthorizePayoutInput',
  {
    /** The choice that the page shows at this moment. If it differs from that of the code, the code is invalid. */
    choice: Choice,
    /** The text that the maker typed, not validated. */
    code: t.string,
  },
  {},
);
type AuthorizePayoutInput = t.TypeOf<typeof AuthorizePayoutInput>;

/** The session is submitted and its payout made. */
export interface AuthorizedPayout {
  readonly transactionId: TransactionId;
  /** Where the browser goes from here, if the corporate named an address. */
  readonly returnTo?: string;
}

export type AuthorizePayoutError = NotHeld | CodeVoid | WrongCode | MakerLocked | ChoiceRefusal;

/**
 * Submits an open session with the code that was mailed: the payout is made in the same commit, once, and
 * follows the approval matrix from there. A try is counted, and committed, before the code is looked at.
 */
export type AuthorizePayout = UseCaseFor<
  PayoutBrowser,
  AuthorizePayoutInput,
  AuthorizePayoutError,
  AuthorizedPayout
>;
export const AuthorizePayout = token<AuthorizePayout>('AuthorizePayout');

export const makeAuthorizePayout = (
  storage: Storage,
  clock: Clock,
  sealer: GuardedSealer,
  pacer: Pacer,
): AuthorizePayout =>
  payoutBrowserUseCase(AuthorizePayoutInput, async (browser, { choice, code }) => {
    const typed = code.replace(/\s/g, '');
    const counted = await whileHeld(storage, clock, browser, (stores, held, now) =>
      countTry(stores, held, choice, typed, now),
    );
    if (E.isLeft(counted)) return counted;
    if ('_tag' in counted.right) return E.left(counted.right);
    const tried = counted.right;
    const use = { choice, email: tried.email };
    if (!(await isRight(sealer, tried.session, tried.code, use, typed))) {
      await commit(storage, (stores) => raiseMakerLocked(stores, tried.session, clock.now()));
      return E.left(WrongCode(tried.triesLeft));
    }
    await commit(storage, ({ payoutCheckouts }) =>
      payoutCheckouts.forgiveFailure(tenantOf(tried.session), tried.session.makerUserId),
    );
    const submitted = await submit({ storage, clock, pacer }, browser, tried, choice);
    if (E.isRight(submitted)) pacer.wake();
    return submitted;
  });

interface Ports {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly pacer: Pacer;
}

const submit = (
  { storage, clock, pacer }: Ports,
  browser: PayoutBrowser,
  tried: CountedTry,
  choice: Choice,
): Promise<E.Either<AuthorizePayoutError, AuthorizedPayout>> =>
  whileHeld<AuthorizePayoutError, AuthorizedPayout>(
    storage,
    clock,
    browser,
    async (stores, { session }, at) => {
      // Looked at again: since it was found right another one may have been sent, or its time be over.
      const live = liveCode(session, 0, choice, at);
      if (E.isLeft(live)) return live;
      if (live.right.number !== tried.code.number) return E.left(WrongCode(tried.triesLeft));
      const maker = await makerOf(stores, tenantOf(session), session.makerUserId);
      if (E.isLeft(maker)) return maker;

      const transactionId = payoutIdOf(session);
      const made = await makePayout(
        stores,
        session,
        maker.right,
        choice,
        { transactionId, at },
        pacer,
      );
      if (E.isLeft(made)) return made;
      if (!isFor(live.right, made.right)) return E.left(CodeVoid('payee_changed'));
      const stepped = stepCheckout(session, { type: 'submit', transactionId, at });
      if (E.isLeft(stepped)) return stepped;
      await writeCheckout(stores, session, stepped.right);
      await stores.payoutCheckouts.forgiveCode(tenantOf(session), session.makerUserId);
      return E.right(authorized(stepped.right, transactionId));
    },
  );

const authorized = (session: PayoutCheckout, transactionId: TransactionId): AuthorizedPayout => {
  const address = returnTo(session, 'submitted');
  return { transactionId, ...(address !== undefined && { returnTo: address }) };
};
