import type { Clock } from '../../../ports/clock.js';
import type { CallKind, RateAllowance, RateLimiter } from '../../../ports/rate-limiter.js';
import { allowanceOf } from './allowance.js';
import { ratesOf, type RateLimits } from './rates.js';
import { fullBucket, refilled, without, type Bucket } from './token-bucket.js';

/**
 * Counts the calls that this process answers, key by key (decisions §2). Later calls make it forget a key that rested as
 * long as its bucket takes to fill (by default 2 s for reads, 100 s for codes): such a key is as good as new.
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
    return allowanceOf(rate, after ?? before, spent, after !== undefined);
  };
  return { take: async (keyId, kind, amount = 1) => take(keyId, kind, amount) };
};
