import assert from 'node:assert/strict';
import type { Tenant } from '@hundi/core';
import type { DeliveryProgress, QueuedDelivery, Storage } from '@hundi/core/storage';
import { EPOCH } from '../../kit/build/ids.js';
import { aDelivery, anAttempt } from '../../kit/build/deliveries.js';
import { commit } from '../../kit/build/commit.js';
import { acme, globex, others, sortedBy, type ContractCase } from '../contract-case.js';

const progress = (
  tenant: Tenant,
  endpointId: string,
  overrides: Partial<DeliveryProgress> = {},
): DeliveryProgress => ({ tenant, endpointId, position: 0, slow: false, ...overrides });

const queue = (storage: Storage, ...all: QueuedDelivery[]) =>
  commit(storage, ({ deliveries }) => deliveries.queue(all));

const due = (storage: Storage, now = EPOCH, limit = 100, tenant = acme) =>
  storage.read(({ deliveries }) => deliveries.due(tenant, 'we_1', now, limit));

const ids = (all: ReadonlyArray<{ readonly eventId: string }>) => all.map(({ eventId }) => eventId);

export const deliveryContract: ReadonlyArray<ContractCase> = [
  {
    title: 'the progress of an endpoint is what was put last, and no other sees it',
    run: async (storage) => {
      const backoff = { failures: 3, until: EPOCH + 20_000 };
      const first = progress(acme, 'we_1', {
        position: 5,
        failingSince: EPOCH,
        slow: true,
        backoff,
      });
      const second = progress(acme, 'we_1', { position: 20_000 });
      await commit(storage, ({ deliveries }) => deliveries.putProgress(first));
      const read = (tenant: Tenant, endpointId: string) =>
        storage.read(({ deliveries }) => deliveries.progress(tenant, endpointId));

      assert.deepEqual(await read(acme, 'we_1'), first);
      await commit(storage, ({ deliveries }) => deliveries.putProgress(second));
      assert.deepEqual(await read(acme, 'we_1'), second);
      assert.equal(await read(acme, 'we_2'), undefined);
      for (const other of others) assert.equal(await read(other, 'we_1'), undefined);
    },
  },
  {
    title: 'endpoints that do nothing but fail are counted over all corporates, up to a limit',
    run: async (storage) => {
      const put = (...all: DeliveryProgress[]) =>
        commit(storage, async ({ deliveries }) => {
          for (const one of all) await deliveries.putProgress(one);
        });
      const failing = (limit = 100) => storage.read(({ deliveries }) => deliveries.failing(limit));
      const fails = (tenant: Tenant, endpointId: string) =>
        progress(tenant, endpointId, { failingSince: EPOCH });
      assert.equal(await failing(), 0);
      await put(fails(acme, 'we_1'), fails(globex, 'we_2'), fails(acme, 'we_3'));
      await put(progress(acme, 'we_4'));

      assert.equal(await failing(), 3);
      assert.equal(await failing(2), 2);
      await put(progress(acme, 'we_1'));
      await commit(storage, ({ deliveries }) => deliveries.forget(globex, 'we_2'));
      assert.equal(await failing(), 1);
    },
  },
  {
    title: 'a queued delivery comes back as it was put, the last of an event',
    run: async (storage) => {
      const test = aDelivery(acme, 1, { body: '{"name":"日本"}', type: 'webhook.test' });
      const again = aDelivery(acme, 2, { attempts: 3, dueAt: EPOCH - 1 });
      await queue(storage, test, aDelivery(acme, 2));
      await queue(storage, again);

      assert.deepEqual(await due(storage), [again, test]);
    },
  },
  {
    title:
      'due deliveries are returned by moment and then by event, up to the limit, and none before its moment',
    run: async (storage) => {
      await queue(
        storage,
        aDelivery(acme, 3),
        aDelivery(acme, 1),
        aDelivery(acme, 4, { dueAt: EPOCH + 1 }),
        aDelivery(acme, 2, { dueAt: EPOCH - 1 }),
        aDelivery(acme, 5, { endpointId: 'we_2', dueAt: EPOCH - 9 }),
      );

      assert.deepEqual(ids(await due(storage)), ['evt_2', 'evt_1', 'evt_3']);
      assert.deepEqual(ids(await due(storage, EPOCH, 2)), ['evt_2', 'evt_1']);
      assert.deepEqual(ids(await due(storage, EPOCH - 2)), []);
      for (const other of others) assert.deepEqual(await due(storage, EPOCH, 9, other), []);
      const next = (tenant: Tenant) =>
        storage.read(({ deliveries }) => deliveries.nextDue(tenant, 'we_1'));
      assert.equal(await next(acme), EPOCH - 1);
      assert.equal(await next(globex), undefined);
    },
  },
  {
    title:
      'deliveries that are due and were not tried since they were queued can be distinguished, and made to wait',
    run: async (storage) => {
      await queue(
        storage,
        aDelivery(acme, 1, { attempts: 1 }),
        aDelivery(acme, 2, { attempts: 0, dueAt: EPOCH }),
        aDelivery(acme, 3, { attempts: 0, dueAt: EPOCH - 1 }),
        aDelivery(acme, 4, { attempts: 0, dueAt: EPOCH + 1 }),
        aDelivery(acme, 5, { attempts: 0, dueAt: EPOCH, endpointId: 'we_2' }),
      );
      const untried = async (limit = 100, tenant = acme, now = EPOCH) =>
        ids(await storage.read(({ deliveries }) => deliveries.untried(tenant, 'we_1', now, limit)));
      const delay = (tenant: Tenant) =>
        commit(storage, ({ deliveries }) => deliveries.delay(tenant, 'we_1', EPOCH, EPOCH + 9));

      assert.deepEqual(await untried(), ['evt_3', 'evt_2']);
      assert.deepEqual(await untried(1), ['evt_3']);
      for (const other of others) {
        assert.deepEqual(await untried(100, other), []);
        await delay(other);
      }
      assert.deepEqual(await untried(), ['evt_3', 'evt_2']);
      await delay(acme);
      assert.deepEqual(await untried(), []);
      assert.deepEqual(ids(await due(storage)), ['evt_1']);
      assert.deepEqual(await untried(100, acme, EPOCH + 1), ['evt_4']);
      assert.deepEqual(await untried(100, acme, EPOCH + 9), ['evt_4', 'evt_2', 'evt_3']);
    },
  },
  {
    title:
      'deliveries that wait with their endpoint can be made due, and those on their own schedule stay',
    run: async (storage) => {
      const { dueAt: _, ...dead } = aDelivery(acme, 5, { attempts: 10 });
      await queue(
        storage,
        dead,
        aDelivery(acme, 1, { attempts: 1, dueAt: EPOCH + 9, withEndpoint: true }),
        aDelivery(acme, 2, { attempts: 4, dueAt: EPOCH + 6 }),
        aDelivery(acme, 3, { dueAt: EPOCH - 1 }),
        aDelivery(acme, 4, { dueAt: EPOCH + 5, endpointId: 'we_2', withEndpoint: true }),
      );
      const hasten = (tenant: Tenant) =>
        commit(storage, ({ deliveries }) => deliveries.hasten(tenant, 'we_1', EPOCH));
      for (const other of others) await hasten(other);
      assert.deepEqual(ids(await due(storage)), ['evt_3']);
      await hasten(acme);

      assert.deepEqual(await due(storage), [
        aDelivery(acme, 3, { dueAt: EPOCH - 1 }),
        aDelivery(acme, 1, { attempts: 1, dueAt: EPOCH, withEndpoint: true }),
      ]);
      assert.deepEqual(ids(await due(storage, EPOCH + 6)), ['evt_3', 'evt_1', 'evt_2']);
    },
  },
  {
    title: 'a dead delivery is never due, is counted, and begins anew when its time is asked for',
    run: async (storage) => {
      const { dueAt: _, ...dead } = aDelivery(acme, 1, { attempts: 10, eventAt: EPOCH + 5 });
      await queue(storage, dead, aDelivery(acme, 2, { attempts: 4, eventAt: EPOCH + 4 }));
      const tally = (limit = 100) =>
        storage.read(({ deliveries }) => deliveries.tally(acme, 'we_1', limit));
      const restart = (since: number, tenant = acme) =>
        commit(storage, ({ deliveries }) => deliveries.restart(tenant, 'we_1', since, EPOCH + 9));

      assert.deepEqual(await tally(), { waiting: 1, dead: 1 });
      assert.deepEqual(await tally(0), { waiting: 0, dead: 0 });
      assert.deepEqual(ids(await due(storage, EPOCH * 2)), ['evt_2']);
      assert.equal(await restart(EPOCH + 5, globex), 0);
      assert.equal(await restart(EPOCH + 6), 0);
      assert.equal(await restart(EPOCH + 5), 1);
      assert.deepEqual(await due(storage, EPOCH * 2), [
        aDelivery(acme, 2, { attempts: 4, eventAt: EPOCH + 4 }),
        { ...dead, attempts: 0, dueAt: EPOCH + 9 },
      ]);
    },
  },
  {
    title:
      'the queue of some events is listed, due or dead, for its own corporate and endpoint only',
    run: async (storage) => {
      const { dueAt: _, ...dead } = aDelivery(acme, 1, { attempts: 10 });
      const test = aDelivery(acme, 2, { body: '{}', type: 'webhook.test', dueAt: EPOCH + 9 });
      await queue(storage, dead, test, aDelivery(acme, 3));
      const queuedOf = (tenant: Tenant, endpointId: string, ...eventIds: string[]) =>
        storage.read(({ deliveries }) => deliveries.queuedOf(tenant, endpointId, eventIds));

      assert.deepEqual(
        sortedBy(
          ({ eventId }) => eventId,
          await queuedOf(acme, 'we_1', 'evt_2', 'evt_1', 'evt_2', 'evt_9'),
        ),
        [dead, test],
      );
      assert.deepEqual(await queuedOf(acme, 'we_1'), []);
      assert.deepEqual(await queuedOf(acme, 'we_2', 'evt_1'), []);
      for (const other of others) assert.deepEqual(await queuedOf(other, 'we_1', 'evt_1'), []);
    },
  },
  {
    title: 'removing deliveries from a queue removes those of its corporate and endpoint only',
    run: async (storage) => {
      await queue(storage, aDelivery(acme, 1), aDelivery(acme, 2), aDelivery(acme, 3));
      const unqueue = (tenant: Tenant, endpointId: string) =>
        commit(storage, ({ deliveries }) =>
          deliveries.unqueue(tenant, endpointId, ['evt_1', 'evt_3', 'evt_9']),
        );
      for (const other of others) await unqueue(other, 'we_1');
      await unqueue(acme, 'we_2');
      assert.equal((await due(storage)).length, 3);

      await unqueue(acme, 'we_1');
      assert.deepEqual(ids(await due(storage)), ['evt_2']);
    },
  },
  {
    title: 'attempts are listed newest first, page by page, with all of their values',
    run: async (storage) => {
      const all = [
        anAttempt(acme, 1),
        anAttempt(acme, 2, { code: 500, answer: 'no\n日本', status: 'waiting', nextAt: EPOCH + 5 }),
        anAttempt(acme, 3, { fault: 'timed_out', status: 'dead', attempt: 10 }),
      ];
      await commit(storage, ({ deliveries }) => deliveries.note(all.slice(0, 2)));
      await commit(storage, ({ deliveries }) =>
        deliveries.note([
          ...all.slice(2),
          anAttempt(globex, 4),
          anAttempt(acme, 5, { endpointId: 'we_2' }),
        ]),
      );
      const page = (before: number | undefined, limit: number, tenant = acme) =>
        storage.read(({ deliveries }) => deliveries.attempts(tenant, 'we_1', before, limit));

      const first = await page(undefined, 2);
      assert.deepEqual(
        first.map(({ attempt }) => attempt),
        [all[2], all[1]],
      );
      const second = await page(first.at(-1)?.place, 2);
      assert.deepEqual(
        second.map(({ attempt }) => attempt),
        [all[0]],
      );
      assert.deepEqual(await page(second.at(-1)?.place, 2), []);
      assert.deepEqual(await page(undefined, 9, others[1]), []);
    },
  },
  {
    title: 'old attempts are forgotten from the oldest on, no more than asked for',
    run: async (storage) => {
      await commit(storage, ({ deliveries }) =>
        deliveries.note([1, 2, 3, 4].map((n) => anAttempt(acme, n, { at: EPOCH + n }))),
      );
      const left = async () =>
        (
          await storage.read(({ deliveries }) => deliveries.attempts(acme, 'we_1', undefined, 9))
        ).map(({ attempt }) => attempt.eventId);
      const forget = (before: number, limit: number, tenant = acme) =>
        commit(storage, ({ deliveries }) =>
          deliveries.forgetAttempts(tenant, 'we_1', before, limit),
        );

      await forget(EPOCH + 9, 9, globex);
      await forget(EPOCH + 1, 9);
      assert.deepEqual(await left(), ['evt_4', 'evt_3', 'evt_2', 'evt_1']);
      await forget(EPOCH + 4, 2);
      assert.deepEqual(await left(), ['evt_4', 'evt_3']);
      await forget(EPOCH + 4, 9);
      assert.deepEqual(await left(), ['evt_4']);
    },
  },
  {
    title: 'deleting an endpoint deletes all its deliveries, and none of another',
    run: async (storage) => {
      const fill = (endpointId: string) =>
        commit(storage, async ({ deliveries }) => {
          await deliveries.putProgress(progress(acme, endpointId));
          await deliveries.queue([aDelivery(acme, 1, { endpointId })]);
          await deliveries.note([anAttempt(acme, 1, { endpointId })]);
        });
      const left = (endpointId: string) =>
        storage.read(async ({ deliveries }) => [
          (await deliveries.progress(acme, endpointId)) === undefined ? 0 : 1,
          (await deliveries.due(acme, endpointId, EPOCH, 9)).length,
          (await deliveries.attempts(acme, endpointId, undefined, 9)).length,
        ]);
      await fill('we_1');
      await fill('we_2');
      for (const other of others)
        await commit(storage, ({ deliveries }) => deliveries.forget(other, 'we_1'));
      assert.deepEqual(await left('we_1'), [1, 1, 1]);

      await commit(storage, ({ deliveries }) => deliveries.forget(acme, 'we_1'));
      assert.deepEqual(await left('we_1'), [0, 0, 0]);
      assert.deepEqual(await left('we_2'), [1, 1, 1]);
    },
  },
];
