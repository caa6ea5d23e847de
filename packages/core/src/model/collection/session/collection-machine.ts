import type { Command, Machine } from '../../../kernel/values/machine.js';
import { E } from '../../../kernel/fp.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import type { ChargeAbsent, ChargeOutcome } from '../../../ports/card-acquirer.js';
import type { ShownCard } from '../card/card.js';
import { FormUsed, PaymentInProgress, CollectionEnded } from './collection-errors.js';
import {
  ATTEMPTS_MAX,
  inFlight,
  type CardAttempt,
  type CollectionSession,
  type CollectionStatus,
} from './collection-session.js';

/** The commands on a session, beside {@link beginAttempt}. */
export type CollectionCommand = Command /** The acquirer's answer about an attempt. */ &
  (
    | {
        readonly type: 'answer';
        readonly attempt: number;
        readonly answer: ChargeOutcome | ChargeAbsent;
        /** A life of the database that a restored backup has ended may have got it already. */
        readonly isOld?: boolean;
      }
    /** A late success was given back. */
    | { readonly type: 'reversed'; readonly attempt: number }
    | { readonly type: 'cancel' }
    /** The merchant ends it. */
    | { readonly type: 'close' }
    /** Time passes. */
    | { readonly type: 'expire' }
  );

/** A card is about to be charged, for the attempt that its form was shown for. */
export interface BeginCommand extends Command {
  readonly attempt: number;
  readonly card: ShownCard;
}

export type CollectionOutcome =
  | 'begun'
  | 'paid'
  | 'declined'
  | 'absent'
  | 'failed'
  | 'cancelled'
  | 'expired'
  /** A success that came too late, for its session or its attempt: its money goes back. */
  | 'late'
  /** A success that is late here, and was perhaps in time before a restore: a person decides about its money. */
  | 'kept'
  | 'reversed'
  /** The acquirer denies what it said before: a person has to look. */
  | 'contradicted'
  /** Known already. */
  | 'unchanged';

export interface CollectionStep {
  readonly next: CollectionSession;
  readonly outcome: CollectionOutcome;
  /** The attempt that it was about. */
  readonly attempt?: number;
}

/**
 * An open session:
 *
 * - begins an attempt while time and an attempt are left and none is in flight, and stays open;
 * - is `complete` by an approval while time is left;
 * - stays open by a decline or an absent charge, and is `failed` once no attempt is left;
 * - is `cancelled` by a cancel, and `expired` by a close, while no attempt is in flight;
 * - is `expired` by anything at or after `expiresAt`.
 *
 * A session that has ended stays as it is: a success that comes then is reversed, and so is one of an attempt that was
 * declined or absent. One that a life of the database before
 * a restore may have got in time is kept: its attempt is `approved`, and its session not `complete`, because the
 * merchant may have delivered.
 */
export const stepCollection: Machine<
  CollectionSession,
  CollectionCommand,
  CollectionEnded | PaymentInProgress,
  CollectionStep
> = (session, command) => {
  const { at } = command;
  switch (command.type) {
    case 'answer':
      return E.right(answered(session, command));
    case 'reversed':
      return E.right(givenBack(session, command.attempt, at));
    case 'cancel':
      return leave(session, 'cancelled', at);
    case 'close':
      return leave(session, 'expired', at);
    case 'expire':
      if (session.status !== 'open') return E.left(CollectionEnded(session.status));
      return E.right(isOver(session, at) ? end(session, 'expired', at) : unchanged(session));
  }
};

/** Adds an attempt to an open session. See {@link stepCollection}. */
export const beginAttempt: Machine<
  CollectionSession,
  BeginCommand,
  CollectionEnded | PaymentInProgress | FormUsed,
  CollectionStep
> = (session, { attempt: number, card, at }) => {
  if (session.status !== 'open') return E.left(CollectionEnded(session.status));
  if (isOver(session, at)) return E.right(end(session, 'expired', at));
  if (inFlight(session) !== undefined) return E.left(PaymentInProgress());
  const next = session.attempts.length + 1;
  if (number !== next || next > ATTEMPTS_MAX) return E.left(FormUsed());
  const attempt: CardAttempt = { number, state: 'charging', card, startedAt: at };
  return E.right({
    next: changed({ ...session, attempts: [...session.attempts, attempt] }, at),
    outcome: 'begun',
    attempt: number,
  });
};

const isOver = ({ expiresAt }: CollectionSession, at: EpochMs): boolean => at >= expiresAt;

const unchanged = (session: CollectionSession): CollectionStep => ({
  next: session,
  outcome: 'unchanged',
});

const end = (
  session: CollectionSession,
  status: 'cancelled' | 'expired',
  at: EpochMs,
): CollectionStep => ({ next: ended(session, status, at), outcome: status });

const leave = (
  session: CollectionSession,
  status: 'cancelled' | 'expired',
  at: EpochMs,
): E.Either<CollectionEnded | PaymentInProgress, CollectionStep> => {
  if (session.status !== 'open') return E.left(CollectionEnded(session.status));
  if (isOver(session, at)) return E.right(end(session, 'expired', at));
  return inFlight(session) === undefined
    ? E.right(end(session, status, at))
    : E.left(PaymentInProgress());
};

const answered = (
  session: CollectionSession,
  {
    attempt: number,
    answer,
    isOld = false,
    at,
  }: Extract<CollectionCommand, { readonly type: 'answer' }>,
): CollectionStep => {
  const attempt = attemptIn(session, number);
  const about = (next: CollectionSession, outcome: CollectionOutcome): CollectionStep => ({
    next,
    outcome,
    attempt: number,
  });
  if (answer.kind === 'approved') {
    if (attempt.state !== 'charging' && attempt.state !== 'declined' && attempt.state !== 'absent')
      return about(session, 'unchanged');
    const isFirst = attempt.state === 'charging';
    const wins = isFirst && session.status === 'open' && !isOver(session, at);
    const stays = isFirst && isOld;
    const next = withAttempt(session, {
      ...attempt,
      state: wins || stays ? 'approved' : 'reversing',
      authCode: answer.authCode,
    });
    if (wins) return about(ended(next, 'complete', at), 'paid');
    return about(timed(next, at), stays ? 'kept' : 'late');
  }
  if (attempt.state !== 'charging') {
    const denies = attempt.state === 'approved' || attempt.state === 'reversing';
    return about(session, denies ? 'contradicted' : 'unchanged');
  }
  const next = withAttempt(session, {
    ...attempt,
    state: answer.kind,
    ...(answer.kind === 'declined' && { declineCode: answer.code }),
  });
  if (session.status === 'open' && !isOver(session, at) && number >= ATTEMPTS_MAX)
    return about(ended(next, 'failed', at), 'failed');
  return about(timed(next, at), answer.kind);
};

const givenBack = (session: CollectionSession, number: number, at: EpochMs): CollectionStep => {
  const attempt = attemptIn(session, number);
  return attempt.state === 'reversing'
    ? {
        next: changed(withAttempt(session, { ...attempt, state: 'reversed' }), at),
        outcome: 'reversed',
        attempt: number,
      }
    : { next: session, outcome: 'unchanged', attempt: number };
};

const attemptIn = ({ attempts }: CollectionSession, number: number): CardAttempt => {
  const attempt = attempts[number - 1];
  if (attempt === undefined) throw new Error('the acquirer speaks of an attempt that never was');
  return attempt;
};

const withAttempt = (session: CollectionSession, attempt: CardAttempt): CollectionSession => ({
  ...session,
  attempts: session.attempts.map((one) => (one.number === attempt.number ? attempt : one)),
});

/** No change is dated before an earlier one, even if the clock went back. */
const changed = (session: CollectionSession, at: EpochMs): CollectionSession => ({
  ...session,
  sequence: session.sequence + 1,
  changedAt: Math.max(at, session.changedAt),
});

/** The change, and the end of an open session whose time is over. */
const timed = (session: CollectionSession, at: EpochMs): CollectionSession =>
  session.status === 'open' && isOver(session, at)
    ? ended(session, 'expired', at)
    : changed(session, at);

const ended = (
  session: CollectionSession,
  status: Exclude<CollectionStatus, 'open'>,
  at: EpochMs,
): CollectionSession => {
  const next = changed({ ...session, status }, at);
  return { ...next, endedAt: next.changedAt };
};
