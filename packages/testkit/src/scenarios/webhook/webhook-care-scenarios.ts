import assert from 'node:assert/strict';
import type { Storage } from '@hundi/core';
import type { NewWebhookSecret } from '@hundi/core/wire';
import { aTenant } from '../../kit/build/tenancy.js';
import { behaviours } from '../../kit/webhook/receivers.js';
import { besideUnit } from '../stage/beside-unit.js';
import type { Scenario } from '../stage/scenario.js';
import { expectLeft, expectRight } from '../stage/stage.js';
import {
  ADMIN,
  DAY,
  envelopeOf,
  HOUR,
  MAKER,
  openWebhooks,
  verified,
  type WebhookStage,
} from '../stage/webhook-stage.js';

const LEDGER = 'https://ledger.example/hooks';
const TILL = 'https://till.example/hooks';

/** The events of a batch of one payout that is paid at once. */
const ONE_PAID = [
  'payment.job.completed',
  'payment.job.result_page',
  'transaction.approved',
  'transaction.paid',
  'transaction.sent_to_bank',
];

/** A storage in which something happens once between the first look at an endpoint and what comes of it. */
const afterLook = (storage: Storage, happen: () => Promise<unknown>): Storage => {
  let isLookedAt = false;
  let hasHappened = false;
  return {
    ...storage,
    read: async (work) => {
      const answer = await storage.read((stores) =>
        work({
          ...stores,
          webhookEndpoints: {
            ...stores.webhookEndpoints,
            find: (tenant, endpointId) => {
              isLookedAt = true;
              return stores.webhookEndpoints.find(tenant, endpointId);
            },
          },
        }),
      );
      if (isLookedAt && !hasHappened) {
        hasHappened = true;
        await happen();
      }
      return answer;
    },
  };
};

const MANY = Array.from({ length: 20 }, () => ({}));

/** A receiver that answers from the third request on once something has happened, a second later: how many it got. */
const changedWhileSending = (
  { receivers, clock }: WebhookStage,
  happen: () => Promise<unknown>,
): (() => number) => {
  let begun = 0;
  let happened: Promise<unknown> | undefined;
  receivers.behave(LEDGER, async (message, attempt) => {
    begun += 1;
    if (begun === 3) happened = happen().then(() => clock.advance(1_000));
    await happened;
    return behaviours.healthy(message, attempt);
  });
  return () => begun;
};

const idsOf = ({ receivers }: WebhookStage, url: string): ReadonlyArray<string> =>
  receivers
    .received(url)
    .map((one) => envelopeOf(one).id)
    .sort();

const feedOf = async ({ feed }: WebhookStage): Promise<ReadonlyArray<string>> =>
  (await feed())
    .filter(({ type }) => type.startsWith('transaction.'))
    .map(({ eventId }) => eventId)
    .sort();

/** Looking after endpoints: their secrets, tests, changes, and who may. */
export const webhookCareScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'after a rotation both secrets sign for a day, and then the new one alone',
    run: async (storage) => {
      const { register, payOne, advance, receivers, engine, tenant } = await openWebhooks(storage);
      const { secret: old, endpoint } = await register(LEDGER, ['transaction.paid']);
      const { endpointId } = endpoint;
      const rotated = expectRight(
        await engine.rotateWebhookSecret(tenant, { actorUserId: ADMIN, endpointId }),
      );
      assert.notEqual(rotated.secret, old);
      await payOne();
      await advance(DAY);
      await payOne();

      const [during, after] = receivers.received(LEDGER);
      assert.ok(during !== undefined && after !== undefined);
      for (const secret of [old, rotated.secret]) verified(during, [secret]);
      verified(after, [rotated.secret]);
      assert.throws(() => verified(after, [old]));
    },
  },
  {
    title:
      'however often it is rotated, each secret signs until its stated expiry, or the rotation is rejected',
    run: async (storage) => {
      const { register, payOne, advance, receivers, engine, tenant } = await openWebhooks(storage);
      const { secret, endpoint } = await register(LEDGER, ['transaction.paid']);
      const rotate = () =>
        engine.rotateWebhookSecret(tenant, {
          actorUserId: ADMIN,
          endpointId: endpoint.endpointId,
        });
      const rotated: NewWebhookSecret[] = [];
      for (let round = 0; round < 3; round += 1) {
        rotated.push(expectRight(await rotate()));
        await advance(HOUR);
      }
      const [first] = rotated;
      const until = first?.endpoint.oldSecretUntil ?? assert.fail('there is no moment');
      assert.deepEqual(expectLeft(await rotate()), { _tag: 'TooManyWebhookSecrets', until });
      await payOne();
      await advance(DAY - 3 * HOUR);
      const last = expectRight(await rotate());
      await payOne();

      const [during, after] = receivers.received(LEDGER);
      assert.ok(during !== undefined && after !== undefined);
      const secrets = [secret, ...rotated.map((one) => one.secret)];
      for (const one of secrets) verified(during, [one]);
      for (const one of [...secrets.slice(1), last.secret]) verified(after, [one]);
      assert.throws(() => verified(after, [secret]));
    },
  },
  {
    title:
      'a test event goes only to its endpoint, whatever types it subscribes to, and to no feed',
    run: async (storage) => {
      const { register, receivers, engine, tenant, runDue, types, change, feed } =
        await openWebhooks(storage);
      const { endpoint, secret } = await register(LEDGER, ['payment.*']);
      await register(TILL);
      const test = () =>
        engine.testWebhookEndpoint(tenant, {
          actorUserId: ADMIN,
          endpointId: endpoint.endpointId,
        });
      const { eventId } = expectRight(await test());
      await runDue();

      const [received] = receivers.received(LEDGER);
      assert.ok(received !== undefined);
      assert.deepEqual(
        [envelopeOf(received).type, envelopeOf(received).id],
        ['webhook.test', eventId],
      );
      verified(received, [secret]);
      assert.deepEqual(types(TILL), []);
      assert.deepEqual(await feed(), []);
      await change(endpoint.endpointId, { status: 'disabled' });
      assert.deepEqual(expectLeft(await test()), { _tag: 'WebhookEndpointDisabled' });
    },
  },
  {
    title: 'an endpoint that a person disables is sent nothing, and everything once it is enabled',
    run: async (storage) => {
      const { register, payOne, advance, change, types } = await openWebhooks(storage);
      const { endpointId } = (await register(LEDGER)).endpoint;
      assert.equal((await change(endpointId, { status: 'disabled' })).disabledBy, 'person');
      await payOne();
      await advance(DAY);
      assert.deepEqual(types(LEDGER), []);

      assert.equal((await change(endpointId, { status: 'enabled' })).status, 'enabled');
      await advance(1);
      assert.deepEqual([...types(LEDGER)].sort(), ONE_PAID);
    },
  },
  {
    title:
      'an endpoint that is enabled while a worker finds it disabled is sent everything at once',
    asksStore: true,
    run: async (storage) => {
      const stage = await openWebhooks(storage);
      const { endpointId } = (await stage.register(LEDGER)).endpoint;
      await stage.change(endpointId, { status: 'disabled' });
      await stage.payOne();
      const ask = { actorUserId: ADMIN, endpointId, since: 0 };
      expectRight(await stage.engine.replayWebhooks(stage.tenant, ask));

      await stage
        .another({
          storage: afterLook(storage, () => stage.change(endpointId, { status: 'enabled' })),
        })
        .runDue();
      await stage.runDue();
      assert.deepEqual([...stage.types(LEDGER)].sort(), ONE_PAID);
    },
  },
  {
    title: 'an endpoint that is made while events are sealed is sent them at once',
    asksStore: true,
    run: async (storage) => {
      const stage = await openWebhooks(storage);
      const { slow, ended } = besideUnit(
        storage,
        { store: 'deliveries', method: 'putProgress', when: 'before' },
        stage.payOne,
      );
      const asked = { actorUserId: ADMIN, url: LEDGER, eventTypes: ['*'] };
      const made = stage.another({ storage: slow }).createWebhookEndpoint(stage.tenant, asked);
      expectRight(await made);
      await ended();
      await stage.runDue();

      assert.deepEqual([...stage.types(LEDGER)].sort(), ONE_PAID);
    },
  },
  {
    title: 'an endpoint that is enabled while events are sealed is sent them at once',
    asksStore: true,
    run: async (storage) => {
      const stage = await openWebhooks(storage);
      const { endpointId } = (await stage.register(LEDGER)).endpoint;
      await stage.change(endpointId, { status: 'disabled' });
      await stage.runDue();
      const { slow, ended } = besideUnit(
        storage,
        { store: 'webhookEndpoints', method: 'of', when: 'after' },
        async () => {
          await stage.change(endpointId, { status: 'enabled' });
          await stage.another().runDue();
        },
      );
      await stage.post([{}]);
      await stage.another({ storage: slow }).runDue();
      await ended();
      await stage.runDue();

      assert.deepEqual([...stage.types(LEDGER)].sort(), ONE_PAID);
    },
  },
  {
    title: 'a changed endpoint is sent to where it says and what it says, from then on',
    run: async (storage) => {
      const { register, payOne, change, types, journal, endpoint } = await openWebhooks(storage);
      const { endpointId } = (await register(LEDGER)).endpoint;
      await change(endpointId, { url: TILL, eventTypes: ['transaction.paid'] });
      await change(endpointId, {});
      await payOne();

      assert.deepEqual([types(LEDGER), types(TILL)], [[], ['transaction.paid']]);
      const { url, eventTypes } = await endpoint(endpointId);
      assert.deepEqual([url, eventTypes], [TILL, ['transaction.paid']]);
      assert.deepEqual(
        (await journal(endpointId)).map(({ changes }) => changes),
        [
          { url: LEDGER, eventTypes: ['*'] },
          { url: TILL, eventTypes: ['transaction.paid'] },
        ],
      );
    },
  },
  {
    title: 'an endpoint with a new subscription gets no earlier events, and misses no later one',
    run: async (storage) => {
      const { register, payOne, advance, change, types } = await openWebhooks(storage);
      const quiet = (await register(LEDGER, ['beneficiary.*'])).endpoint.endpointId;
      const behind = (await register(TILL, ['transaction.paid'])).endpoint.endpointId;
      await change(behind, { status: 'disabled' });
      await payOne();
      await change(quiet, { eventTypes: ['*'] });
      await change(behind, { eventTypes: ['transaction.*'] });
      await change(behind, { status: 'enabled' });
      await advance(1);
      assert.deepEqual([types(LEDGER), types(TILL)], [[], ['transaction.paid']]);

      await payOne();
      assert.deepEqual([...types(LEDGER)].sort(), ONE_PAID);
    },
  },
  {
    title: 'an endpoint that moves starts at its new URL without earlier failures',
    run: async (storage) => {
      const { register, payOne, advance, receivers, change, endpoint } =
        await openWebhooks(storage);
      const { endpointId } = (await register(LEDGER, ['transaction.paid'])).endpoint;
      receivers.behave(LEDGER, behaviours.failing);
      for (let day = 0; day < 5; day += 1) {
        await payOne();
        await advance(DAY - HOUR);
      }
      receivers.behave(TILL, behaviours.failing);
      await change(endpointId, { url: TILL });
      await payOne();
      await advance(DAY);

      assert.equal((await endpoint(endpointId)).status, 'enabled');
    },
  },
  {
    title:
      'what its old URL answers to an attempt on its way says nothing of an endpoint that has moved',
    asksStore: true,
    run: async (storage) => {
      const stage = await openWebhooks(storage);
      const { endpointId } = (await stage.register(LEDGER, ['transaction.paid'])).endpoint;
      stage.receivers.behave(LEDGER, async (message, attempt) => {
        if (attempt === 1) await stage.change(endpointId, { url: TILL });
        return behaviours.gone(message, attempt);
      });
      await stage.payOne();
      await stage.advance(HOUR);

      assert.equal((await stage.endpoint(endpointId)).status, 'enabled');
      assert.deepEqual(stage.types(TILL), ['transaction.paid']);
    },
  },
  {
    title:
      'an endpoint that moves while events go to it gets at its new URL all that its old one did not take before',
    asksStore: true,
    run: async (storage) => {
      const stage = await openWebhooks(storage);
      const { endpointId } = (await stage.register(LEDGER, ['transaction.*'])).endpoint;
      const begun = changedWhileSending(stage, () => stage.change(endpointId, { url: TILL }));
      await stage.post(MANY);
      await stage.runDue();

      assert.ok(begun() < 20, String(begun()));
      assert.deepEqual(idsOf(stage, TILL), await feedOf(stage));
    },
  },
  {
    title:
      'an endpoint that is disabled while events go to it is sent the others once it is enabled',
    run: async (storage) => {
      const stage = await openWebhooks(storage);
      const { endpointId } = (await stage.register(LEDGER, ['transaction.*'])).endpoint;
      const begun = changedWhileSending(stage, () =>
        stage.change(endpointId, { status: 'disabled' }),
      );
      await stage.post(MANY);
      await stage.runDue();
      assert.ok(begun() < 20, String(begun()));

      await stage.change(endpointId, { status: 'enabled' });
      await stage.runDue();
      assert.deepEqual(idsOf(stage, LEDGER), await feedOf(stage));
    },
  },
  {
    title: 'a deleted endpoint is gone, with what waited for it',
    asksStore: true,
    run: async (storage) => {
      const { register, payOne, advance, engine, tenant, receivers, journal } =
        await openWebhooks(storage);
      const { endpointId } = (await register(LEDGER)).endpoint;
      receivers.behave(LEDGER, behaviours.failing);
      await payOne();
      const before = receivers.received(LEDGER).length;
      const by = { actorUserId: ADMIN, endpointId };
      expectRight(await engine.deleteWebhookEndpoint(tenant, by));
      await payOne();
      await advance(DAY);

      assert.equal(receivers.received(LEDGER).length, before);
      assert.deepEqual(
        expectRight(await engine.listWebhookEndpoints(tenant, { actorUserId: ADMIN })),
        [],
      );
      assert.equal((await journal(endpointId)).at(-1)?.to, 'deleted');
      for (const result of [
        await engine.getWebhookEndpoint(tenant, by),
        await engine.deleteWebhookEndpoint(tenant, by),
        await engine.rotateWebhookSecret(tenant, by),
        await engine.testWebhookEndpoint(tenant, by),
        await engine.changeWebhookEndpoint(tenant, { ...by, status: 'enabled' }),
        await engine.replayWebhooks(tenant, { ...by, since: 0 }),
        await engine.listWebhookDeliveries(tenant, { ...by, limit: 5 }),
      ])
        assert.deepEqual(expectLeft<unknown>(result), { _tag: 'WebhookEndpointNotFound' });
    },
  },
  {
    title:
      'webhooks are looked after by those who may, in their own corporate, and go where they may go',
    run: async (storage) => {
      const { register, engine, tenant } = await openWebhooks(storage);
      const { endpoint, secret } = await register(LEDGER);
      const { endpointId } = endpoint;
      const globex = aTenant('globex', 'demo-bank');

      const mine = { actorUserId: MAKER, endpointId };
      assert.equal(
        expectLeft(await engine.getWebhookEndpoint(tenant, mine))._tag,
        'SettingsDenied',
      );
      const theirs = { actorUserId: ADMIN, endpointId };
      assert.equal(
        expectLeft(await engine.getWebhookEndpoint(globex, theirs))._tag,
        'WebhookEndpointNotFound',
      );
      const bad = expectLeft(
        await engine.createWebhookEndpoint(tenant, {
          actorUserId: ADMIN,
          url: 'http://ledger.example/',
          eventTypes: ['*'],
        }),
      );
      assert.ok(bad._tag === 'InvalidInput' && bad.issues[0]?.pointer === '/url');
      assert.ok(!JSON.stringify(endpoint).includes(secret));
      const shown = expectRight(await engine.listWebhookEndpoints(tenant, { actorUserId: ADMIN }));
      assert.deepEqual(shown, [endpoint]);
    },
  },
];
