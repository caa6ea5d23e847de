import test from 'ava';
import { inProcessRateLimiter } from './in-process-rate-limiter.js';
import type { RateLimits } from './rates.js';
import type { Bucket } from './token-bucket.js';

/** A limiter on a clock that is moved by hand, and what it remembers. */
const aLimiter = (limits: RateLimits = { reads: 2, writes: 1 }) => {
  let now = 5_000;
  const buckets = new Map<string, Bucket>();
  const { take } = inProcessRateLimiter(limits, { now: () => now }, buckets);
  return {
    take,
    buckets,
    pass: (ms: number) => {
      now += ms;
    },
  };
};

test('two seconds of calls may come at once, and then as many as the time brings', async (t) => {
  const { take, pass } = aLimiter();
  const burst = [];
  for (let i = 0; i < 5; i += 1) burst.push(await take('k', 'reads'));

  t.deepEqual(
    burst.map(({ allowed, remaining }) => [allowed, remaining]),
    [
      [true, 3],
      [true, 2],
      [true, 1],
      [true, 0],
      [false, 0],
    ],
  );
  pass(499);
  t.false((await take('k', 'reads')).allowed);
  pass(1);
  t.true((await take('k', 'reads')).allowed);
  t.false((await take('k', 'reads')).allowed);
});

test('an answer states the rate, what is left of it, and when it is restored', async (t) => {
  const { take } = aLimiter();

  t.deepEqual(await take('k', 'reads'), {
    allowed: true,
    limit: 4,
    windowSeconds: 2,
    remaining: 3,
    resetSeconds: 1,
  });
  for (let i = 0; i < 3; i += 1) await take('k', 'reads');
  t.deepEqual(await take('k', 'reads'), {
    allowed: false,
    limit: 4,
    windowSeconds: 2,
    remaining: 0,
    resetSeconds: 1,
  });
});

test('each key has calls of its own, and reads and writes are counted apart', async (t) => {
  const { take } = aLimiter({ reads: 1, writes: 1, burst: 1 });

  t.true((await take('a', 'reads')).allowed);
  t.false((await take('a', 'reads')).allowed);
  t.true((await take('a', 'writes')).allowed);
  t.true((await take('b', 'reads')).allowed);
});

test("a minute's worth of logins may come at once, enough for a whole office", async (t) => {
  const { take, pass, buckets } = aLimiter({ reads: 1, writes: 1, logins: 2 });
  const taken = [];
  for (let i = 0; i < 121; i += 1) taken.push(await take('a', 'logins'));

  t.deepEqual(taken.at(-2), {
    allowed: true,
    limit: 120,
    windowSeconds: 60,
    remaining: 0,
    resetSeconds: 60,
  });
  t.false(taken.at(-1)?.allowed);
  pass(500);
  t.true((await take('a', 'logins')).allowed);
  t.false((await take('a', 'logins')).allowed);
  pass(59_999);
  await take('b', 'logins');
  t.deepEqual([...buckets.keys()], ['logins a', 'logins b']);
  pass(1);
  await take('b', 'logins');
  t.deepEqual([...buckets.keys()], ['logins b']);
});

test('logins that nothing was said of are two a second', async (t) => {
  t.is((await aLimiter().take('a', 'logins')).limit, 120);
});

test('a fraction of a millisecond neither brings nor costs anything', async (t) => {
  const { take, pass } = aLimiter({ reads: 1_000, writes: 1, burst: 1 });
  for (let i = 0; i < 1_000; i += 1) await take('k', 'reads');
  pass(0.6);
  t.false((await take('k', 'reads')).allowed);
  pass(0.6);
  t.true((await take('k', 'reads')).allowed);
  t.false((await take('k', 'reads')).allowed);
});

test('a clock that jumps ahead by days fills a bucket once', async (t) => {
  const { take, pass } = aLimiter();
  for (let i = 0; i < 4; i += 1) await take('k', 'reads');
  pass(3 * 24 * 3_600_000);

  const allowed = [];
  for (let i = 0; i < 6; i += 1) allowed.push((await take('k', 'reads')).allowed);
  t.is(allowed.filter(Boolean).length, 4);
});

test('keys that rest are forgotten, those that call are not', async (t) => {
  const { take, buckets, pass } = aLimiter({ reads: 1, writes: 1 });
  for (let i = 0; i < 1_000; i += 1) await take(`k${String(i)}`, 'reads');
  pass(1_000);
  await take('k7', 'reads');
  t.is(buckets.size, 1_000);
  pass(1_000);
  for (let i = 0; i < 500; i += 1) await take('busy', 'reads');

  t.deepEqual([...buckets.keys()], ['reads k7', 'reads busy']);
});

for (const limits of [
  { reads: 0, writes: 1 },
  { reads: 1, writes: -1 },
  { reads: 1.5, writes: 1 },
  { reads: 1, writes: Number.NaN },
  { reads: 1, writes: 1, burst: 0 },
]) {
  test(`${JSON.stringify(limits)} are no limits`, (t) => {
    t.throws(() => inProcessRateLimiter(limits, { now: () => 0 }), { instanceOf: RangeError });
  });
}
