import { DAY, HOUR, type EpochMs } from '../../../kernel/values/time.js';
import {
  SHARED_FOR,
  type CodeKind,
  type LoginChallenge,
  type TriedChallenge,
} from './login-challenge.js';

/** Unused short codes for one address, in an hour. */
const SHORT_AN_HOUR = 3;

/** Wrong tries of short codes for one address in a day, from which on there are no more of them. */
const WRONG_A_DAY = 10;

/** The accounts that one address may have and get short codes: with more of them a guess would be too good. */
const SHORT_ACCOUNTS_MAX = 10;

/** As many of an address's latest mails as the limits look at: no day sees more unused ones. */
export const LIMITS_LOOK_MAX = 300;

/** How long a challenge counts for its address's limits. */
export const LIMITS_LOOK_BACK = DAY;

/** How the next challenge of an address comes by its codes. */
export type NextCodes =
  | { readonly kind: CodeKind; readonly sequence: number }
  | { readonly kind: 'shared'; readonly of: LoginChallenge };

/**
 * A request for an address is never refused for what others asked and tried, so a stranger shuts no user
 * out; what grows is the code. Short codes of six digits are for an address that is left in peace: three an
 * hour that stay unused, and none from the tenth wrong try of a day on. Beyond that codes have 18 digits, and one
 * mail serves all who ask within ten minutes, until it is used: so a mailbox gets at most three and
 * six mails an hour, and each who asks still has a challenge of their own, with five tries of its own.
 *
 * A stranger's odds for one account: at most 9 wrong tries, and 5 at each of the 3 codes that may be out by
 * then, are 24 guesses a day of one in 10^6, 2.4e-5 a day (5e-6 for one challenge), while the owner gets well
 * over a hundred mails. Long codes: 10^6 guesses a second, day and night, are 9e10 of one in 10^18, 9e-8 a day.
 * An address of several accounts has as many times that: of up to ten accounts with short codes 2.4e-4 a day at most.
 * One of more accounts gets long codes only, for fifty of them at most: 4.5e-6 a day.
 *
 * A stranger cannot distinguish these cases, nor see that a person logged in: every challenge looks the same, lives
 * as long and takes as many tries.
 *
 * @param latest of the address that were mailed, newest first
 * @param accounts how many the address has
 */
export const nextCodes = (
  latest: ReadonlyArray<TriedChallenge>,
  now: EpochMs,
  accounts = 1,
): NextCodes => {
  const sequence = (latest[0]?.challenge.sequence ?? 0) + 1;
  if (accounts <= SHORT_ACCOUNTS_MAX && isInPeace(latest, now)) return { kind: 'short', sequence };
  const mailed = latest.find(({ challenge }) => challenge.long === true);
  return mailed !== undefined && isShared(mailed, now)
    ? { kind: 'shared', of: mailed.challenge }
    : { kind: 'long', sequence };
};

const isShared = ({ challenge, usedAt }: TriedChallenge, now: EpochMs): boolean =>
  usedAt === undefined && now - challenge.createdAt < SHARED_FOR;

const isInPeace = (latest: ReadonlyArray<TriedChallenge>, now: EpochMs): boolean => {
  const short = latest.filter(({ challenge }) => challenge.long === undefined);
  const within = (span: number) =>
    short.filter(({ challenge }) => now - challenge.createdAt < span);
  const unused = within(HOUR).filter(({ usedAt }) => usedAt === undefined);
  const wrong = within(DAY).reduce((sum, one) => sum + wrongTries(one), 0);
  return unused.length < SHORT_AN_HOUR && wrong < WRONG_A_DAY;
};

const wrongTries = ({ tries, usedAt }: TriedChallenge): number =>
  usedAt === undefined ? tries : tries - 1;
