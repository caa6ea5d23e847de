import assert from 'node:assert/strict';
import type { WebhookAnswer } from '@hundi/core';
import { behaviours, type ReceivedWebhook } from '../../kit/webhook/receivers.js';
import type { Scenario } from '../stage/scenario.js';
import { expectRight } from '../stage/stage.js';
import {
  ADMIN,
  DAY,
  envelopeOf,
  HOUR,
  openWebhooks,
  type WebhookStage,
} from '../stage/webhook-stage.js';

const LEDGER = 'https://ledger.example/hooks';
const MINUTE = 60_000;

/** Requests begun before an endpoint is found to fail, and those of one probe. */
const AT_ONCE = 15;
const A_PROBE = 3;
/** Ten probes of the schedule, then one a day until it has failed for five days. */
const MONTH_MAX = AT_ONCE + 13 * A_PROBE;

const idOf = ({ headers }: ReceivedWebhook): string => headers['webhook-id'];

const isTaken = ({ answer }: ReceivedWebhook): boolean =>
  answer.kind === 'answered' && answer.status < 300;

const takenBy = ({ receivers }: WebhookStage, url = LEDGER): ReadonlyArray<string> =>
  receivers.received(url).filter(isTaken).map(idOf);

const feedIds = async (stage: WebhookStage): Promise<ReadonlyArray<string>> =>
  (await stage.feed()).map(({ eventId }) => eventId);

const payMany = (stage: WebhookStage, count: number) =>
  stage.pay(Array.from({ length: count }, () => ({})));

const answering = (status: number): WebhookAnswer => ({ kind: 'answered', status, text: '' });

const wholeScenarios: ReadonlyArray<Scenario> = [
  {
    title:
      'an endpoint that is dead for a month is tried a few times, disabled, and loses none of its events',
    run: async (storage) => {
      const stage = await openWebhooks(storage);
      const { endpointId } = (await stage.register(LEDGER)).endpoint;
      stage.receivers.behave(LEDGER, behaviours.dead);
      await payMany(stage, 330);
      await stage.advance(30 * DAY);

      const events = await feedIds(stage);
      assert.ok(events.length >= 990);
      assert.ok(stage.receivers.received(LEDGER).length <= MONTH_MAX);
      const { disabledBy, queue } = await stage.endpoint(endpointId);
      assert.equal(disabledBy, 'failing');
      const { items } = expectRight(
        await stage.engine.listIncidents(stage.tenant, { actorUserId: ADMIN, limit: 10 }),
      );
      assert.ok(items.some(({ kind }) => kind === 'endpoint_disabled'));

      stage.receivers.behave(LEDGER, behaviours.healthy);
      await stage.change(endpointId, { status: 'enabled' });
      await stage.advance(1);
      const taken = takenBy(stage);
      assert.equal(new Set(taken).size, taken.length);
      assert.equal(taken.length + queue.dead, events.length);
      assert.ok(queue.dead <= 1);
    },
  },
  {
    title: 'an endpoint that never answers is probed by one event at a time, each of them another',
    run: async (storage) => {
      const stage = await openWebhooks(storage);
      await stage.register(LEDGER);
      stage.receivers.behave(LEDGER, behaviours.slow);
      await payMany(stage, 30);
      await stage.advance(1);
      const before = stage.receivers.received(LEDGER).length;
      assert.ok(before <= AT_ONCE);

      await stage.advance(500_000);
      const probes = stage.receivers.received(LEDGER).slice(before);
      assert.equal(probes.length, 2);
      assert.equal(new Set(probes.map(idOf)).size, 2);
    },
  },
  {
    title: 'an endpoint that never answers some types of events gets all others, and later those',
    run: async (storage) => {
      const stage = await openWebhooks(storage);
      await stage.register(LEDGER, ['transaction.approved', 'transaction.paid']);
      stage.receivers.behave(LEDGER, (message, attempt) =>
        envelopeOf(message).type === 'transaction.approved'
          ? behaviours.slow()
          : behaviours.healthy(message, attempt),
      );
      await payMany(stage, 30);
      await stage.advance(HOUR);
      stage.receivers.behave(LEDGER, behaviours.healthy);
      await stage.advance(DAY);

      const heard = (await stage.feed()).filter(({ type }) =>
        ['transaction.approved', 'transaction.paid'].includes(type),
      );
      assert.deepEqual(takenBy(stage).toSorted(), heard.map(({ eventId }) => eventId).toSorted());
    },
  },
  {
    title: 'an endpoint that answers again gets all waiting events, once and in order',
    run: async (storage) => {
      const stage = await openWebhooks(storage);
      await stage.register(LEDGER);
      stage.receivers.behave(LEDGER, behaviours.dead);
      await payMany(stage, 30);
      await stage.advance(2 * HOUR);
      assert.ok(stage.receivers.received(LEDGER).length <= AT_ONCE + 5 * A_PROBE);
      await payMany(stage, 20);

      stage.receivers.behave(LEDGER, behaviours.healthy);
      await stage.advance(6 * HOUR);
      assert.deepEqual(takenBy(stage), await feedIds(stage));
    },
  },
  {
    title: 'a paused endpoint is not tried for each new event',
    run: async (storage) => {
      const stage = await openWebhooks(storage);
      await stage.register(LEDGER, ['transaction.paid']);
      stage.receivers.behave(LEDGER, behaviours.failing);
      await payMany(stage, 9);
      await stage.advance(10 * MINUTE);
      const before = stage.receivers.received(LEDGER).length;
      for (let round = 0; round < 20; round += 1) {
        await stage.payOne();
        await stage.advance(1_000);
      }
      // Twenty seconds, and five minutes between two probes.
      assert.ok(stage.receivers.received(LEDGER).length <= before + A_PROBE);

      stage.receivers.behave(LEDGER, behaviours.healthy);
      await stage.advance(HOUR);
      const [first, ...others] = takenBy(stage);
      // First the event that showed that the endpoint answers, then the rest in order.
      assert.deepEqual(
        others,
        (await stage.feed()).flatMap(({ eventId, type }) =>
          type === 'transaction.paid' && eventId !== first ? [eventId] : [],
        ),
      );
    },
  },
  {
    title:
      'tests and replays go at once, also to an endpoint that is left alone, and one of them at most',
    asksStore: true,
    run: async (storage) => {
      const stage = await openWebhooks(storage);
      const { engine, tenant, receivers, runDue } = stage;
      const { endpointId } = (await stage.register(LEDGER)).endpoint;
      const from = stage.clock.now();
      receivers.behave(LEDGER, behaviours.dead);
      await payMany(stage, 30);
      await stage.advance(DAY);
      const tries = () => receivers.received(LEDGER).length;
      const before = tries();
      const test = () => engine.testWebhookEndpoint(tenant, { actorUserId: ADMIN, endpointId });
      expectRight(await test());
      await runDue();
      assert.equal(tries(), before + 1);
      assert.equal(envelopeOf(receivers.received(LEDGER).at(-1) as never).type, 'webhook.test');
      expectRight(
        await engine.replayWebhooks(tenant, {
          actorUserId: ADMIN,
          endpointId,
          eventIds: (await feedIds(stage)).slice(0, 20),
        }),
      );
      await runDue();
      assert.equal(tries(), before + 2);
      expectRight(
        await engine.replayWebhooks(tenant, { actorUserId: ADMIN, endpointId, since: from }),
      );
      await runDue();
      assert.equal(tries(), before + 3);

      receivers.behave(LEDGER, behaviours.healthy);
      expectRight(await test());
      await runDue();
      const taken = takenBy(stage);
      const events = await feedIds(stage);
      assert.deepEqual(
        taken.filter((id) => events.includes(id)),
        events,
      );
    },
  },
];

const singleScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'an event that its receiver never takes delays no other',
    run: async (storage) => {
      const stage = await openWebhooks(storage);
      await stage.register(LEDGER, ['transaction.paid']);
      let refused: string | undefined;
      stage.receivers.behave(LEDGER, ({ headers }) => {
        refused ??= headers['webhook-id'];
        return answering(headers['webhook-id'] === refused ? 500 : 204);
      });
      await stage.payOne();
      for (let hour = 1; hour <= 30; hour += 1) {
        await stage.advance(HOUR);
        await stage.payOne();
        await stage.advance(10_000);
        assert.equal(takenBy(stage).length, hour);
      }
    },
  },
  {
    title: 'a type of event that its receiver never takes delays no other type for long',
    run: async (storage) => {
      const stage = await openWebhooks(storage);
      await stage.register(LEDGER);
      stage.receivers.behave(LEDGER, ({ body }) =>
        answering(envelopeOf({ body }).type === 'transaction.approved' ? 400 : 204),
      );
      await payMany(stage, 60);
      await stage.advance(5 * MINUTE);

      const others = (await stage.feed()).filter(({ type }) => type !== 'transaction.approved');
      const taken = new Set(takenBy(stage));
      assert.deepEqual(
        others.filter(({ eventId }) => !taken.has(eventId)).map(({ type }) => type),
        [],
      );
    },
  },
];

/** How an endpoint that fails as a whole is left alone, tried again and made up for. */
export const backoffScenarios: ReadonlyArray<Scenario> = [...wholeScenarios, ...singleScenarios];
