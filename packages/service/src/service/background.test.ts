import test from 'ava';
import { background } from './background.js';

/** Workers that only count themselves. */
const crew = (size: number) => {
  let alive = 0;
  let most = 0;
  const make = () => {
    alive += 1;
    most = Math.max(most, alive);
    return {
      stop: async () => {
        await Promise.resolve();
        alive -= 1;
      },
    };
  };
  return {
    alive: () => alive,
    most: () => most,
    work: background(Array.from({ length: size }, () => make)),
  };
};

test('no worker runs until the start', (t) => {
  t.is(crew(2).alive(), 0);
});

test('nothing runs beside work that wants to be alone, and the workers come back', async (t) => {
  const { alive, work, most } = crew(2);
  work.start();
  const seen = await Promise.all([
    work.alone(async () => alive()),
    work.alone(async () => alive()),
  ]);

  t.deepEqual(seen, [0, 0]);
  t.is(alive(), 2);
  t.is(most(), 2);
});

test('workers come back after work that fails', async (t) => {
  const { alive, work } = crew(1);
  work.start();
  await t.throwsAsync(
    work.alone(() => Promise.reject(new Error('no'))),
    { message: 'no' },
  );

  t.is(alive(), 1);
});

test('after a stop no work is returned, even if some was still to be done alone', async (t) => {
  const { alive, work } = crew(2);
  work.start();
  const last = work.alone(async () => 'done');
  await work.stop();

  t.is(await last, 'done');
  t.is(alive(), 0);
});
