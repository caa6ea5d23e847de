import test from 'ava';
import * as t from 'io-ts';
import { E } from '../kernel/fp.js';
import type { Stores, Storage } from '../storage/storage.js';
import { aJob, NOW, TENANT } from '../samples.test.data.js';
import { change } from './change.js';

/** A job of one row that others end before the rule is written: by then nothing is left of it. */
const overtaken = (left: boolean[]) => {
  const stores = {
    work: { hold: () => Promise.resolve() },
    payouts: { hold: () => Promise.resolve(), ofJob: () => Promise.resolve([]) },
    journal: { append: () => Promise.resolve() },
  } as unknown as Stores;
  const storage = {
    atomically: (work: (within: Stores) => Promise<unknown>) => work(stores),
  } as unknown as Storage;
  return change({
    input: t.strict({}),
    read: () => Promise.resolve(E.right(left.shift() ?? false)),
    decide: (isLeft) =>
      isLeft
        ? E.right({
            by: { actor: 'u-maker' },
            at: NOW,
            rows: { job: aJob('completed_success', 1), accepted: () => E.left('sent') },
          })
        : E.left({ _tag: 'NothingLeft' as const }),
    answer: () => 'written',
  })(
    storage,
    { now: () => NOW },
    () => Promise.resolve(),
    () => Promise.reject(new Error('nothing is in doubt')),
  );
};

test('where others have ended every row meanwhile, the rule decides again on what is left', async (t) => {
  t.deepEqual(await overtaken([true, false])(TENANT, {}), E.left({ _tag: 'NothingLeft' }));
});
