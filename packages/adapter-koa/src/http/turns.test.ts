import test from 'ava';
import { inTurns, turns } from './turns.js';

for (const aRound of [1, 2]) {
  test(`each round of the event loop gives so many turns, ${String(aRound)}, however many wait`, async (t) => {
    const nextTurn = turns(aRound);
    const given = new Map<number, number>();
    let round = 0;
    let going = true;
    const count = (): void => {
      round += 1;
      if (going) setImmediate(count);
    };
    setImmediate(count);

    await Promise.all(
      Array.from({ length: 6 }, async () => {
        for (let i = 0; i < 3; i += 1) {
          await nextTurn();
          given.set(round, (given.get(round) ?? 0) + 1);
        }
      }),
    );
    going = false;

    t.deepEqual([...given.values()], Array<number>(18 / aRound).fill(aRound));
  });
}

test('each step of a long work has a round of its own', async (t) => {
  const rounds: number[] = [];
  let round = 0;
  let going = true;
  const count = (): void => {
    round += 1;
    if (going) setImmediate(count);
  };
  setImmediate(count);
  function* steps() {
    for (let step = 0; step < 5; step += 1) {
      rounds.push(round);
      yield;
    }
    return 'done';
  }

  t.is(await inTurns(steps()), 'done');
  going = false;
  t.is(new Set(rounds).size, 5);
});
