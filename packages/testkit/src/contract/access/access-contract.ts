import assert from 'node:assert/strict';
import type { Canary } from '@hundi/core/storage';
import { anApiKey, aSecretKey } from '../../kit/build/records.js';
import { aCorporate } from '../../kit/build/tenancy.js';
import { commit } from '../../kit/build/commit.js';
import { acme, globex, others, sortedBy, type ContractCase } from '../contract-case.js';
import { race } from '../race.js';

/** A moment that no 32-bit number holds. */
const LATE = 1_800_000_000_000;

const byKey = <A extends { readonly keyId: string }>(keys: ReadonlyArray<A>) =>
  sortedBy(({ keyId }) => keyId, keys);

export const accessContract: ReadonlyArray<ContractCase> = [
  {
    title: 'partner keys are found by their ids before the tenant is known',
    run: async (storage) => {
      const keys = [anApiKey(acme, 1, { actsAsUserId: 'user-7' }), anApiKey(globex, 2)];
      await commit(storage, ({ access }) => access.putApiKeys([...keys, anApiKey(acme, 3)]));

      assert.deepEqual(
        byKey(
          await storage.read(({ access }) =>
            access.apiKeys(['api-key-1', 'api-key-2', 'api-key-9', 'API-KEY-1']),
          ),
        ),
        keys,
      );
      assert.deepEqual(await storage.read(({ access }) => access.apiKeys([])), []);
    },
  },
  {
    title: 'putting a key overwrites by its id and leaves the others',
    run: async (storage) => {
      await commit(storage, async ({ access }) => {
        await access.putApiKeys([anApiKey(acme, 1), anApiKey(acme, 2)]);
        await access.putSecretKeys([aSecretKey(acme, 1), aSecretKey(acme, 2)]);
      });
      const revoked = anApiKey(acme, 1, { revokedAt: 5 });
      const closed = aSecretKey(acme, 2, { revokedAt: 6 });
      await commit(storage, async ({ access }) => {
        await access.putApiKeys([revoked]);
        await access.putSecretKeys([closed]);
      });

      await storage.read(async ({ access }) => {
        assert.deepEqual(byKey(await access.apiKeysOf(acme)), [revoked, anApiKey(acme, 2)]);
        assert.deepEqual(byKey(await access.secretKeysOf(acme)), [aSecretKey(acme, 1), closed]);
        assert.deepEqual(await access.apiKeys(['api-key-1']), [revoked]);
      });
    },
  },
  {
    title: "a key's id stays with its corporate: no other takes it over",
    run: async (storage) => {
      await commit(storage, async ({ access }) => {
        await access.putApiKeys([anApiKey(acme, 1)]);
        await access.putSecretKeys([aSecretKey(acme, 1)]);
      });

      for (const other of others) {
        await assert.rejects(
          commit(storage, ({ access }) => access.putApiKeys([anApiKey(other, 1)])),
        );
        await assert.rejects(
          commit(storage, ({ access }) =>
            access.putSecretKeys([aSecretKey(other, 2), aSecretKey(other, 1)]),
          ),
        );
      }
      await storage.read(async ({ access }) => {
        assert.deepEqual(await access.apiKeys(['api-key-1']), [anApiKey(acme, 1)]);
        assert.deepEqual(await access.secretKeys(['secret-key-1', 'secret-key-2']), [
          aSecretKey(acme, 1),
        ]);
      });
    },
  },
  {
    title: 'merchant keys are found by their ids, whose ever they are',
    run: async (storage) => {
      const keys = [aSecretKey(acme, 1), aSecretKey(globex, 2, { revokedAt: 5 })];
      await commit(storage, ({ access }) => access.putSecretKeys([...keys, aSecretKey(acme, 3)]));

      await storage.read(async ({ access }) => {
        assert.deepEqual(
          byKey(await access.secretKeys(['secret-key-2', 'secret-key-1', 'secret-key-9'])),
          keys,
        );
        assert.deepEqual(await access.secretKeys([]), []);
      });
    },
  },
  {
    title: 'the latest use of a key is kept, in any order of writing',
    run: async (storage) => {
      const note = (...uses: ReadonlyArray<readonly [string, number]>) =>
        commit(storage, ({ access }) =>
          access.noteUses(uses.map(([keyId, usedAt]) => ({ keyId, usedAt }))),
        );
      await note(['b', LATE + 5], ['a', 7], ['b', LATE], ['a', 9], ['c', 0]);
      await note(['a', 8], ['b', LATE + 6]);
      await note();

      await storage.read(async ({ access }) => {
        assert.deepEqual(byKey(await access.uses(['a', 'b', 'c', 'd', 'A', 'a'])), [
          { keyId: 'a', usedAt: 9 },
          { keyId: 'b', usedAt: LATE + 6 },
          { keyId: 'c', usedAt: 0 },
        ]);
        assert.deepEqual(await access.uses([]), []);
      });
    },
  },
  {
    title: 'uses that are noted at once all count, and the latest of each key stays',
    run: async (storage) => {
      const keyIds = ['a', 'b', 'c'];
      await race(storage, async ({ access }, rival) => {
        const uses = keyIds.map((keyId, i) => ({ keyId, usedAt: (rival * 7 + i) % 4 }));
        await access.noteUses(rival % 2 === 0 ? uses : uses.reverse());
        return true;
      });

      assert.deepEqual(
        byKey(await storage.read(({ access }) => access.uses(keyIds))).map((use) => use.usedAt),
        [3, 3, 3],
      );
    },
  },
  {
    title: 'noting a use leaves the key as it is',
    run: async (storage) => {
      const revoked = anApiKey(acme, 1, { revokedAt: 5 });
      await commit(storage, ({ access }) => access.putApiKeys([revoked]));
      await commit(storage, ({ access }) => access.noteUses([{ keyId: revoked.keyId, usedAt: 9 }]));

      assert.deepEqual(await storage.read(({ access }) => access.apiKeysOf(acme)), [revoked]);
    },
  },
  {
    title: 'units that hold a corporate before they add to its keys see what the one before added',
    run: async (storage) => {
      await commit(storage, ({ tenancy }) => tenancy.putCorporate(aCorporate(acme)));
      const winners = await race(storage, async ({ tenancy, access }, rival) => {
        await tenancy.holdCorporate(acme);
        if ((await access.apiKeysOf(acme)).length === 2) return false;
        await access.putApiKeys([anApiKey(acme, rival)]);
        return true;
      });

      assert.equal(winners.length, 2);
      assert.equal((await storage.read(({ access }) => access.apiKeysOf(acme))).length, 2);
    },
  },
  {
    title:
      'the first canary of a number stays, even if other processes write one later or at the same time',
    run: async (storage) => {
      const canaries = () => storage.read(({ access }) => access.canaries());
      const add = (number: number, sealed: string) =>
        commit(storage, ({ access }) => access.addCanary({ number, sealed }));
      assert.deepEqual(await canaries(), []);
      const added: boolean[] = [];
      await race(storage, async ({ access }, rival) => {
        added[rival] = await access.addCanary({ number: 1, sealed: `sealed-${String(rival)}` });
        return true;
      });
      assert.equal(added.filter((one) => one).length, 1);
      const first = { number: 1, sealed: `sealed-${String(added.indexOf(true))}` };
      assert.deepEqual(await canaries(), [first]);
      assert.equal(await add(1, 'late'), false);
      assert.deepEqual(await canaries(), [first]);
    },
  },
  {
    title: 'canaries come by number, and those that are taken away are gone',
    run: async (storage) => {
      const canaries = () => storage.read(({ access }) => access.canaries());
      const [one, two, ten] = [1, 2, 10].map((number) => ({
        number,
        sealed: `sealed-${String(number)}`,
      })) as [Canary, Canary, Canary];
      await commit(storage, async ({ access }) => {
        for (const canary of [ten, one, two]) await access.addCanary(canary);
      });
      assert.deepEqual(await canaries(), [one, two, ten]);
      await commit(storage, ({ access }) => access.dropCanaries([1, 10, 7]));
      assert.deepEqual(await canaries(), [two]);
      assert.equal(await commit(storage, ({ access }) => access.addCanary(one)), true);
      assert.deepEqual(await canaries(), [one, two]);
    },
  },
  {
    title: 'a limited list of secret keys holds the first by id, over all corporates',
    run: async (storage) => {
      const keys = [aSecretKey(acme, 1), aSecretKey(globex, 2), aSecretKey(acme, 3)];
      await commit(storage, ({ access }) => access.putSecretKeys(keys.toReversed()));
      const some = (limit: number) => storage.read(({ access }) => access.someSecretKeys(limit));

      assert.deepEqual(await some(2), keys.slice(0, 2));
      assert.deepEqual(await some(9), keys);
    },
  },
  {
    title: 'the keys of one tenant are not those of another',
    run: async (storage) => {
      await commit(storage, async ({ access }) => {
        await access.putApiKeys([anApiKey(acme, 1)]);
        await access.putSecretKeys([aSecretKey(acme, 1)]);
      });

      for (const other of others) {
        await storage.read(async ({ access }) => {
          assert.deepEqual(await access.apiKeysOf(other), []);
          assert.deepEqual(await access.secretKeysOf(other), []);
        });
      }
    },
  },
];
