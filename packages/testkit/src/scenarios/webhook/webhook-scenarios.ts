import assert from 'node:assert/strict';
import type { Pacer } from '@hundi/core';
import { aTenant } from '../../kit/build/tenancy.js';
import { fakePacer } from '../../kit/fakes/fake-pacer.js';
import { plainSealer } from '../../kit/fakes/plain-sealer.js';
import { behaviours } from '../../kit/webhook/receivers.js';
import type { Scenario } from '../stage/scenario.js';
import { expectLeft, expectRight } from '../stage/stage.js';
import { ADMIN, DAY, envelopeOf, HOUR, openWebhooks, verified } from '../stage/webhook-stage.js';

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

const SECOND = 1_000;

/** Alarms of which the short ones ring at once, and the others never. */
const ringsWithin =
  (most: number): Pacer['alarm'] =>
  (ms, ring) => {
    let isOff = ms > most;
    void Promise.resolve().then(() => isOff || ring());
    return () => {
      isOff = true;
    };
  };

const deliveryScenarios: ReadonlyArray<Scenario> = [
  {
    title:
      'every event reaches every endpoint that hears of it, signed, in the bytes that were sealed',
    asksStore: true,
    run: async (storage) => {
      const { register, payOne, receivers, feed } = await openWebhooks(storage);
      const { secret } = await register(LEDGER);
      await register(TILL, ['transaction.paid', 'payment.*']);
      const id = await payOne();

      const received = receivers.received(LEDGER);
      assert.deepEqual(received.map((one) => envelopeOf(one).type).sort(), ONE_PAID);
      const sealed = await feed();
      assert.deepEqual(
        received.map(({ body }) => new TextDecoder().decode(body)),
        sealed.map(({ body }) => body),
      );
      for (const one of received) {
        assert.deepEqual(verified(one, [secret]), envelopeOf(one));
        assert.equal(one.headers['webhook-id'], envelopeOf(one).id);
      }
      assert.deepEqual(
        receivers
          .received(TILL)
          .map((one) => envelopeOf(one).type)
          .sort(),
        ['payment.job.completed', 'payment.job.result_page', 'transaction.paid'],
      );
      const paid = receivers
        .received(TILL)
        .map(envelopeOf)
        .find((one) => one.type === 'transaction.paid');
      assert.equal(paid?.data.object.transactionId, id);
    },
  },
  {
    title: 'an endpoint gets events from after its creation, and of its own corporate only',
    run: async (storage) => {
      const { register, payOne, pay, types } = await openWebhooks(storage);
      await payOne();
      await register(LEDGER);
      await pay([{}], { tenant: aTenant('globex', 'demo-bank') });
      assert.deepEqual(types(LEDGER), []);

      await payOne();
      assert.equal(types(LEDGER).length, 5);
    },
  },
  {
    title: 'a failed delivery is sent again, the same event in the same bytes, until it succeeds',
    run: async (storage) => {
      const { register, payOne, advance, receivers, attempts, endpoint } =
        await openWebhooks(storage);
      const { endpoint: made, secret } = await register(LEDGER, ['transaction.paid']);
      receivers.behave(LEDGER, (message, attempt) =>
        attempt < 3 ? behaviours.failing(message, attempt) : behaviours.healthy(message, attempt),
      );
      await payOne();
      assert.deepEqual((await endpoint(made.endpointId)).queue, { waiting: 1, dead: 0 });
      await advance(HOUR);

      const received = receivers.received(LEDGER);
      assert.equal(received.length, 3);
      assert.equal(new Set(received.map(({ headers }) => headers['webhook-id'])).size, 1);
      assert.equal(new Set(received.map(({ body }) => new TextDecoder().decode(body))).size, 1);
      for (const one of received) verified(one, [secret]);
      const [first = 0, second = 0, third = 0] = received.map(({ at }) => at);
      assert.ok(second - first >= 4_000 && second - first <= 6_000);
      assert.ok(third - second >= 240_000 && third - second <= 360_000);
      assert.deepEqual(
        (await attempts(made.endpointId)).map(({ attempt, status, code, answer }) => [
          attempt,
          status,
          code,
          answer,
        ]),
        [
          [1, 'waiting', 500, 'internal error'],
          [2, 'waiting', 500, 'internal error'],
          [3, 'delivered', 204, undefined],
        ],
      );
      assert.deepEqual((await endpoint(made.endpointId)).queue, { waiting: 0, dead: 0 });
    },
  },
  {
    title: 'redirects, time-outs and broken connections are failures; any 2xx is not',
    run: async (storage) => {
      const { register, payOne, receivers, attempts } = await openWebhooks(storage);
      const cases = [
        [behaviours.redirecting, 'waiting', 302],
        [behaviours.slow, 'waiting', 'timed_out'],
        [behaviours.dead, 'waiting', 'connection_failed'],
        [behaviours.lying, 'delivered', 200],
      ] as const;
      const ids: string[] = [];
      for (const [i, [behaviour]] of cases.entries()) {
        const url = `https://receiver-${String(i)}.example/`;
        ids.push((await register(url, ['transaction.paid'])).endpoint.endpointId);
        receivers.behave(url, behaviour);
      }
      await payOne();

      for (const [i, [, status, outcome]] of cases.entries()) {
        const [attempt] = await attempts(ids[i] ?? '');
        assert.deepEqual([attempt?.status, attempt?.code ?? attempt?.error], [status, outcome]);
      }
    },
  },
  {
    title: 'a receiver that asks for an hour is called again after an hour',
    run: async (storage) => {
      const { register, payOne, advance, receivers } = await openWebhooks(storage);
      await register(LEDGER, ['transaction.paid']);
      receivers.behave(LEDGER, behaviours.busy);
      await payOne();
      await advance(2 * HOUR);

      const [first = 0, second = 0] = receivers.received(LEDGER).map(({ at }) => at);
      assert.equal(second - first, HOUR);
    },
  },
];

const deadLetterScenarios: ReadonlyArray<Scenario> = [
  {
    title:
      'after ten attempts over three days a delivery is dead, raises an incident, and can be replayed',
    run: async (storage) => {
      const { register, payOne, advance, receivers, engine, tenant, clock, ...stage } =
        await openWebhooks(storage);
      const {
        endpoint: { endpointId },
      } = await register(LEDGER, ['transaction.paid']);
      receivers.behave(LEDGER, behaviours.dead);
      const from = clock.now();
      await payOne();
      await advance(4 * DAY);

      const times = receivers.received(LEDGER).map(({ at }) => at);
      assert.equal(times.length, 10);
      assert.ok((times.at(-1) ?? 0) - from <= 76 * 1.2 * HOUR);
      assert.deepEqual((await stage.endpoint(endpointId)).queue, { waiting: 0, dead: 1 });
      assert.deepEqual((await stage.attempts(endpointId)).at(-1)?.status, 'dead');
      const { items } = expectRight(
        await engine.listIncidents(tenant, { actorUserId: ADMIN, limit: 10 }),
      );
      assert.deepEqual(
        items.map(({ kind }) => kind),
        ['delivery_dead'],
      );
      assert.ok(items[0]?.subjectId.startsWith(endpointId));

      receivers.behave(LEDGER, behaviours.healthy);
      const replay = (since: number) =>
        engine.replayWebhooks(tenant, { actorUserId: ADMIN, endpointId, since });
      assert.deepEqual(expectRight(await replay(clock.now())), { queued: 0 });
      assert.deepEqual(expectRight(await replay(from)), { queued: 1 });
      await stage.runDue();
      assert.equal(receivers.received(LEDGER).length, 11);
      assert.deepEqual((await stage.endpoint(endpointId)).queue, { waiting: 0, dead: 0 });
    },
  },
  {
    title:
      'events are sent again on demand though they were taken, and unknown ones are refused by their place',
    run: async (storage) => {
      const { register, payOne, receivers, engine, tenant, runDue } = await openWebhooks(storage);
      const {
        endpoint: { endpointId },
      } = await register(LEDGER, ['transaction.paid']);
      receivers.behave(LEDGER, behaviours.lying);
      await payOne();
      const [first] = receivers.received(LEDGER);
      const eventId = first?.headers['webhook-id'] ?? '';
      const replay = (...eventIds: string[]) =>
        engine.replayWebhooks(tenant, { actorUserId: ADMIN, endpointId, eventIds });

      assert.deepEqual(expectRight(await replay(eventId, eventId)), { queued: 1 });
      await runDue();
      const [, again] = receivers.received(LEDGER);
      assert.deepEqual([again?.body, again?.headers['webhook-id']], [first?.body, eventId]);
      const refused = expectLeft(await replay(eventId, 'evt_nobody'));
      assert.ok(refused._tag === 'InvalidInput');
      assert.deepEqual(
        refused.issues.map(({ pointer }) => pointer),
        ['/eventIds/1'],
      );
    },
  },
  {
    title:
      'five days of nothing but failures disable an endpoint; enabled, it is sent all that gathered',
    run: async (storage) => {
      const { register, payOne, advance, receivers, endpoint, change, journal } =
        await openWebhooks(storage);
      const made = (await register(LEDGER, ['transaction.paid'])).endpoint.endpointId;
      receivers.behave(LEDGER, behaviours.failing);
      const ids: string[] = [];
      for (let day = 0; day < 7; day += 1) {
        ids.push(await payOne());
        if (day === 4) assert.equal((await endpoint(made)).status, 'enabled');
        await advance(DAY);
      }
      const { status, disabledBy } = await endpoint(made);
      assert.deepEqual([status, disabledBy], ['disabled', 'failing']);
      const before = receivers.received(LEDGER).length;
      await advance(3 * DAY);
      assert.equal(receivers.received(LEDGER).length, before);

      receivers.behave(LEDGER, behaviours.healthy);
      await change(made, { status: 'enabled' });
      await advance(1);
      const taken = receivers
        .received(LEDGER)
        .slice(before)
        .map((one) => envelopeOf(one).data.object.transactionId);
      const { queue } = await endpoint(made);
      assert.equal(taken.length + queue.dead, ids.length);
      assert.deepEqual(queue.waiting, 0);
      assert.ok(taken.includes(ids.at(-1)));
      assert.deepEqual(
        (await journal(made)).map(({ to, actor }) => [to, actor]),
        [
          ['enabled', 'u-admin'],
          ['disabled', 'deliver-webhooks'],
          ['enabled', 'u-admin'],
        ],
      );
    },
  },
  {
    title: '410 disables an endpoint at once, and keeps its queue',
    asksStore: true,
    run: async (storage) => {
      const { register, payOne, advance, receivers, endpoint, change, types } =
        await openWebhooks(storage);
      const { endpointId } = (await register(LEDGER)).endpoint;
      receivers.behave(LEDGER, behaviours.gone);
      await payOne();
      assert.equal((await endpoint(endpointId)).disabledBy, 'gone');
      const before = receivers.received(LEDGER).length;
      await payOne();
      await advance(HOUR);
      assert.equal(receivers.received(LEDGER).length, before);

      receivers.behave(LEDGER, behaviours.healthy);
      await change(endpointId, { status: 'enabled' });
      await advance(1);
      assert.deepEqual(types(LEDGER).slice(before).sort(), [...ONE_PAID, ...ONE_PAID].sort());
    },
  },
];

const lonelyScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'an endpoint that does not answer for a while delays no other',
    run: async (storage) => {
      const { register, post, engine, receivers, types } = await openWebhooks(storage);
      await register(LEDGER, ['transaction.paid']);
      await register(TILL, ['transaction.paid']);
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      receivers.behave(LEDGER, async (message, attempt) => {
        await held;
        return behaviours.healthy(message, attempt);
      });
      await post([{}, {}, {}]);
      const running = engine.runDue();
      await receivers.reached(TILL, 3);
      assert.deepEqual(types(LEDGER), []);
      release();
      await running;

      assert.equal(types(LEDGER).length, 3);
      assert.equal(types(TILL).length, 3);
    },
  },
  {
    title: 'endpoints that fall silent one after another delay no endpoint of another corporate',
    run: async (storage) => {
      const { register, post, another, receivers, types } = await openWebhooks(storage);
      const pacer = { ...fakePacer(), alarm: ringsWithin(SECOND) };
      const engine = another({ pacer });
      const worker = engine.startWorker({ onError: () => undefined });
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      const silent = Array.from({ length: 8 }, (_, i) => `https://silent-${String(i)}.example/`);
      for (const url of silent) {
        await register(url, ['transaction.paid']);
        const asked = new Promise<void>((resolve) => {
          receivers.behave(url, async (message, attempt) => {
            resolve();
            await held;
            return behaviours.healthy(message, attempt);
          });
        });
        await post([{}]);
        pacer.wake();
        await asked;
      }
      const tenant = aTenant('globex', 'demo-bank');
      const asked = { actorUserId: ADMIN, url: TILL, eventTypes: ['transaction.paid'] };
      expectRight(await engine.createWebhookEndpoint(tenant, asked));
      await post([{}], { tenant });
      pacer.wake();
      await receivers.reached(TILL, 1);

      assert.deepEqual(silent.flatMap(types), []);
      release();
      await worker.stop();
      for (const url of silent) assert.equal(types(url)[0], 'transaction.paid');
    },
  },
  {
    title: 'payouts that a worker had claimed when it died are sent when its claim lapses',
    run: async (storage) => {
      const { register, post, advance, engine, clock, types } = await openWebhooks(storage);
      await register(LEDGER, ['transaction.paid']);
      const delivers = engine.duties.filter(({ name }) => name.startsWith('deliver-'));
      const others = engine.duties.filter((duty) => !delivers.includes(duty));
      await post([{}]);
      for (let round = 0; round < 20; round += 1) for (const { run } of others) await run();
      const claimed = await storage.atomically<never, number>(async ({ work }) => ({
        _tag: 'Right',
        right: (
          await work.claim({
            duty: 'deliver-webhooks',
            now: clock.now(),
            leaseMs: 60_000,
            limit: 9,
            lapsesTo: 'deliver-slowly',
          })
        ).length,
      }));
      assert.deepEqual(claimed, { _tag: 'Right', right: 1 });
      await advance(59_999);
      assert.deepEqual(types(LEDGER), []);
      await advance(1);
      assert.deepEqual(types(LEDGER), ['transaction.paid']);
    },
  },
  {
    title:
      'an endpoint that cannot be sent to at all is tried for ever, holds up no other, and raises an incident',
    run: async (storage) => {
      const { register, post, another, clock, types, tenant } = await openWebhooks(storage);
      const { endpointId } = (await register(LEDGER, ['transaction.paid'])).endpoint;
      await register(TILL, ['transaction.paid']);
      const sealer = plainSealer();
      const broken = another({
        sealer: {
          ...sealer,
          open: async (sealed, context) =>
            context.includes(endpointId) ? undefined : sealer.open(sealed, context),
        },
      });
      await post([{}]);
      for (let minute = 0; minute < 12; minute += 1) {
        await broken.runDue();
        clock.advance(60_000);
      }
      assert.deepEqual([types(LEDGER), types(TILL)], [[], ['transaction.paid']]);
      const incidents = await storage.read(({ journal }) => journal.incidents(tenant, 9));
      assert.deepEqual(
        incidents.map(({ kind, subjectId }) => [kind, subjectId]),
        [['delivery_failed', endpointId]],
      );

      await another().runDue();
      assert.deepEqual(types(LEDGER), ['transaction.paid']);
    },
  },
  {
    title: 'each of many events reaches a receiver once, even if the receiver fails at others',
    run: async (storage) => {
      const { register, pay, advance, receivers } = await openWebhooks(storage);
      await register(LEDGER, ['transaction.paid']);
      receivers.behave(LEDGER, ({ headers }, attempt) =>
        headers['webhook-id'].charCodeAt(headers['webhook-id'].length - 1) % 3 === 0 && attempt < 3
          ? behaviours.failing({} as never, attempt)
          : behaviours.healthy({} as never, attempt),
      );
      await pay(Array.from({ length: 60 }, () => ({})));
      await advance(HOUR);

      const taken = receivers
        .received(LEDGER)
        .filter(({ answer }) => answer.kind === 'answered' && answer.status === 204);
      assert.equal(taken.length, 60);
      assert.equal(new Set(taken.map(({ headers }) => headers['webhook-id'])).size, 60);
    },
  },
];

/** The events that endpoints get, and the handling of failed deliveries. */
export const webhookScenarios: ReadonlyArray<Scenario> = [
  ...deliveryScenarios,
  ...deadLetterScenarios,
  ...lonelyScenarios,
];
