import test from 'ava';
import fc from 'fast-check';
import { E } from '../fp.js';
import { DAY, HOUR, SECOND } from '../kernel/time.js';
import type { LoginChallenge, TriedChallenge } from './login-challenge.js';
import { nextSequence } from './login-limits.js';

const tried = (
  sequence: number,
  createdAt: number,
  tries = 0,
  usedAt?: number,
): TriedChallenge => ({
  challenge: { sequence, createdAt } as LoginChallenge,
  tries,
  ...(usedAt !== undefined && { usedAt }),
});

/** What an address does: waits, asks, tries wrong codes, and may come in with the code it has. */
const move = fc.record({
  wait: fc.integer({ min: 0, max: HOUR / 4 }),
  wrong: fc.integer({ min: 0, max: 4 }),
  comesIn: fc.boolean(),
});

const play = (moves: ReadonlyArray<{ wait: number; wrong: number; comesIn: boolean }>) => {
  let now = 0;
  const latest: TriedChallenge[] = [];
  for (const { wait, wrong, comesIn } of moves) {
    now += wait;
    const next = nextSequence(latest, now);
    if (E.isLeft(next)) continue;
    latest.unshift(tried(next.right, now, wrong + (comesIn ? 1 : 0), comesIn ? now : undefined));
  }
  return latest.toReversed();
};

test('the first code of an address is number one, the next follows the last', (t) => {
  t.deepEqual(nextSequence([], 5), E.right(1));
  t.deepEqual(nextSequence([tried(7, 0)], HOUR), E.right(8));
});

test('the wait is told in whole seconds, and is over when it says', (t) => {
  t.deepEqual(nextSequence([tried(1, 500)], 1_000), {
    _tag: 'Left',
    left: { _tag: 'TooManyLogins', retryAfterSeconds: 30 },
  });
  t.true(E.isRight(nextSequence([tried(1, 500)], 500 + 30 * SECOND)));
});

test('no half minute sees two codes that nobody used, no hour six of them', (t) => {
  fc.assert(
    fc.property(fc.array(move, { maxLength: 60 }), (moves) => {
      const unused = play(moves).filter(({ usedAt }) => usedAt === undefined);
      return unused.every(({ challenge: { createdAt } }, i) => {
        const [next, sixth] = [unused[i + 1], unused[i + 5]];
        return (
          (next?.challenge.createdAt ?? Infinity) - createdAt >= 30 * SECOND &&
          (sixth?.challenge.createdAt ?? Infinity) - createdAt >= HOUR
        );
      });
    }),
  );
  t.pass();
});

test('a day sees no more than twenty wrong codes, and those of the code that was out already', (t) => {
  fc.assert(
    fc.property(fc.array(move, { maxLength: 60 }), (moves) => {
      const all = play(moves);
      return all.every(({ challenge: { createdAt } }, i) => {
        const day = all
          .slice(i)
          .filter(({ challenge }) => challenge.createdAt - createdAt < DAY)
          .map(({ tries, usedAt }) => tries - (usedAt === undefined ? 0 : 1));
        return day.reduce((sum, wrong) => sum + wrong, 0) < 20 + 5;
      });
    }),
  );
  t.pass();
});
