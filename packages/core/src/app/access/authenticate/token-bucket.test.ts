import test from 'ava';
import fc from 'fast-check';
import {
  callsIn,
  fullBucket,
  refilled,
  secondsUntil,
  without,
  type Bucket,
  type Rate,
} from './token-bucket.js';

const rate: fc.Arbitrary<Rate> = fc.record({
  perSecond: fc.integer({ min: 1, max: 2_000 }),
  burst: fc.integer({ min: 1, max: 50 }),
});
/** How far the clock moves before each of some calls. */
const steps = fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 200 });

interface Call {
  readonly at: number;
  readonly allowed: boolean;
}

/** Calls of one key, the clock moving by the given time before each. */
const calls = (
  of: Rate,
  moves: ReadonlyArray<number>,
): { made: ReadonlyArray<Call>; last: Bucket } => {
  let last = fullBucket(of, 0);
  let at = 0;
  const made = moves.map((move) => {
    at += move;
    const before = refilled(of, last, at);
    const after = without(before, 1);
    last = after ?? before;
    return { at, allowed: after !== undefined };
  });
  return { made, last };
};

test('no window of time sees more calls than the burst and what the time brought', (t) => {
  fc.assert(
    fc.property(rate, steps, (of, moves) => {
      const allowed = calls(of, moves).made.filter((call) => call.allowed);
      for (const [from, { at: start }] of allowed.entries()) {
        for (let to = from; to < allowed.length; to += 1) {
          const passed = (allowed[to]?.at ?? 0) - start;
          if (to - from + 1 > of.burst + (of.perSecond * passed) / 1_000) return false;
        }
      }
      return true;
    }),
  );
  t.pass();
});

test('a call is refused only when the burst and what the time brought are used up', (t) => {
  fc.assert(
    fc.property(rate, steps, (of, moves) => {
      let thousandths = of.burst * 1_000;
      for (const [i, call] of calls(of, moves).made.entries()) {
        thousandths = Math.min(of.burst * 1_000, thousandths + (moves[i] ?? 0) * of.perSecond);
        if (call.allowed !== thousandths >= 1_000) return false;
        if (call.allowed) thousandths -= 1_000;
      }
      return true;
    }),
  );
  t.pass();
});

test('however finely the time is cut, it brings the same', (t) => {
  fc.assert(
    fc.property(rate, fc.array(fc.nat(20), { maxLength: 50 }), (of, cuts) => {
      const empty: Bucket = { thousandths: 0, at: 0 };
      let [at, bit] = [0, empty];
      for (const cut of cuts) {
        at += cut;
        bit = refilled(of, bit, at);
      }
      t.deepEqual(bit, refilled(of, empty, at));
    }),
  );
});

test('a clock that goes backwards grants nothing', (t) => {
  fc.assert(
    fc.property(rate, steps, fc.integer({ min: 0, max: 10_000_000 }), (of, moves, back) => {
      const { last } = calls(of, moves);
      const now = refilled(of, last, last.at - back);
      t.is(now.thousandths, last.thousandths);
      // And it costs no more than the time itself: from here on the clock counts again.
      t.is(callsIn(refilled(of, now, now.at + 1_000 * of.burst)), of.burst);
    }),
  );
});

test('after the seconds of Retry-After calls succeed, and one second earlier they do not', (t) => {
  fc.assert(
    fc.property(rate, steps, fc.integer({ min: 1, max: 50 }), (of, moves, wanted) => {
      const { last } = calls(of, moves);
      const want = Math.min(wanted, of.burst);
      const seconds = secondsUntil(of, last, want);
      t.true(callsIn(refilled(of, last, last.at + seconds * 1_000)) >= want);
      t.true(seconds === 0 || callsIn(refilled(of, last, last.at + (seconds - 1) * 1_000)) < want);
    }),
  );
});
