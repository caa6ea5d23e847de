import { inProcessRateLimiter } from '@hundi/core';
import test from 'ava';
import { rateLimiterContract } from './rate-limiter-contract.js';

for (const { title, run } of rateLimiterContract) {
  test(`rate limiter of a process: ${title}`, async (t) => {
    await run(inProcessRateLimiter);
    t.pass();
  });
}
