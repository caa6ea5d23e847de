import assert from 'node:assert/strict';
import { anApiKey, aSecretKey } from '../build/records.js';
import { acme, commit, globex, others, sortedBy, type ContractCase } from './contract-case.js';

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
