import {
  DEFAULT_RATE_LIMITS,
  inProcessRateLimiter,
  type CallKind,
  type RateAllowance,
  type RateLimiter,
  type RateLimits,
} from '@hundi/core';

/** Time that only passes: setting a clock, or moving the sandbox's, changes no rate. */
const steady = { now: () => performance.now() };

/** How many calls a second each key may make; or the limiter that counts them; or none. */
export type RateLimitOption = RateLimits | RateLimiter | 'off';

/** The rate limiter; undefined for none. */
export const limiterOf = (
  option: RateLimitOption = DEFAULT_RATE_LIMITS,
): RateLimiter | undefined => {
  if (option === 'off') return undefined;
  return 'take' in option ? option : inProcessRateLimiter(option, steady);
};

/** The remaining calls of a key, in the fields of draft-ietf-httpapi-ratelimit-headers. */
export const rateHeaders = (
  kind: CallKind,
  { limit, windowSeconds, remaining, resetSeconds }: RateAllowance,
): Readonly<Record<string, string>> => ({
  RateLimit: `"${kind}";r=${String(remaining)};t=${String(resetSeconds)}`,
  'RateLimit-Policy': `"${kind}";q=${String(limit)};w=${String(windowSeconds)}`,
});
