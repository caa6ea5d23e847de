import assert from 'node:assert/strict';
import { behaviours } from '../../kit/webhook/receivers.js';
import type { Scenario } from '../stage/scenario.js';
import { expectLeft, expectRight } from '../stage/stage.js';
import { ADMIN, DAY, HOUR, openWebhooks } from '../stage/webhook-stage.js';

const LEDGER = 'https://ledger.example/hooks';

/** No claim of a dead worker is held longer; the rest of half a minute is left to the worker that looks for it. */
const CLAIMED_MAX = 25_000;

/** Events that are sent again: those replayed while they were being sent, and those of a worker that died. */
export const webhookReplayScenarios: ReadonlyArray<Scenario> = [
  {
    title:
      'a replay that is asked for while the last attempt is under way begins the schedule anew',
    run: async (storage) => {
      const { register, payOne, advance, receivers, engine, tenant, endpoint } =
        await openWebhooks(storage);
      const { endpointId } = (await register(LEDGER, ['transaction.paid'])).endpoint;
      const replayed: unknown[] = [];
      receivers.behave(LEDGER, async (message, attempt) => {
        const ask = { actorUserId: ADMIN, endpointId, since: 0 };
        if (attempt === 10) replayed.push(expectRight(await engine.replayWebhooks(tenant, ask)));
        return attempt <= 10
          ? behaviours.failing(message, attempt)
          : behaviours.healthy(message, attempt);
      });
      await payOne();
      await advance(4 * DAY);

      assert.deepEqual(replayed, [{ queued: 1 }]);
      assert.equal(receivers.received(LEDGER).length, 11);
      assert.deepEqual((await endpoint(endpointId)).queue, { waiting: 0, dead: 0 });
    },
  },
  {
    title:
      'an event that is replayed by its id while it is being sent is sent again, even if it was taken',
    run: async (storage) => {
      const { register, payOne, advance, receivers, engine, tenant, endpoint } =
        await openWebhooks(storage);
      const { endpointId } = (await register(LEDGER, ['transaction.paid'])).endpoint;
      const replayed: unknown[] = [];
      receivers.behave(LEDGER, async (message, attempt) => {
        const eventIds = [message.headers['webhook-id']];
        const ask = { actorUserId: ADMIN, endpointId, eventIds };
        if (attempt === 2) replayed.push(expectRight(await engine.replayWebhooks(tenant, ask)));
        return attempt === 1
          ? behaviours.failing(message, attempt)
          : behaviours.healthy(message, attempt);
      });
      await payOne();
      await advance(HOUR);

      assert.deepEqual(replayed, [{ queued: 1 }]);
      assert.equal(receivers.received(LEDGER).length, 3);
      assert.deepEqual((await endpoint(endpointId)).queue, { waiting: 0, dead: 0 });
    },
  },
  {
    title:
      'a test is sent again by its id until it was delivered; after that the answer says why not',
    asksStore: true,
    run: async (storage) => {
      const { register, advance, receivers, engine, tenant, endpoint, attempts } =
        await openWebhooks(storage);
      const { endpointId } = (await register(LEDGER)).endpoint;
      receivers.behave(LEDGER, behaviours.failing);
      const of = { actorUserId: ADMIN, endpointId };
      const { eventId } = expectRight(await engine.testWebhookEndpoint(tenant, of));
      await advance(4 * DAY);
      assert.deepEqual((await endpoint(endpointId)).queue, { waiting: 0, dead: 1 });

      receivers.behave(LEDGER, behaviours.healthy);
      const eventIds = [eventId];
      const replay = () => engine.replayWebhooks(tenant, { ...of, eventIds });
      assert.deepEqual(expectRight(await replay()), { queued: 1 });
      await advance(DAY);
      const bodies = receivers.received(LEDGER).map(({ body }) => String(body));
      assert.deepEqual([bodies.length, new Set(bodies).size], [11, 1]);
      assert.equal((await attempts(endpointId)).at(-1)?.status, 'delivered');
      const refused = expectLeft(await replay());
      assert.ok(refused._tag === 'InvalidInput');
      assert.match(String(refused.issues[0]?.detail), /a delivered test is not kept: send another/);
    },
  },
  {
    title: 'payouts that workers were sending when they died are sent within half a minute each',
    run: async (storage) => {
      const { register, post, advance, receivers, engine, clock, types } =
        await openWebhooks(storage);
      await register(LEDGER, ['transaction.paid']);
      const delivers = engine.duties.filter(({ name }) => name.startsWith('deliver-'));
      const others = engine.duties.filter((duty) => !delivers.includes(duty));
      await post([{}]);
      for (let round = 0; round < 20; round += 1) for (const { run } of others) await run();

      for (const { run } of delivers) {
        await new Promise<void>((resolve) => {
          receivers.behave(LEDGER, () => {
            resolve();
            return new Promise(() => undefined);
          });
          void run();
        });
        clock.advance(CLAIMED_MAX);
      }
      receivers.behave(LEDGER, behaviours.healthy);
      await advance(0);

      assert.deepEqual(types(LEDGER), ['transaction.paid']);
    },
  },
  {
    title:
      'the failing time of an endpoint starts at a failed replay, even if nothing was sent for long',
    run: async (storage) => {
      const { register, payOne, advance, receivers, engine, tenant, endpoint } =
        await openWebhooks(storage);
      const { endpointId } = (await register(LEDGER, ['transaction.paid'])).endpoint;
      receivers.behave(LEDGER, behaviours.failing);
      await payOne();
      await advance(9 * DAY);
      const ask = { actorUserId: ADMIN, endpointId, since: 0 };
      assert.deepEqual(expectRight(await engine.replayWebhooks(tenant, ask)), { queued: 1 });
      await advance(HOUR);

      const { status, queue } = await endpoint(endpointId);
      assert.deepEqual([status, queue], ['enabled', { waiting: 1, dead: 0 }]);
    },
  },
];
