import test from 'ava';
import fc from 'fast-check';
import { DAY, SECOND } from '../../kernel/values/time.js';
import { stepDelivery, type AttemptResult } from './delivery-machine.js';
import { ATTEMPTS_MAX } from './retry-schedule.js';

const NOW = Date.UTC(2030, 0, 15);

const result: fc.Arbitrary<AttemptResult> = fc.oneof(
  fc.constant({ kind: 'taken' } as const),
  fc.record(
    { kind: fc.constant('failed' as const), retryAfter: fc.nat({ max: 30 * DAY }) },
    { requiredKeys: ['kind'] },
  ),
);

test('a delivery that is taken is over, however often it failed before', (t) => {
  t.deepEqual(stepDelivery({ attempts: 0 }, { kind: 'taken' }, NOW, 0.5), {
    status: 'delivered',
    attempts: 1,
  });
  t.deepEqual(stepDelivery({ attempts: 9 }, { kind: 'taken' }, NOW, 0.5), {
    status: 'delivered',
    attempts: 10,
  });
});

test('a delivery that failed waits for its next attempt, and is dead after the tenth', (t) => {
  t.deepEqual(stepDelivery({ attempts: 0 }, { kind: 'failed' }, NOW, 0.5), {
    status: 'waiting',
    attempts: 1,
    dueAt: NOW + 5 * SECOND,
  });
  t.deepEqual(stepDelivery({ attempts: 9 }, { kind: 'failed' }, NOW, 0.5), {
    status: 'dead',
    attempts: 10,
  });
});

test('whatever receivers do, a delivery ends after ten attempts at the most, and waits forwards', (t) => {
  fc.assert(
    fc.property(
      fc.array(result, { minLength: 12 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (results, dice) => {
        let [attempts, at] = [0, NOW];
        for (const one of results) {
          const next = stepDelivery({ attempts }, one, at, dice);
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
