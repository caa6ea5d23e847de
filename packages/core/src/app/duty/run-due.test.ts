import test from 'ava';
import type { Duty } from './duty.js';
import { runDue } from './run-due.js';

/** A duty that has so many items, a chunk of them at a time. */
const withItems = (count: number, chunk: number, log: string[] = [], name = 'x'): Duty => {
  let left = count;
  return {
    name: name as Duty['name'],
    lanes: 1,
    chunk,
    run: async () => {
      const done = Math.min(left, chunk);
      left -= done;
      if (done > 0) log.push(`${name}${String(done)}`);
      return done;
    },
  };
};

test('it runs until nothing is due and returns how much it was', async (t) => {
  t.is(await runDue([withItems(7, 3), withItems(2, 1)]), 9);
  t.is(await runDue([withItems(0, 1)]), 0);
  t.is(await runDue([]), 0);
});

test('work that one duty makes for another is done too', async (t) => {
  let made = 0;
  const second: Duty = {
    ...withItems(0, 1),
    run: async () => {
      made += 1;
      return made <= 2 ? 1 : 0;
    },
  };

  t.is(await runDue([withItems(3, 3), second]), 5);
});

test('duties take turns', async (t) => {
  const log: string[] = [];
  await runDue([withItems(2, 1, log, 'a'), withItems(2, 1, log, 'b')]);

  t.deepEqual(log, ['a1', 'b1', 'a1', 'b1']);
});

test('a duty that makes no progress is stopped', async (t) => {
  await t.throwsAsync(runDue([withItems(Infinity, 1)], 10), { message: /10 rounds/ });
});
