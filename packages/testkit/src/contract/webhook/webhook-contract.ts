import assert from 'node:assert/strict';
import type { Tenant } from '@hundi/core';
import { anEndpoint } from '../../kit/build/records.js';
import { commit } from '../../kit/build/commit.js';
import { acme, globex, others, sortedBy, type ContractCase } from '../contract-case.js';

export const webhookContract: ReadonlyArray<ContractCase> = [
  {
    title: 'putting an endpoint overwrites by its id and leaves the others',
    run: async (storage) => {
      const moved = anEndpoint(acme, 1, { url: 'https://new.example/', eventTypes: ['job.*'] });
      await commit(storage, ({ webhookEndpoints }) =>
        webhookEndpoints.put([anEndpoint(acme, 1), anEndpoint(acme, 2), anEndpoint(globex, 3)]),
      );
      await commit(storage, ({ webhookEndpoints }) => webhookEndpoints.put([moved]));

      assert.deepEqual(
        sortedBy(
          ({ endpointId }) => endpointId,
          await storage.read(({ webhookEndpoints }) => webhookEndpoints.of(acme)),
        ),
        [moved, anEndpoint(acme, 2)],
      );
    },
  },
  {
    title: 'an endpoint is found by its id, with everything that it has, until it is removed',
    run: async (storage) => {
      const endpoint = anEndpoint(acme, 1, {
        description: 'ledger',
        retiring: [
          { sealedSecret: 'old', until: 5 },
          { sealedSecret: 'older', until: 3 },
        ],
        disabled: { by: 'gone', at: 7 },
      });
      await commit(storage, ({ webhookEndpoints }) =>
        webhookEndpoints.put([endpoint, anEndpoint(acme, 2)]),
      );
      const find = (tenant = acme) =>
        storage.read(({ webhookEndpoints }) => webhookEndpoints.find(tenant, 'we_1'));
      const remove = (tenant = acme) =>
        commit(storage, ({ webhookEndpoints }) => webhookEndpoints.remove(tenant, 'we_1'));

      for (const other of others) {
        assert.equal(await find(other), undefined);
        await remove(other);
      }
      assert.deepEqual(await find(), endpoint);
      await remove();
      assert.equal(await find(), undefined);
      assert.deepEqual(await storage.read(({ webhookEndpoints }) => webhookEndpoints.of(acme)), [
        anEndpoint(acme, 2),
      ]);
    },
  },
  {
    title: 'a limited list of endpoints holds the first by id, over all corporates',
    run: async (storage) => {
      const endpoints = [anEndpoint(acme, 1), anEndpoint(globex, 2), anEndpoint(acme, 3)];
      await commit(storage, ({ webhookEndpoints }) => webhookEndpoints.put(endpoints.toReversed()));
      const some = (limit: number) =>
        storage.read(({ webhookEndpoints }) => webhookEndpoints.some(limit));

      assert.deepEqual(await some(2), endpoints.slice(0, 2));
      assert.deepEqual(await some(9), endpoints);
    },
  },
  {
    title:
      'endpoints that nothing is sent to are counted by why, over all corporates, up to a limit',
    run: async (storage) => {
      const off = (tenant: Tenant, n: number, by: 'gone' | 'failing' | 'person') =>
        anEndpoint(tenant, n, { disabled: { by, at: 7 } });
      const disabled = (limit = 100) =>
        storage.read(({ webhookEndpoints }) => webhookEndpoints.disabled(limit));
      assert.deepEqual(await disabled(), { gone: 0, failing: 0, person: 0 });
      await commit(storage, ({ webhookEndpoints }) =>
        webhookEndpoints.put([
          anEndpoint(acme, 1),
          off(acme, 2, 'gone'),
          off(globex, 3, 'gone'),
          off(acme, 4, 'gone'),
          off(globex, 5, 'failing'),
          off(acme, 6, 'person'),
        ]),
      );

      assert.deepEqual(await disabled(), { gone: 3, failing: 1, person: 1 });
      assert.deepEqual(await disabled(2), { gone: 2, failing: 1, person: 1 });
      const listed = (by: 'gone' | 'failing' | 'person', limit = 10) =>
        storage.read(async ({ webhookEndpoints }) =>
          (await webhookEndpoints.disabledBy(by, limit)).map(({ endpointId }) => endpointId).sort(),
        );
      assert.deepEqual(await listed('gone'), ['we_2', 'we_3', 'we_4']);
      assert.deepEqual(await listed('failing'), ['we_5']);
      assert.equal((await listed('gone', 2)).length, 2);
      await commit(storage, async ({ webhookEndpoints }) => {
        await webhookEndpoints.put([anEndpoint(acme, 2), off(globex, 3, 'person')]);
        await webhookEndpoints.remove(acme, 'we_6');
      });
      assert.deepEqual(await disabled(), { gone: 1, failing: 1, person: 1 });
    },
  },
  {
    title: 'the endpoints of one tenant are not those of another',
    run: async (storage) => {
      await commit(storage, ({ webhookEndpoints }) => webhookEndpoints.put([anEndpoint(acme, 1)]));

      for (const other of others) {
        assert.deepEqual(
          await storage.read(({ webhookEndpoints }) => webhookEndpoints.of(other)),
          [],
        );
      }
    },
  },
];
