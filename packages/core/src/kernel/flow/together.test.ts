import test from 'ava';
import { together } from './together.js';

test('it waits for every part, also after one has failed', async (t) => {
  let ended = false;
  const slow = Promise.resolve()
    .then(() => undefined)
    .then(() => {
      ended = true;
    });

  await t.throwsAsync(together([Promise.reject(new Error('one')), slow]), { message: 'one' });
  t.true(ended);
});

test('of several failures the first in the list is told', async (t) => {
  const parts = [Promise.resolve(), Promise.reject(new Error('a')), Promise.reject(new Error('b'))];

  await t.throwsAsync(together(parts), { message: 'a' });
});
