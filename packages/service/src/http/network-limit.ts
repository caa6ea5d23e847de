import { proxiesOf, type TrustedProxies } from '@hundi/adapter-koa';
import { inProcessRateLimiter, type RateLimits } from '@hundi/core';
import type { Middleware } from 'koa';
import { refuse } from './problem.js';

/**
 * Counts requests that need no key by the network that they come from, as reads, and refuses those that come too
 * often. The counts are of this process: they work without a database.
 */
export const limitNetworks = (limits: RateLimits, trusted: TrustedProxies): Middleware => {
  const limiter = inProcessRateLimiter(limits, { now: () => performance.now() });
  const { networkOf } = proxiesOf(trusted);
  return async (ctx, next) => {
    const { allowed, resetSeconds } = await limiter.take(networkOf(ctx.req), 'reads');
    if (allowed) {
      await next();
      return;
    }
    ctx.set('Retry-After', String(resetSeconds));
    refuse(ctx, {
      type: 'rate_limit_error',
      detail: `Too many requests of this network; try again in ${String(resetSeconds)} s.`,
    });
  };
};
