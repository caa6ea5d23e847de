import assert from 'node:assert/strict';
import { E } from '@hundi/core';
import type { Storage } from '@hundi/core/storage';
import { aUser } from '../../kit/build/tenancy.js';
import { acme, type ContractCase } from '../contract-case.js';

const BRIEF = { brief: true };

const names = async (storage: Storage): Promise<ReadonlyArray<string>> =>
  (await storage.read(({ tenancy }) => tenancy.users(acme))).map(({ userId }) => userId).sort();

/** A unit that writes the user with this number, and then commits, refuses or throws. */
const unit = (storage: Storage, n: number, end: 'commit' | 'refuse' | 'throw') =>
  storage.atomically<string, number>(async ({ tenancy }) => {
    await tenancy.putUsers(acme, [aUser(n)]);
    if (end === 'throw') throw new Error(`broken ${String(n)}`);
    return end === 'commit' ? E.right(n) : E.left(`refused ${String(n)}`);
  }, BRIEF);

const idsOf = (...numbers: number[]) => numbers.map((n) => aUser(n).userId as string).sort();

/** Units that wait at the same time, of which some may share a commit. */
export const briefUnitsContract: ReadonlyArray<ContractCase> = [
  {
    title: 'brief units that wait at the same time are each committed with their own answer',
    run: async (storage) => {
      const numbers = Array.from({ length: 40 }, (_, n) => n);
      const answers = await Promise.all(numbers.map((n) => unit(storage, n, 'commit')));

      assert.deepEqual(answers, numbers.map(E.right));
      assert.deepEqual(await names(storage), idsOf(...numbers));
    },
  },
  {
    title: 'a brief unit that refuses or throws is undone, and no other with it',
    run: async (storage) => {
      const ends = ['commit', 'refuse', 'commit', 'throw', 'commit'] as const;
      const settled = await Promise.allSettled(ends.map((end, n) => unit(storage, n, end)));

      assert.deepEqual(
        settled.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason))),
        [E.right(0), E.left('refused 1'), E.right(2), 'Error: broken 3', E.right(4)],
      );
      assert.deepEqual(await names(storage), idsOf(0, 2, 4));
    },
  },
  {
    title: 'a brief unit that refuses without a write leaves the others as they are',
    run: async (storage) => {
      // How much of the others it sees depends on the storage, and is no matter of the refusal.
      const asking = storage.atomically<'refused', never>(async ({ tenancy }) => {
        await tenancy.users(acme);
        return E.left('refused');
      }, BRIEF);
      const [refused, ...others] = await Promise.all([
        asking,
        unit(storage, 1, 'commit'),
        unit(storage, 2, 'commit'),
      ]);

      assert.deepEqual([refused, ...others], [E.left('refused'), E.right(1), E.right(2)]);
      assert.deepEqual(await names(storage), idsOf(1, 2));
    },
  },
];
