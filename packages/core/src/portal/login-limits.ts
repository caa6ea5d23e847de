import { E } from '../fp.js';
import { DAY, HOUR, SECOND, type EpochMs } from '../kernel/time.js';
import type { TriedChallenge } from './login-challenge.js';
import { TooManyLogins } from './login-errors.js';

/** Between two codes for one address. */
const PAUSE = 30 * SECOND;

/** Codes for one address in an hour. */
const CODES_AN_HOUR = 5;

/** Wrong codes for one address in a day. */
const WRONG_A_DAY = 20;

/** As many of an address's latest challenges as the limits look at. */
export const LIMITS_LOOK_MAX = 50;

/** How long a challenge counts for its address's limits. */
export const LIMITS_LOOK_BACK = DAY;

/**
 * The sequence of the next challenge of an address, unless it has to wait. A code that let somebody in counts
 * neither as one that was sent nor for the pause: whoever used it reads that mailbox.
 *
 * @param latest of the address, newest first
 */
export const nextSequence = (
  latest: ReadonlyArray<TriedChallenge>,
  now: EpochMs,
): E.Either<TooManyLogins, number> => {
  const wait = Math.max(pauseEnds(latest), hourEnds(latest), dayEnds(latest)) - now;
  return wait > 0
    ? E.left(TooManyLogins(Math.ceil(wait / SECOND)))
    : E.right((latest[0]?.challenge.sequence ?? 0) + 1);
};

const unused = (latest: ReadonlyArray<TriedChallenge>) =>
  latest.filter(({ usedAt }) => usedAt === undefined);

const endOf = (one: TriedChallenge | undefined, span: number): EpochMs =>
  one === undefined ? 0 : one.challenge.createdAt + span;

const pauseEnds = (latest: ReadonlyArray<TriedChallenge>): EpochMs =>
  endOf(unused(latest)[0], PAUSE);

const hourEnds = (latest: ReadonlyArray<TriedChallenge>): EpochMs =>
  endOf(unused(latest)[CODES_AN_HOUR - 1], HOUR);

const wrongTries = ({ tries, usedAt }: TriedChallenge): number =>
  usedAt === undefined ? tries : tries - 1;

/** When the oldest of the last wrong codes that are too many together is a day old. */
const dayEnds = (latest: ReadonlyArray<TriedChallenge>): EpochMs => {
  let wrong = 0;
  for (const one of latest) {
    wrong += wrongTries(one);
    if (wrong >= WRONG_A_DAY) return endOf(one, DAY);
  }
  return 0;
};
