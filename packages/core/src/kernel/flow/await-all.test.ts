import test from 'ava';
import { awaitAll } from './await-all.js';

test('it waits for every part, also after one has failed', async (t) => {
  let ended = false;
  const slow = Promise.resolve()
    .then(() => undefined)
    .then(() => {
      ended = true;
    });

  await t.throwsAsync(awaitAll([Promise.reject(new Error('one')), slow]), { message: 'one' });
  t.true(ended);
});

test('when several items fail, the first in the list is reported', async (t) => {
  const parts = [Promise.resolve(), Promise.reject(new Error('a')), Promise.reject(new Error('b'))];

  await t.throwsAsync(awaitAll(parts), { message: 'a' });
});
