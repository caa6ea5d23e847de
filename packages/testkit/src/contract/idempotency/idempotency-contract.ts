import assert from 'node:assert/strict';
import type { KeptAnswer, RequestKey, Storage } from '@hundi/core/storage';
import { anAnswer } from '../../kit/build/records.js';
import { commit } from '../../kit/build/commit.js';
import { acme, globex, others, sortedBy, type ContractCase } from '../contract-case.js';

const byKey = (answers: ReadonlyArray<KeptAnswer>) =>
  sortedBy(({ key, route, tenant }) => `${key} ${route} ${tenant.corporateTenantId}`, answers);

const add = async (storage: Storage, ...answers: KeptAnswer[]) =>
  byKey(await commit(storage, ({ idempotency }) => idempotency.add(answers)));

const find = async (storage: Storage, ...keys: RequestKey[]) =>
  byKey(await storage.read(({ idempotency }) => idempotency.find(keys)));

export const idempotencyContract: ReadonlyArray<ContractCase> = [
  {
    title: 'an answer is found by its key, byte for byte',
    run: async (storage) => {
      const answers = [
        anAnswer(acme, 'a', { body: '{"a": 1,\r\n\t"b":"\\u0000\\\\N \\"q\\" ₹😀"}\n' }),
        anAnswer(acme, 'b', { body: '', outcome: 'created "at once"', at: 2 ** 41 + 1 }),
        anAnswer(acme, 'c', { body: 'x'.repeat(200_000) }),
      ];
      assert.deepEqual(await add(storage, ...answers), answers);

      assert.deepEqual(await find(storage, ...answers, anAnswer(acme, 'd')), answers);
      assert.deepEqual(await find(storage), []);
      assert.deepEqual(await add(storage), []);
    },
  },
  {
    title: 'a taken key keeps its first answer, and only free keys are answered',
    run: async (storage) => {
      const first = anAnswer(acme, 'a');
      const fresh = anAnswer(acme, 'b');
      await add(storage, first);

      assert.deepEqual(await add(storage, anAnswer(acme, 'a', { body: 'other' }), fresh), [fresh]);
      assert.deepEqual(await find(storage, first, fresh), [first, fresh]);
    },
  },
  {
    title: 'a key that comes twice in one call is kept for the first',
    run: async (storage) => {
      const first = anAnswer(acme, 'a');

      assert.deepEqual(await add(storage, first, anAnswer(acme, 'a', { body: 'other' })), [first]);
      assert.deepEqual(await find(storage, first), [first]);
    },
  },
  {
    title: 'a key names a request only together with its route and tenant, letter by letter',
    run: async (storage) => {
      const answers = [
        anAnswer(acme, 'KEY'),
        anAnswer(acme, 'key'),
        anAnswer(acme, 'key', { route: 'other' }),
        anAnswer(globex, 'key', { route: 'other' }),
      ];
      assert.deepEqual(await add(storage, ...answers), answers);

      for (const answer of answers) assert.deepEqual(await find(storage, answer), [answer]);
    },
  },
  {
    title: 'an answer of one tenant is absent for another',
    run: async (storage) => {
      await add(storage, anAnswer(acme, 'a'));

      for (const other of others) assert.deepEqual(await find(storage, anAnswer(other, 'a')), []);
    },
  },
  {
    title: 'an undone unit of work leaves its key free',
    run: async (storage) => {
      await assert.rejects(
        commit(storage, async ({ idempotency }) => {
          await idempotency.add([anAnswer(acme, 'a')]);
          throw new Error('broken');
        }),
      );
      const answer = anAnswer(acme, 'a', { body: 'second' });

      assert.deepEqual(await find(storage, answer), []);
      assert.deepEqual(await add(storage, answer), [answer]);
    },
  },
  {
    title: 'hundreds of answers are kept and found at once',
    run: async (storage) => {
      const answers = Array.from({ length: 500 }, (_, n) =>
        anAnswer(acme, `key-${String(n).padStart(3, '0')}`),
      );
      await add(storage, ...answers.slice(0, 50));

      assert.deepEqual(await add(storage, ...answers), answers.slice(50));
      assert.deepEqual(await find(storage, ...answers), answers);
    },
  },
];
