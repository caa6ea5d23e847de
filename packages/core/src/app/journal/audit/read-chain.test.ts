import test from 'ava';
import { TENANT } from '../../../samples.test.data.js';
import type { Storage } from '../../../storage/storage.js';
import { StorageAway } from '../../../storage/storage-away.js';
import { BrokenJournal, readChain } from './read-chain.js';

/** A journal of ten entries of which one cannot be read, and which is away from some read on. */
const journal = (unreadable: number, awayFrom = Infinity): Storage => {
  let reads = 0;
  const chain = (_: unknown, after: number, limit: number) => {
    reads += 1;
    if (reads >= awayFrom) throw new StorageAway('the storage cannot be had', undefined);
    const last = Math.min(after + limit, 10);
    if (after < unreadable && unreadable <= last) throw new TypeError('no such value');
    return Array.from({ length: last - after }, (_one, i) => ({ ordinal: after + i + 1 }));
  };
  return {
    read: async (work: (stores: never) => unknown) => work({ seals: { chain } } as never),
  } as never;
};

test('the first entry that cannot be read is the one at which the journal does not hold', async (t) => {
  for (const entry of [1, 2, 7, 10]) {
    const error = await t.throwsAsync(readChain(journal(entry), TENANT, 0, 10));
    t.true(error instanceof BrokenJournal && error.entry === entry, String(entry));
  }
});

test('a storage that goes away meanwhile breaks no journal', async (t) => {
  for (let from = 1; from <= 4; from += 1)
    await t.throwsAsync(readChain(journal(7, from), TENANT, 0, 10), { instanceOf: StorageAway });
});
