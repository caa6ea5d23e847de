import assert from 'node:assert/strict';
import type { Tenant } from '@hundi/core';
import type { PersonFactors, Storage } from '@hundi/core/storage';
import { commit } from '../../kit/build/commit.js';
import { personFactors } from '../../kit/build/factors.js';
import { acme, globex, others, sortedBy, type ContractCase } from '../contract-case.js';
import { race } from '../race.js';

const put = (storage: Storage, ...all: ReadonlyArray<PersonFactors>) =>
  commit(storage, async ({ factors }) => {
    for (const one of all) await factors.put(one);
  });

const find = (storage: Storage, tenant: Tenant, userId: string) =>
  storage.read(({ factors }) => factors.find(tenant, userId as never));

const changed = (held: PersonFactors, id: string): PersonFactors => ({
  ...held,
  revision: held.revision + 1,
  recovery: { recoveryId: id, revision: 1, digests: [id] },
});

export const factorContract: ReadonlyArray<ContractCase> = [
  {
    title: 'the factors of a person are found as they were written, by their tenant alone or by id',
    run: async (storage) => {
      const [mine, theirs] = [
        personFactors(acme, 1, {
          challenges: [
            {
              challengeId: 'fc_1',
              purpose: 'confirmation',
              digest: 'digest',
              expiresAt: 1_800_000_000_000,
              tries: 2,
              sessionId: 'session-1',
              usedAt: 1_800_000_000_001,
              proof: 'proof',
            },
          ],
          recovery: { recoveryId: 'fr_1', revision: 2, digests: ['a', 'b'] },
          guesses: { since: 1_800_000_000_002, wrong: 3 },
        }),
        personFactors(globex, 2, { userId: 'user-1' }),
      ];
      await put(storage, mine, theirs);
      assert.deepEqual(await find(storage, acme, 'user-1'), mine);
      assert.deepEqual(await find(storage, globex, 'user-1'), theirs);
      assert.equal(await find(storage, acme, 'user-2'), undefined);
      for (const other of others.slice(1))
        assert.equal(await find(storage, other, 'user-1'), undefined);
      const byId = (id: string) => storage.read(({ factors }) => factors.byId(id));
      assert.deepEqual(await byId(theirs.id), theirs);
      assert.equal(await byId('pf_9999'), undefined);
      const next = changed(mine, 'fr_2');
      await put(storage, next);
      assert.deepEqual(await find(storage, acme, 'user-1'), next);
    },
  },
  {
    title: 'the factors of many people of one tenant are found at once',
    run: async (storage) => {
      const [one, two] = [personFactors(acme, 1), personFactors(acme, 2)];
      const theirs = personFactors(globex, 3);
      await put(storage, one, two, theirs, personFactors(acme, 4));
      const of = async (tenant: Tenant) => {
        const ids = ['user-2', 'user-1', 'user-3', 'user-1', 'user-9'] as never;
        const found = await storage.read(({ factors }) => factors.findMany(tenant, ids));
        return sortedBy(({ id }) => id, found);
      };
      assert.deepEqual(await of(acme), [one, two]);
      assert.deepEqual(await of(globex), [theirs]);
      for (const other of others.slice(1)) assert.deepEqual(await of(other), []);
    },
  },
  {
    title: 'of units that write the same next factors of a person, one does, and the others see it',
    run: async (storage) => {
      const held = personFactors(acme, 1);
      await put(storage, held);
      const wins = await race(storage, async ({ factors }, i) => {
        const found = await factors.find(acme, held.userId);
        if (found?.recovery !== undefined) return false;
        await factors.put(changed(found ?? held, `fr_${String(i)}`));
        return true;
      });
      assert.equal(wins.length, 1);
    },
  },
  {
    title: 'units that hold the factors of a person write them one after the other',
    run: async (storage) => {
      const held = personFactors(acme, 1);
      await put(storage, held);
      const wins = await race(storage, async ({ factors }, i) => {
        const found = await factors.hold(acme, held.userId);
        assert.ok(found !== undefined);
        await factors.put(changed(found, `fr_${String(i)}`));
        return true;
      });
      assert.equal(wins.length, 4);
      assert.equal((await find(storage, acme, held.userId))?.revision, 5);
      assert.equal(
        await commit(storage, ({ factors }) => factors.hold(acme, 'user-2' as never)),
        undefined,
      );
    },
  },
  {
    title: 'of units that write the first factors of a person, one does, and the others see it',
    run: async (storage) => {
      const wins = await race(storage, async ({ factors }, i) => {
        if ((await factors.find(acme, 'user-1' as never)) !== undefined) return false;
        await factors.put(personFactors(acme, 1, { id: `pf_first_${String(i)}` }));
        return true;
      });
      assert.equal(wins.length, 1);
    },
  },
];
