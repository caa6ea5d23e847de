import assert from 'node:assert/strict';
import type { DutyName, NewWork, Storage } from '@hundi/core/storage';
import { EPOCH } from '../../kit/build/ids.js';
import { aClaim, LEASE_MS, someWork } from '../../kit/build/records.js';
import { commit } from '../../kit/build/commit.js';
import { acme, type ContractCase } from '../contract-case.js';

const wake = (storage: Storage, ...all: NewWork[]) => commit(storage, ({ work }) => work.wake(all));

const nextDue = (storage: Storage, duty: DutyName = 'send-to-bank') =>
  storage.read(async ({ work }) => (await work.nextDues(EPOCH)).get(duty));

const claim = (storage: Storage, now = EPOCH) =>
  commit(storage, ({ work }) => work.claim(aClaim({ now })));

export const workWakeContract: ReadonlyArray<ContractCase> = [
  {
    title: 'a subject that is woken and has no work gets it',
    run: async (storage) => {
      await wake(storage, someWork(acme, 'a', { runAt: EPOCH }), someWork(acme, 'b'));

      const [a, b] = await claim(storage);
      assert.deepEqual([a?.subject, b?.subject], ['a', 'b']);
      assert.deepEqual([a?.attempts, a?.failures, a?.tenant], [1, 0, acme]);
    },
  },
  {
    title:
      'work that waits is due when it is woken, and keeps attempts and failures; never later than it was',
    run: async (storage) => {
      await commit(storage, ({ work }) => work.add([someWork(acme, 'a')]));
      const held = await claim(storage);
      await commit(storage, ({ work }) =>
        work.fail(held.map((one) => ({ ...one, runAt: EPOCH + 500 }))),
      );

      await wake(storage, someWork(acme, 'a', { runAt: EPOCH + 100 }));
      assert.equal(await nextDue(storage), EPOCH + 100);
      await wake(storage, someWork(acme, 'a', { runAt: EPOCH + 300 }));
      assert.equal(await nextDue(storage), EPOCH + 100);
      const [again] = await claim(storage, EPOCH + 100);
      assert.deepEqual([again?.attempts, again?.failures], [2, 1]);
    },
  },
  {
    title: 'work whose claim named another duty is left to its holder',
    run: async (storage) => {
      await commit(storage, ({ work }) => work.add([someWork(acme, 'a')]));
      const held = await commit(storage, ({ work }) =>
        work.claim(aClaim({ lapsesTo: 'query-unknowns' })),
      );

      await wake(storage, someWork(acme, 'a', { runAt: EPOCH - 5 }));
      assert.deepEqual(await claim(storage), []);
      assert.deepEqual(await nextDue(storage, 'query-unknowns'), EPOCH + LEASE_MS);
      await commit(storage, ({ work }) => work.finish(held));
      assert.equal(await nextDue(storage, 'query-unknowns'), undefined);
    },
  },
  {
    title: 'a holder keeps its token when its work is woken meanwhile',
    run: async (storage) => {
      await commit(storage, ({ work }) => work.add([someWork(acme, 'a')]));
      const held = await claim(storage);
      await wake(storage, someWork(acme, 'a', { runAt: EPOCH + 1 }));

      const ours = await commit(storage, ({ work }) => work.held(held));
      assert.deepEqual([...ours], ['a']);
    },
  },
];
