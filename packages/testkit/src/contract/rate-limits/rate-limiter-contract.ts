import assert from 'node:assert/strict';
import type { CallKind, Clock, RateLimiter, RateLimits } from '@hundi/core';

/** Makes a limiter that has counted nothing yet. */
export type MakeRateLimiter = (limits: RateLimits, clock: Clock) => RateLimiter;

/** One promise that a rate limiter makes. Run it with any test runner; it throws when broken. */
export interface RateLimiterCase {
  readonly title: string;
  readonly run: (make: MakeRateLimiter) => Promise<void>;
}

const START = Date.UTC(2026, 0, 5);

/** A limiter on a clock that is moved by hand. */
const stage = (make: MakeRateLimiter, limits: Partial<RateLimits> = {}) => {
  let now = START;
  const { take } = make({ reads: 2, writes: 1, ...limits }, { now: () => now });
  /** How many of so many calls, one after the other, are allowed. */
  const allowedOf = async (calls: number, keyId = 'k', kind: CallKind = 'reads') => {
    let allowed = 0;
    for (let call = 0; call < calls; call += 1) if ((await take(keyId, kind)).allowed) allowed += 1;
    return allowed;
  };
  return {
    take,
    allowedOf,
    pass: (ms: number) => {
      now += ms;
    },
  };
};

/** Every promise that the port `RateLimiter` makes. */
export const rateLimiterContract: ReadonlyArray<RateLimiterCase> = [
  {
    title: 'a burst is allowed, and then as much as time brings, to the millisecond',
    run: async (make) => {
      const { allowedOf, pass } = stage(make);
      assert.equal(await allowedOf(6), 4);
      pass(499);
      assert.equal(await allowedOf(1), 0);
      pass(1);
      assert.equal(await allowedOf(2), 1);
    },
  },
  {
    title: 'an answer states the limit, what is left of it, and when it is restored',
    run: async (make) => {
      const { take, allowedOf } = stage(make);
      const stated = { limit: 4, windowSeconds: 2 };
      assert.deepEqual(await take('k', 'reads'), {
        ...stated,
        allowed: true,
        remaining: 3,
        resetSeconds: 1,
      });
      assert.equal(await allowedOf(3), 3);
      assert.deepEqual(await take('k', 'reads'), {
        ...stated,
        allowed: false,
        remaining: 0,
        resetSeconds: 1,
      });
    },
  },
  {
    title: 'each key has calls of its own, whatever its characters, and each kind is counted apart',
    run: async (make) => {
      const { allowedOf } = stage(make, { burst: 1 });
      for (const keyId of ['k', 'K', "k'; --", 'k\0', 'ключ', 'k'.repeat(5_000)]) {
        assert.equal(await allowedOf(3, keyId), 2);
        assert.equal(await allowedOf(3, keyId, 'writes'), 1);
      }
    },
  },
  {
    title: 'a refused call takes nothing',
    run: async (make) => {
      const { take, allowedOf, pass } = stage(make, { bytes: 100 });
      assert.equal((await take('k', 'bytes', 399)).allowed, true);
      assert.equal((await take('k', 'bytes', 2)).allowed, false);
      assert.equal((await take('k', 'bytes', 1)).allowed, true);
      assert.equal(await allowedOf(100, 'k', 'reads'), 4);
      pass(500);
      assert.equal(await allowedOf(100, 'k', 'reads'), 1);
    },
  },
  {
    title: 'a call that needs more than all there is waits until everything is there, and takes it',
    run: async (make) => {
      const { take, pass } = stage(make, { bytes: 100 });
      assert.equal((await take('k', 'bytes', 1_000)).allowed, true);
      pass(3_999);
      assert.deepEqual(await take('k', 'bytes', 1_000), {
        allowed: false,
        limit: 400,
        windowSeconds: 4,
        remaining: 399,
        resetSeconds: 1,
      });
      pass(1);
      assert.equal((await take('k', 'bytes', 1_000)).remaining, 0);
    },
  },
  {
    title:
      'of calls at once exactly as many are allowed as there are, and each is told what is left',
    run: async (make) => {
      const { take } = stage(make, { reads: 20 });
      const answers = await Promise.all(Array.from({ length: 60 }, () => take('k', 'reads')));
      const allowed = answers.filter((answer) => answer.allowed);
      assert.deepEqual(
        allowed.map(({ remaining }) => remaining).sort((a, b) => b - a),
        Array.from({ length: 40 }, (_, i) => 39 - i),
      );
      assert.equal(answers.filter(({ remaining }) => remaining === 0).length, 21);
    },
  },
  {
    title: 'a clock that jumps ahead by days fills a bucket once',
    run: async (make) => {
      const { allowedOf, pass } = stage(make);
      assert.equal(await allowedOf(6), 4);
      pass(3 * 24 * 3_600_000);
      assert.equal(await allowedOf(6), 4);
    },
  },
  {
    title:
      'a clock that goes back adds nothing, and stops no key for longer than a bucket takes to fill',
    run: async (make) => {
      for (const ms of [1, 1_000, 2_000, 2_001, 3_600_000]) {
        const { allowedOf, pass } = stage(make);
        const keyId = `back by ${String(ms)}`;
        assert.equal(await allowedOf(6, keyId), 4);
        pass(-ms);
        assert.equal(await allowedOf(6, keyId), 0);
        pass(4_000);
        assert.equal(await allowedOf(6, keyId), 4);
      }
    },
  },
  {
    title: 'limits that are no whole numbers above zero are refused',
    run: (make) => {
      for (const limits of [
        { reads: 0, writes: 1 },
        { reads: 1, writes: -1 },
        { reads: 1.5, writes: 1 },
        { reads: 1, writes: Number.NaN },
        { reads: 1, writes: 1, burst: 0 },
      ])
        assert.throws(() => make(limits, { now: () => START }), RangeError);
      return Promise.resolve();
    },
  },
];
