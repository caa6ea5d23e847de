import { DAY, HOUR, MINUTE, SECOND, type EpochMs } from '../../../kernel/values/time.js';

/** How long a delivery waits before each of its attempts, give or take a fifth (decisions §11). */
const WAITS = [
  0,
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

const LONGEST_WAIT = 24 * HOUR;

/** After so many attempts a delivery is dead. */
export const ATTEMPTS_MAX = WAITS.length;

const SPREAD = 0.2;
const RETRY_AFTER_MAX = DAY;

/**
 * When the next attempt of a delivery is due after `attempts` failed ones; undefined when there is none
 * left. Never sooner than its receiver asked for.
 *
 * @param dice from 0 to 1, evenly spread
 * @param retryAfter what the receiver asked for, in ms
 */
export const nextAttemptAt = (
  attempts: number,
  failedAt: EpochMs,
  dice: number,
  retryAfter = 0,
): EpochMs | undefined => {
  const wait = WAITS[attempts];
  return wait === undefined ? undefined : failedAt + longer(wait, dice, retryAfter);
};

/**
 * When an endpoint that failed as a whole so often in a row is tried again: by the same schedule, which does not
 * end here.
 *
 * @param dice from 0 to 1, evenly spread
 * @param retryAfter what the receiver asked for, in ms
 */
export const nextProbeAt = (
  failures: number,
  failedAt: EpochMs,
  dice: number,
  retryAfter = 0,
): EpochMs => failedAt + longer(WAITS[failures] ?? LONGEST_WAIT, dice, retryAfter);

const longer = (wait: number, dice: number, retryAfter: number): number => {
  const spread = Math.round(wait * (1 - SPREAD + 2 * SPREAD * dice));
  return Math.max(spread, Math.min(retryAfter, RETRY_AFTER_MAX));
};

const SECONDS = /^\d{1,15}$/;
const HTTP_DATE =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * The wait that a `Retry-After` header asks for (RFC 9110 §10.2.3), in ms from `now` on; undefined if it has no valid
 * value.
 */
export const readRetryAfter = (header: string, now: EpochMs): number | undefined => {
  const text = header.trim();
  if (SECONDS.test(text)) return Math.min(Number(text) * SECOND, RETRY_AFTER_MAX);
  const date = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.min(Math.max(date - now, 0), RETRY_AFTER_MAX);
};
