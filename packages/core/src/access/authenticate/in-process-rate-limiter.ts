import type { Clock } from '../../ports/clock.js';
import type { CallKind, RateAllowance, RateLimiter } from '../../ports/rate-limiter.js';
import {
  callsIn,
  fullBucket,
  refilled,
  secondsUntil,
  without,
  type Bucket,
  type Rate,
} from './token-bucket.js';

/** Calls a second of one key; `burst` seconds' worth of them may come at once (default 2). Whole numbers. */
export interface RateLimits {
  readonly reads: number;
  readonly writes: number;
  /** Logins a second from one peer address, in bursts of a minute's worth. Default 2. */
  readonly logins?: number;
  /** For one address from one network, of one login or one browser's page: 100 seconds' worth at once. Default 1. */
  readonly codes?: number;
  /** Bytes of bodies, four seconds' worth at once. Default 16 MiB. */
  readonly bytes?: number;
  readonly burst?: number;
}

/** The default rate limits (decisions §2). */
export const DEFAULT_RATE_LIMITS: RateLimits = { reads: 500, writes: 200 };

const DEFAULT_LOGINS = 2;
const DEFAULT_CODES = 1;
const DEFAULT_BURST = 2;
const DEFAULT_BYTES = 16 * 1_024 * 1_024;

// A whole office logs in at nine, but does not go on at that rate.
const LOGIN_BURST = 60;

// Presses of one button in many tabs are one person's, too.
const CODE_BURST = 100;

// A few large batches come together at the end of a month.
const BYTES_BURST = 4;

/** @throws when one of the limits is not a whole number above zero. */
const ratesOf = ({
  reads,
  writes,
  logins = DEFAULT_LOGINS,
  codes = DEFAULT_CODES,
  bytes = DEFAULT_BYTES,
  burst = DEFAULT_BURST,
}: RateLimits): Readonly<Record<CallKind, Rate>> => {
  const limits = [reads, writes, logins, codes, bytes, burst];
  if (!limits.every((limit) => Number.isSafeInteger(limit) && limit > 0))
    throw new RangeError('rate limits are whole numbers above zero');
  return {
    reads: { perSecond: reads, burst: reads * burst },
    writes: { perSecond: writes, burst: writes * burst },
    logins: { perSecond: logins, burst: logins * LOGIN_BURST },
    codes: { perSecond: codes, burst: codes * CODE_BURST },
    bytes: { perSecond: bytes, burst: bytes * BYTES_BURST },
  };
};

/**
 * Counts the calls that this process answers, key by key. It keeps the keys that called within the last few
 * seconds and no others: one that rested as long as its bucket takes to fill is as good as new.
 *
 * @param clock any clock of milliseconds; a steady one is best, since no caller should gain by a clock being set
 * @param buckets where the counts are kept
 * @throws when one of the limits is not a whole number above zero.
 */
export const inProcessRateLimiter = (
  limits: RateLimits,
  clock: Clock,
  buckets = new Map<string, Bucket>(),
): RateLimiter => {
  const rates = ratesOf(limits);
  const fillMs = (name: string): number => {
    const { perSecond, burst } = rates[name.split(' ', 1)[0] as CallKind];
    return (1_000 * burst) / perSecond;
  };

  // The latest caller stands last. Two leave for one that comes, so those that rest never pile up.
  const forgetRested = (now: number): void => {
    let looked = 0;
    for (const [name, { at }] of buckets) {
      if (now - at < fillMs(name) || looked === 2) return;
      buckets.delete(name);
      looked += 1;
    }
  };

  const take = (keyId: string, kind: CallKind, amount: number): RateAllowance => {
    const now = Math.floor(clock.now());
    const rate = rates[kind];
    const name = `${kind} ${keyId}`;
    const before = refilled(rate, buckets.get(name) ?? fullBucket(rate, now), now);
    // A call that needs more than a full bucket takes all of it: otherwise it would never be allowed.
    const spent = Math.min(amount, rate.burst);
    const after = without(before, spent);
    buckets.delete(name);
    buckets.set(name, after ?? before);
    forgetRested(now);
    return {
      allowed: after !== undefined,
      limit: rate.burst,
      windowSeconds: rate.burst / rate.perSecond,
      remaining: callsIn(after ?? before),
      resetSeconds:
        after === undefined
          ? secondsUntil(rate, before, spent)
          : secondsUntil(rate, after, rate.burst),
    };
  };
  return { take: async (keyId, kind, amount = 1) => take(keyId, kind, amount) };
};
