import { undiciSender, type UndiciSender } from '@hundi/adapter-undici';
import type { SealedEvent } from '@hundi/core/wire';
import { signTestWebhook } from '@hundi/core/receiver';
import type { Client } from './client.js';
import { sqliteDatabase } from './database.js';
import { benchBatch } from './document.js';
import { setDisabled } from './endpoints.js';
import { openHooks, type Hooks } from './hooks.js';
import { openStand, type Stand } from './stand.js';

const EVENTS = 20_000;
const CONCURRENCY = 8;
const ENDPOINTS = 100;
const SHOTS = 40;
const SHOT_EVERY_MS = 250;
const PAID = 'transaction.paid';
const SECRET = `whsec_${'c2VjcmV0'.repeat(5)}`;

/** Deliveries a second: by the engine, and by a bare loop that signs and posts the same bodies. */
export interface WebhooksRound {
  readonly service: number;
  readonly floor: number;
}

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

const post = (client: Client, { url, apiKey, payees }: Stand, count: number, key: string) =>
  client.post({
    url,
    apiKey,
    key,
    body: new TextEncoder().encode(JSON.stringify(benchBatch(payees, count, key))),
  });

const paid = async ({ database, tenant }: Stand): Promise<ReadonlyArray<SealedEvent>> => {
  for (;;) {
    const events = await database.storage.read((stores) =>
      stores.events.after(tenant, 0, EVENTS, [PAID]),
    );
    if (events.length === EVENTS) return events;
    await pause(100);
  }
};

const engineRate = async (stand: Stand, hooks: Hooks): Promise<number> => {
  const arrived = hooks.arrivals(EVENTS);
  const startedAt = performance.timeOrigin + performance.now();
  await setDisabled(stand.database.storage, stand.tenant, false);
  const done = stand.engine.runDue();
  const { at } = await arrived;
  await done;
  return (EVENTS * 1_000) / (at - startedAt);
};

const bareRate = async (
  { send }: UndiciSender,
  hooks: Hooks,
  events: ReadonlyArray<SealedEvent>,
): Promise<number> => {
  const arrived = hooks.arrivals(EVENTS);
  const startedAt = performance.timeOrigin + performance.now();
  let next = 0;
  const line = async (): Promise<void> => {
    for (let mine = events[next]; mine !== undefined; mine = events[next]) {
      next += 1;
      const body = new TextEncoder().encode(mine.body);
      const headers = signTestWebhook({
        secrets: [SECRET],
        webhookId: mine.eventId,
        body,
        at: Date.now(),
      });
      await send({ endpointId: 'bare', url: `${hooks.url}/bare`, headers, body });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, line));
  return (EVENTS * 1_000) / ((await arrived).at - startedAt);
};

/** 20,000 events to one receiver, which answers 204. SQLite. */
export const webhooksRound = async (client: Client): Promise<WebhooksRound> => {
  const hooks = await openHooks();
  const sender = undiciSender({ allowLoopback: true });
  const webhookEndpoints = [{ url: `${hooks.url}/one`, eventTypes: [PAID], secret: SECRET }];
  const stand = await openStand(sqliteDatabase, { webhookSender: sender, webhookEndpoints });
  await setDisabled(stand.database.storage, stand.tenant, true);
  await post(client, stand, EVENTS, 'hooks');
  const events = await paid(stand);
  const service = await engineRate(stand, hooks);
  const floor = await bareRate(sender, hooks, events);
  await stand.close();
  await sender.close();
  await hooks.close();
  return { service, floor };
};

/** How late 99 of 100 deliveries are at most, in ms after their events, at the endpoints that are healthy. */
const lag = async (client: Client, bad: ReadonlyArray<string>): Promise<number> => {
  const hooks = await openHooks();
  const sender = undiciSender({ allowLoopback: true });
  const good = Array.from({ length: ENDPOINTS - bad.length }, (_, i) => `/${String(i)}`);
  const urls = [
    ...bad.map((path) => path.replace('HOOKS', hooks.url)),
    ...good.map((path) => hooks.url + path),
  ];
  const stand = await openStand(sqliteDatabase, {
    webhookSender: sender,
    webhookEndpoints: urls.map((url) => ({ url, eventTypes: [PAID], secret: SECRET })),
  });
  const arrived = hooks.arrivals(SHOTS * good.length);
  for (let i = 0; i < SHOTS; i += 1) {
    await post(client, stand, 1, `shot-${String(i)}`);
    await pause(SHOT_EVERY_MS);
  }
  const lags = [...(await arrived).lags].sort((a, b) => a - b);
  await stand.close();
  await sender.close();
  await hooks.close();
  return lags[Math.floor(lags.length * 0.99)] ?? NaN;
};

/** The lag at 100 endpoints that are healthy, and at the rest when one is dead and one takes 14 s. */
export const webhookLag = async (
  client: Client,
): Promise<{ readonly healthy: number; readonly burdened: number }> => ({
  healthy: await lag(client, []),
  // No server listens on port 1.
  burdened: await lag(client, ['http://127.0.0.1:1/', 'HOOKS/slow']),
});
