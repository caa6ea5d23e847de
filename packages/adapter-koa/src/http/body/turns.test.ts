import test from 'ava';
import { nextTurn } from './turns.js';

test('each round of the event loop gives one turn, however many wait', async (t) => {
  const rounds: number[] = [];
  let round = 0;
  let going = true;
  const count = (): void => {
    round += 1;
    if (going) setImmediate(count);
  };
  setImmediate(count);

  await Promise.all(
    Array.from({ length: 5 }, async () => {
      for (let i = 0; i < 3; i += 1) {
        await nextTurn();
        rounds.push(round);
      }
    }),
  );
  going = false;

  t.is(rounds.length, 15);
  t.is(new Set(rounds).size, 15);
});
