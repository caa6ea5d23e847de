import { tenantOf } from '../../kernel/values/tenant.js';
import { E } from '../../kernel/fp.js';
import { OneTimeCode, TRIES_MAX } from '../../kernel/values/one-time-code.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { Stores } from '../../storage/storage.js';
import { bankDay } from './bank-day.js';
import { takeStep } from './checkout-changes.js';
import {
  CodeVoid,
  MakerLocked,
  WrongCode,
  type MakerNotAuthorized,
} from '../../model/payout-checkout/session/checkout-errors.js';
import { stepCheckout } from '../../model/payout-checkout/session/checkout-machine.js';
import type { Choice } from '../../model/payout-checkout/session/choice.js';
import type { KeptCode } from '../../model/payout-checkout/session/kept-code.js';
import { makerOf } from './maker.js';
import { liveCode } from './one-time-code.js';
import type { OpenSession } from '../../model/payout-checkout/session/payout-checkout.js';
import { FAILURES_A_DAY, makerLocked } from './maker-lock.js';
import type { Decided, HeldSession } from './while-held.js';

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
  { choice, typed }: { readonly choice: Choice; readonly typed: string },
  at: EpochMs,
): Promise<E.Either<Uncounted, Decided<CountedTry | CodeVoid | MakerLocked>>> => {
  const live = liveCode(session, tries, choice, at);
  if (E.isLeft(live)) return voided(session, live.left, at);
  if (!OneTimeCode.is(typed)) return E.left(WrongCode(TRIES_MAX - tries));
  const { payoutCheckouts } = stores;
  const tenant = tenantOf(session);
  const day = await bankDay(stores, tenant, at);
  const { makerUserId, sessionId } = session;
  const maker = await makerOf(stores, tenant, makerUserId);
  if (E.isLeft(maker)) return maker;
  if (!(await payoutCheckouts.countFailure(tenant, makerUserId, day, FAILURES_A_DAY)))
    return E.right({ answer: MakerLocked(), changes: await makerLocked(stores, session, at) });
  const counted = await payoutCheckouts.countTry(sessionId, live.right.number, TRIES_MAX);
  if (counted === undefined) return E.left(CodeVoid('locked'));
  const email = maker.right.user.email ?? '';
  return E.right({
    answer: { session, code: live.right, email, triesLeft: TRIES_MAX - counted },
  });
};

/** Why no code could be right. A choice that is not the code's voids the code: that is remembered, so it is a right. */
export const voided = (
  session: OpenSession,
  why: CodeVoid,
  at: EpochMs,
): E.Either<CodeVoid, Decided<CodeVoid>> => {
  if (why.reason !== 'choice_changed') return E.left(why);
  const stepped = stepCheckout(session, { type: 'change', at });
  if (E.isLeft(stepped)) return E.right({ answer: why });
  return E.right({ answer: why, changes: takeStep(session, stepped.right) });
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
