import { E } from '@hundi/core';
import type { Storage, Stores } from '@hundi/core/storage';
import { aClaim, anOrder, aTenant, someWork } from '@hundi/testkit';
import test from 'ava';
import { memoryStorage } from './memory-storage.js';

const acme = aTenant('acme');

const write = (storage: Storage, work: (stores: Stores) => Promise<unknown>) =>
  storage.atomically<never, undefined>(async (stores) => {
    await work(stores);
    return E.right(undefined);
  });

const subjects = ['a', 'b', 'c'];

/** What the storage holds of everything that these tests write. */
const held = (storage: Storage) =>
  storage.read(async ({ payouts, work, doubts }) => ({
    payouts: await payouts.findMany(
      acme,
      [1, 2].map((n) => anOrder(acme, n).transactionId),
    ),
    due: (await work.nextDues(5)).get('send-to-bank'),
    token: await work.lastToken(),
    line: await doubts.line(),
  }));

/** Moves, adds and takes away, in several units, one of which is undone. */
const live = async (storage: Storage): Promise<void> => {
  await write(storage, ({ work }) => work.claim(aClaim()));
  await write(storage, async ({ payouts, work, doubts }) => {
    await payouts.add([anOrder(acme, 2)]);
    await work.drop(acme, ['b']);
    await doubts.draw(7);
  });
  await storage.atomically(async ({ work }) => {
    await work.drop(acme, ['a']);
    return E.left('undone');
  });
  await write(storage, ({ work }) => work.skipTokens(1_000));
};

test('a restored backup has all records and tokens of its moment, and the storage works on from there', async (t) => {
  const storage = memoryStorage();
  await write(storage, async ({ payouts, work }) => {
    await payouts.add([anOrder(acme, 1)]);
    await work.add(subjects.map((subject) => someWork(acme, subject)));
  });
  const before = await held(storage);
  const restore = storage.backUp();
  await live(storage);
  t.notDeepEqual(await held(storage), before);
  restore();

  t.deepEqual(await held(storage), before);
  await live(storage);
  t.like(await held(storage), { token: 1_000 });
});

test('a backup can be restored once, and not after a later one was taken', async (t) => {
  const storage = memoryStorage();
  const first = storage.backUp();
  const second = storage.backUp();
  t.throws(first);
  await live(storage);
  second();

  t.throws(second);
  t.like(await held(storage), { payouts: [], token: 0 });
});
