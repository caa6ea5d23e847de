import test from 'ava';
import { inTurns, turns } from './turns.js';

/** Counts the rounds of the event loop until it is told to stop. */
const rounds = () => {
  let round = 0;
  let next = setImmediate(function count() {
    round += 1;
    next = setImmediate(count);
  });
  return {
    now: () => round,
    stop: () => {
      clearImmediate(next);
    },
  };
};

for (const aRound of [1, 2]) {
  test(`each round of the event loop gives so many turns, ${String(aRound)}, however many wait`, async (t) => {
    const nextTurn = turns(aRound);
    const given = new Map<number, number>();
    const { now, stop } = rounds();

    await Promise.all(
      Array.from({ length: 6 }, async () => {
        for (let i = 0; i < 3; i += 1) {
          await nextTurn();
          given.set(now(), (given.get(now()) ?? 0) + 1);
        }
      }),
    );
    stop();

    t.deepEqual([...given.values()], Array<number>(18 / aRound).fill(aRound));
  });
}

test('each step of a long work has a round of its own', async (t) => {
  const { now, stop } = rounds();
  const seen = new Set<number>();
  function* steps() {
    for (let step = 0; step < 5; step += 1) {
      seen.add(now());
      yield;
    }
    return 'done';
  }

  t.is(await inTurns(steps()), 'done');
  stop();
  t.is(seen.size, 5);
});
