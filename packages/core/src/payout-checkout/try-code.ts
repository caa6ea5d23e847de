import { E } from '../kernel/fp.js';
import { OneTimeCode, TRIES_MAX } from '../kernel/values/one-time-code.js';
import type { EpochMs } from '../kernel/values/time.js';
import type { Stores } from '../storage/storage.js';
import { bankDay } from './bank-day.js';
import {
  CodeVoid,
  MakerLocked,
  WrongCode,
  type MakerNotAuthorized,
} from './session/checkout-errors.js';
import { stepCheckout } from './session/checkout-machine.js';
import type { Choice } from './session/choice.js';
import type { KeptCode } from './session/kept-code.js';
import { makerOf } from './maker.js';
import { liveCode } from './one-time-code.js';
import { tenantOf, type OpenSession } from './session/payout-checkout.js';
import { FAILURES_A_DAY, raiseMakerLocked } from './maker-lock.js';
import type { HeldSession } from './while-held.js';
import { writeCheckout } from './write-checkout.js';

/** A try that is counted: now the code may be looked at. */
export interface CountedTry {
  readonly session: OpenSession;
  readonly code: KeptCode;
  /** The maker's registered address at this moment; empty if there is none, where no code ever went. */
  readonly email: string;
  readonly triesLeft: number;
}

type Uncounted = CodeVoid | WrongCode | MakerNotAuthorized;

/**
 * Counts a try before anybody looks at what was typed: against the code, and against the maker's day, where it
 * stays unless it turns out right. That a choice is not the code's is remembered, as it is that the day's lock rejected
 * a maker.
 */
export const countTry = async (
  stores: Stores,
  { session, tries }: HeldSession,
  choice: Choice,
  typed: string,
  at: EpochMs,
): Promise<E.Either<Uncounted, CountedTry | CodeVoid | MakerLocked>> => {
  const live = liveCode(session, tries, choice, at);
  if (E.isLeft(live)) return voided(stores, session, live.left, at);
  if (!OneTimeCode.is(typed)) return E.left(WrongCode(TRIES_MAX - tries));
  const { payoutCheckouts } = stores;
  const tenant = tenantOf(session);
  const day = await bankDay(stores, tenant, at);
  const { makerUserId, sessionId } = session;
  const maker = await makerOf(stores, tenant, makerUserId);
  if (E.isLeft(maker)) return maker;
  if (!(await payoutCheckouts.countFailure(tenant, makerUserId, day, FAILURES_A_DAY))) {
    await raiseMakerLocked(stores, session, at);
    return E.right(MakerLocked());
  }
  const counted = await payoutCheckouts.countTry(sessionId, live.right.number, TRIES_MAX);
  return counted === undefined
    ? E.left(CodeVoid('locked'))
    : E.right({
        session,
        code: live.right,
        email: maker.right.user.email ?? '',
        triesLeft: TRIES_MAX - counted,
      });
};

/** Why no code could be right. A choice that is not the code's voids the code: that is remembered, so it is a right. */
export const voided = async (
  stores: Stores,
  session: OpenSession,
  why: CodeVoid,
  at: EpochMs,
): Promise<E.Either<CodeVoid, CodeVoid>> => {
  if (why.reason !== 'choice_changed') return E.left(why);
  const stepped = stepCheckout(session, { type: 'change', at });
  if (E.isRight(stepped)) await writeCheckout(stores, session, stepped.right);
  return E.right(why);
};

/** The code that was found right, looked at again: meanwhile another may have been sent, or its time be over. */
export const stillLive = (
  session: OpenSession,
  { code, triesLeft }: CountedTry,
  choice: Choice,
  at: EpochMs,
): E.Either<CodeVoid | WrongCode, KeptCode> => {
  const live = liveCode(session, 0, choice, at);
  return E.isRight(live) && live.right.number !== code.number ? E.left(WrongCode(triesLeft)) : live;
};
