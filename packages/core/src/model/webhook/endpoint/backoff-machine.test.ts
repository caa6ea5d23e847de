import test from 'ava';
import fc from 'fast-check';
import { E } from '../../../kernel/fp.js';
import { DAY, HOUR, MINUTE, SECOND } from '../../../kernel/values/time.js';
import { stepBackoff, type Backoff, type BackoffCommand } from './backoff-machine.js';

const NOW = 1_000_000;
const failed = (more: Partial<BackoffCommand> = {}): BackoffCommand => ({
  taken: 0,
  failed: 1,
  isConclusive: true,
  dice: 0.5,
  at: NOW,
  ...more,
});

const after = (before: Backoff | undefined, command: BackoffCommand): Backoff | undefined =>
  E.toUnion(stepBackoff(before, command));

test('an endpoint that keeps failing is paused by the schedule, then for a day at a time', (t) => {
  const waits: number[] = [];
  let backoff: Backoff | undefined;
  for (let failures = 1; failures <= 11; failures += 1) {
    backoff = after(backoff, failed());
    t.is(backoff?.failures, failures);
    waits.push((backoff?.until ?? 0) - NOW);
  }

  t.deepEqual(waits, [
    5 * SECOND,
    5 * MINUTE,
    30 * MINUTE,
    2 * HOUR,
    5 * HOUR,
    10 * HOUR,
    14 * HOUR,
    20 * HOUR,
    DAY,
    DAY,
    DAY,
  ]);
});

test('one event that is taken ends the backoff, even if others failed', (t) => {
  const before = { failures: 7, until: NOW - 1 };

  t.is(after(before, failed({ taken: 1, failed: 7 })), undefined);
});

test('an event that fails again alone does not count against its endpoint, and lengthens no pause', (t) => {
  t.is(after(undefined, failed({ isConclusive: false })), undefined);
  t.deepEqual(after({ failures: 2, until: NOW - 1 }, failed({ isConclusive: false })), {
    failures: 2,
    until: NOW + 5 * MINUTE,
  });
});

test('Retry-After lengthens the wait, up to a day', (t) => {
  t.is(after(undefined, failed({ retryAfter: HOUR }))?.until, NOW + HOUR);
  t.is(after(undefined, failed({ retryAfter: 9 * DAY }))?.until, NOW + DAY);
});

test('no sequence of attempts pauses an endpoint for more than 29 hours', (t) => {
  const attempts = fc.record({
    taken: fc.nat(2),
    failed: fc.nat(8),
    isConclusive: fc.boolean(),
    retryAfter: fc.nat(9 * DAY),
  });
  fc.assert(
    fc.property(fc.array(attempts), fc.double({ min: 0, max: 1, noNaN: true }), (all, dice) => {
      let backoff: Backoff | undefined;
      for (const one of all) {
        backoff = after(backoff, { ...one, dice, at: NOW });
        if (backoff !== undefined && backoff.until - NOW > 29 * HOUR) return false;
        if (backoff !== undefined && backoff.until - NOW < 4 * SECOND) return false;
        if (one.taken > 0 && backoff !== undefined) return false;
      }
      return true;
    }),
  );
  t.pass();
});
