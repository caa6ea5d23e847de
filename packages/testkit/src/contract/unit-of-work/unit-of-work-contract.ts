import assert from 'node:assert/strict';
import { E } from '@hundi/core';
import { aBeneficiary } from '../../kit/build/beneficiary.js';
import { EPOCH } from '../../kit/build/ids.js';
import { aJob, ordersOf } from '../../kit/build/payout.js';
import { anAnswer, anEntry, someWork } from '../../kit/build/records.js';
import { aBank, aCorporate, aUser } from '../../kit/build/tenancy.js';
import { commit } from '../../kit/build/commit.js';
import { acme, type ContractCase } from '../contract-case.js';
import type { Storage, Stores } from '@hundi/core/storage';

const job = aJob(acme, 1);

/** One write in each of several stores. */
const writeWidely = async (stores: Stores): Promise<void> => {
  await stores.tenancy.putBank(aBank(acme));
  await stores.tenancy.putCorporate(aCorporate(acme));
  await stores.tenancy.putUsers(acme, [aUser(1)]);
  await stores.beneficiaries.add(acme, aBeneficiary(acme, 1));
  await stores.jobs.add([job]);
  await stores.payouts.add(ordersOf(job));
  await stores.journal.append([anEntry(acme, job.jobId, 1)]);
  await stores.work.add([someWork(acme, job.jobId)]);
  await stores.idempotency.add([anAnswer(acme, 'key-1')]);
};

/** How many of those writes can be seen. */
const seen = (storage: Storage): Promise<ReadonlyArray<number>> =>
  storage.read(async (stores) => [
    (await stores.tenancy.bank(acme)) === undefined ? 0 : 1,
    (await stores.tenancy.corporate(acme)) === undefined ? 0 : 1,
    (await stores.tenancy.users(acme)).length,
    (await stores.beneficiaries.find(acme, aBeneficiary(acme, 1).beneficiaryId)) === undefined
      ? 0
      : 1,
    (await stores.jobs.findMany([job])).length,
    (await stores.payouts.ofJob(acme, job.jobId, 0, 10)).length,
    (await stores.journal.of(acme, job.jobId)).length,
    (await stores.work.nextDues(EPOCH)).size,
    (await stores.idempotency.find([anAnswer(acme, 'key-1')])).length,
  ]);

const NOTHING = [0, 0, 0, 0, 0, 0, 0, 0, 0];
const EVERYTHING = [1, 1, 1, 1, 1, 3, 1, 1, 1];

export const unitOfWorkContract: ReadonlyArray<ContractCase> = [
  {
    title: 'a right commits every write and reaches the caller',
    run: async (storage) => {
      const result = await storage.atomically<never, string>(async (stores) => {
        await writeWidely(stores);
        return E.right('done');
      });

      assert.deepEqual(result, E.right('done'));
      assert.deepEqual(await seen(storage), EVERYTHING);
    },
  },
  {
    title: 'a Left undoes every write and reaches the caller',
    run: async (storage) => {
      const result = await storage.atomically<string, never>(async (stores) => {
        await writeWidely(stores);
        return E.left('changed my mind');
      });

      assert.deepEqual(result, E.left('changed my mind'));
      assert.deepEqual(await seen(storage), NOTHING);
    },
  },
  {
    title: 'a throw undoes every write and reaches the caller as it was thrown',
    run: async (storage) => {
      const thrown = new Error('broken');

      await assert.rejects(
        storage.atomically<never, never>(async (stores) => {
          await writeWidely(stores);
          throw thrown;
        }),
        (error) => error === thrown,
      );
      assert.deepEqual(await seen(storage), NOTHING);
    },
  },
  {
    title: 'records of an undone unit of work can be written again',
    run: async (storage) => {
      await storage.atomically<string, never>(async (stores) => {
        await writeWidely(stores);
        return E.left('not yet');
      });
      await commit(storage, writeWidely);

      assert.deepEqual(await seen(storage), EVERYTHING);
    },
  },
  {
    title: 'an undone change leaves what was stored before it',
    run: async (storage) => {
      const before = aUser(1, { username: 'Before' });
      await commit(storage, ({ tenancy }) => tenancy.putUsers(acme, [before]));

      await storage.atomically<string, never>(async ({ tenancy }) => {
        await tenancy.putUsers(acme, [aUser(1, { username: 'After' }), aUser(2)]);
        return E.left('no');
      });

      assert.deepEqual(await storage.read(({ tenancy }) => tenancy.users(acme)), [before]);
    },
  },
  {
    title: 'a unit of work sees its own writes',
    run: async (storage) => {
      const users = await commit(storage, async ({ tenancy }) => {
        await tenancy.putUsers(acme, [aUser(1)]);
        return tenancy.users(acme);
      });

      assert.deepEqual(users, [aUser(1)]);
    },
  },
  {
    title: 'a read that is asked for while a unit runs sees nothing that is undone later',
    run: async (storage) => {
      let reading: Promise<ReadonlyArray<number>> | undefined;
      await storage.atomically<string, never>(async (stores) => {
        await writeWidely(stores);
        // Not awaited here: with one connection a read waits for the unit.
        reading = seen(storage);
        await stores.tenancy.putUsers(acme, [aUser(2)]);
        return E.left('no');
      });

      assert.deepEqual(await reading, NOTHING);
    },
  },
  {
    title: 'a read returns the result of its work, and a throw of it reaches the caller',
    run: async (storage) => {
      const thrown = new Error('broken');

      assert.equal(await storage.read(() => Promise.resolve(42)), 42);
      await assert.rejects(
        storage.read(() => Promise.reject(thrown)),
        (error) => error === thrown,
      );
      assert.deepEqual(await seen(storage), NOTHING);
    },
  },
  ...(
    [
      ['users', ({ tenancy }) => tenancy.putUsers(acme, [aUser(1)])],
      ['payees', ({ beneficiaries }) => beneficiaries.add(acme, aBeneficiary(acme, 1))],
      ['payouts', ({ payouts }) => payouts.add(ordersOf(job))],
      ['work', ({ work }) => work.add([someWork(acme, 'subject')])],
      ['answers', ({ idempotency }) => idempotency.add([anAnswer(acme, 'key-1')])],
    ] satisfies [string, (stores: Stores) => Promise<unknown>][]
  ).map(([what, write]): ContractCase => ({
    title: `a read cannot write ${what}`,
    run: async (storage) => {
      await assert.rejects(storage.read<unknown>(write));
      assert.deepEqual(await seen(storage), NOTHING);
    },
  })),
  {
    title: 'a unit that is asked for while another runs takes place as well',
    run: async (storage) => {
      const put = (n: number) => commit(storage, (s) => s.tenancy.putUsers(acme, [aUser(n)]));
      await Promise.all(Array.from({ length: 20 }, (_, n) => put(n)));

      assert.equal((await storage.read(({ tenancy }) => tenancy.users(acme))).length, 20);
    },
  },
  {
    title: 'a throw in one unit does no harm to the next',
    run: async (storage) => {
      const [failed, done] = await Promise.allSettled([
        storage.atomically<never, never>(() => Promise.reject(new Error('broken'))),
        commit(storage, writeWidely),
      ]);

      assert.equal(failed.status, 'rejected');
      assert.equal(done.status, 'fulfilled');
      assert.deepEqual(await seen(storage), EVERYTHING);
    },
  },
];
