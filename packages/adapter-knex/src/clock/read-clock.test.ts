import test from 'ava';
import fc from 'fast-check';
import { readClock } from './read-clock.js';

const AHEAD = 1_000_000;

const way = fc.nat({ max: 400 });

/** Looks at a clock that is {@link AHEAD}, by ways of any length there and back, in order. */
const readings = fc
  .array(fc.record({ pause: way, there: way, back: way }), { minLength: 2, maxLength: 20 })
  .map((looks) => {
    let at = 0;
    return looks.map(({ pause, there, back }) => {
      const asked = at + pause;
      at = asked + there + back;
      return { asked, answered: at, shown: asked + there + AHEAD };
    });
  });

test('a clock is never further off than the shortest way to the other one and back', (t) => {
  fc.assert(
    fc.property(readings, ([first, ...more]) => {
      if (first === undefined) return true;
      const clock = readClock(first);
      for (const reading of more) clock.take(reading);
      const shortest = Math.min(...[first, ...more].map((one) => one.answered - one.asked));
      return Math.abs(clock.ahead() - AHEAD) <= shortest;
    }),
  );
  t.pass();
});

test('a look that took long does not move a clock that it agrees with', (t) => {
  const clock = readClock({ asked: 0, answered: 2, shown: AHEAD + 1 });
  clock.take({ asked: 10, answered: 9_010, shown: AHEAD + 9_009 });

  t.is(clock.ahead(), AHEAD);
});

test('a clock follows one that was set', (t) => {
  const clock = readClock({ asked: 0, answered: 2, shown: AHEAD + 1 });
  clock.take({ asked: 10, answered: 12, shown: 2 * AHEAD });

  t.true(Math.abs(clock.ahead() - 2 * AHEAD) <= 12);
});
