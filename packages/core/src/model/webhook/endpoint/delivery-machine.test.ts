import test from 'ava';
import fc from 'fast-check';
import { E } from '../../../kernel/fp.js';
import { DAY, SECOND } from '../../../kernel/values/time.js';
import { stepDelivery, type AttemptResult } from './delivery-machine.js';
import { ATTEMPTS_MAX } from './retry-schedule.js';

const NOW = Date.UTC(2030, 0, 15);

const result: fc.Arbitrary<AttemptResult> = fc.oneof(
  fc.constant({ type: 'taken' } as const),
  fc.record(
    { type: fc.constant('failed' as const), retryAfter: fc.nat({ max: 30 * DAY }) },
    { requiredKeys: ['type'] },
  ),
);

const after = (attempts: number, attempted: AttemptResult, at = NOW, dice = 0.5) =>
  E.toUnion(stepDelivery({ attempts }, { ...attempted, dice, at }));

test('a delivery that is taken is over, however often it failed before', (t) => {
  t.deepEqual(after(0, { type: 'taken' }), {
    status: 'delivered',
    attempts: 1,
  });
  t.deepEqual(after(9, { type: 'taken' }), {
    status: 'delivered',
    attempts: 10,
  });
});

test('a delivery that failed waits for its next attempt, and is dead after the tenth', (t) => {
  t.deepEqual(after(0, { type: 'failed' }), {
    status: 'waiting',
    attempts: 1,
    dueAt: NOW + 5 * SECOND,
  });
  t.deepEqual(after(9, { type: 'failed' }), {
    status: 'dead',
    attempts: 10,
  });
});

test('for any answers of a receiver, a delivery ends after at most ten attempts, and never waits backwards', (t) => {
  fc.assert(
    fc.property(
      fc.array(result, { minLength: 12 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (results, dice) => {
        let [attempts, at] = [0, NOW];
        for (const one of results) {
          const next = after(attempts, one, at, dice);
          if (next.attempts !== attempts + 1) return false;
          if (next.status !== 'waiting') return next.attempts <= ATTEMPTS_MAX;
          if (next.dueAt <= at) return false;
          [attempts, at] = [next.attempts, next.dueAt];
        }
        return false;
      },
    ),
  );
  t.pass();
});
