import test from 'ava';
import fc from 'fast-check';
import { DAY, HOUR, MINUTE } from '../../../kernel/values/time.js';
import type { LoginChallenge, TriedChallenge } from './login-challenge.js';
import { LIMITS_LOOK_MAX, nextCodes } from './login-limits.js';

const mailed = (
  sequence: number,
  createdAt: number,
  { long = false, tries = 0, usedAt }: { long?: boolean; tries?: number; usedAt?: number } = {},
): TriedChallenge => ({
  challenge: { sequence, createdAt, ...(long && { long: true as const }) } as LoginChallenge,
  tries,
  ...(usedAt !== undefined && { usedAt }),
});

/** What happens to an address: time passes, a client asks, tries wrong codes, and its person may come in. */
const move = fc.record({
  wait: fc.integer({ min: 0, max: HOUR / 4 }),
  wrong: fc.integer({ min: 0, max: 5 }),
  comesIn: fc.boolean(),
});

const play = (moves: ReadonlyArray<{ wait: number; wrong: number; comesIn: boolean }>) => {
  let now = 0;
  const latest: TriedChallenge[] = [];
  for (const { wait, wrong, comesIn } of moves) {
    now += wait;
    const next = nextCodes(latest.slice(0, LIMITS_LOOK_MAX), now);
    if (next.kind === 'shared') continue;
    const uses = comesIn && wrong < 5;
    latest.unshift(
      mailed(next.sequence, now, {
        long: next.kind === 'long',
        tries: wrong + (uses ? 1 : 0),
        ...(uses && { usedAt: now }),
      }),
    );
  }
  return latest.toReversed();
};

test('the first code of an address is short and number one, the next follows the last', (t) => {
  t.deepEqual(nextCodes([], 5), { kind: 'short', sequence: 1 });
  t.deepEqual(nextCodes([mailed(7, 0)], HOUR), { kind: 'short', sequence: 8 });
});

test('after three unused short codes in an hour comes a long one, which others share', (t) => {
  const three = [mailed(3, 2), mailed(2, 1), mailed(1, 0)];
  t.deepEqual(nextCodes(three, 3), { kind: 'long', sequence: 4 });
  t.is(nextCodes(three, HOUR).kind, 'short');

  const long = mailed(4, 3, { long: true });
  t.deepEqual(nextCodes([long, ...three], 4), { kind: 'shared', of: long.challenge });
  t.is(nextCodes([long, ...three], 3 + 10 * MINUTE).kind, 'long');
  t.is(nextCodes([{ ...long, usedAt: 4 }, ...three], 5).kind, 'long');
});

test('an address of more than ten accounts gets long codes from the first on', (t) => {
  t.is(nextCodes([], 5, 10).kind, 'short');
  t.is(nextCodes([], 5, 11).kind, 'long');
  t.is(nextCodes([mailed(1, 5, { long: true })], 6, 11).kind, 'shared');
});

test('codes that were used make no later one longer', (t) => {
  const used = Array.from({ length: 9 }, (_, n) => mailed(9 - n, 0, { tries: 1, usedAt: 0 }));

  t.is(nextCodes(used, 1).kind, 'short');
});

test('from the tenth wrong try on, codes are long for a day', (t) => {
  const tried = [mailed(2, HOUR, { tries: 5 }), mailed(1, 0, { tries: 5 })];
  t.is(nextCodes(tried, 3 * HOUR).kind, 'long');
  t.is(nextCodes(tried, DAY).kind, 'short');
});

test('no hour sees more than three short codes and six long ones that stay unused', (t) => {
  fc.assert(
    fc.property(fc.array(move, { maxLength: 100 }), (moves) => {
      const unused = play(moves).filter(({ usedAt }) => usedAt === undefined);
      return [
        unused.filter(({ challenge }) => challenge.long === undefined).map(madeAt),
        unused.filter(({ challenge }) => challenge.long === true).map(madeAt),
      ].every((all, long) =>
        all.every((at, i) => (all[i + (long === 0 ? 3 : 6)] ?? Infinity) - at >= HOUR),
      );
    }),
  );
  t.pass();
});

const madeAt = ({ challenge }: TriedChallenge): number => challenge.createdAt;

test('a day sees at most 24 wrong tries of short codes', (t) => {
  fc.assert(
    fc.property(fc.array(move, { maxLength: 100 }), (moves) => {
      const short = play(moves).filter(({ challenge }) => challenge.long === undefined);
      return short.every((first, i) => {
        const wrong = short
          .slice(i)
          .filter((one) => madeAt(one) - madeAt(first) < DAY)
          .map(({ tries, usedAt }) => tries - (usedAt === undefined ? 0 : 1));
        return wrong.reduce((sum, tries) => sum + tries, 0) <= 24;
      });
    }),
  );
  t.pass();
});
