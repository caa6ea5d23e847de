import {
  inProcessRateLimiter,
  StorageAway,
  type Clock,
  type RateLimiter,
  type RateLimits,
} from '@hundi/core';

/** PostgreSQL's codes of a database that takes no writes, and of a full disk. */
const UNWRITABLE = /^(25006|53100)$/;

const isUnwritable = (error: unknown): boolean =>
  error instanceof StorageAway &&
  UNWRITABLE.test(String((error.cause as { readonly code?: unknown } | undefined)?.code));

/**
 * The same limiter, but reads that the database cannot count because it takes no writes are counted in this process:
 * what it holds can be read all the same.
 */
export const readsGoOn = (shared: RateLimiter, limits: RateLimits, clock: Clock): RateLimiter => {
  const here = inProcessRateLimiter(limits, clock);
  return {
    take: async (keyId, kind, amount) => {
      try {
        return await shared.take(keyId, kind, amount);
      } catch (error) {
        if (kind !== 'reads' || !isUnwritable(error)) throw error;
        return here.take(keyId, kind, amount);
      }
    },
  };
};
