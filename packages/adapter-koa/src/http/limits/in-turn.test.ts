import test from 'ava';
import { inTurn } from './in-turn.js';

/** Calls that say when they have begun, and end when they are told to. */
const calls = () => {
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const turns = inTurn(2);
  const call = (who: string, name: string): Promise<void> =>
    turns(
      who,
      () =>
        new Promise((resolve, reject) => {
          begun.push(name);
          ends.set(name, (error) => {
            if (error === undefined) resolve();
            else reject(error);
          });
        }),
    );
  return { begun, call, end: (name: string, error?: Error) => ends.get(name)?.(error) };
};

test('two calls of one caller run at a time, and the others in the order in which they came', async (t) => {
  const { begun, call, end } = calls();
  const all = ['a', 'b', 'c', 'd'].map((name) => call('one', name));
  t.deepEqual(begun, ['a', 'b']);

  end('b');
  await all[1];
  t.deepEqual(begun, ['a', 'b', 'c']);
  end('a');
  end('c');
  await all[2];
  end('d');
  await Promise.all(all);
  t.deepEqual(begun, ['a', 'b', 'c', 'd']);
});

test('callers do not wait for each other, nor for a call that failed', async (t) => {
  const { begun, call, end } = calls();
  const mine = ['a', 'b', 'c'].map((name) => call('one', name));
  const others = call('two', 'x');
  t.deepEqual(begun, ['a', 'b', 'x']);

  end('a', new Error('broken'));
  await t.throwsAsync(Promise.all(mine), { message: 'broken' });
  t.deepEqual(begun, ['a', 'b', 'x', 'c']);
  for (const name of ['b', 'c', 'x']) end(name);
  await Promise.all([mine[1], mine[2], others]);
});
