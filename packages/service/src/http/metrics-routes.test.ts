import test, { type ExecutionContext } from 'ava';
import Koa from 'koa';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { metricsRoutes } from './metrics-routes.js';

/** Metrics that say how often they were rendered, on a clock that is moved by hand. */
const rendering = async (t: ExecutionContext, failures = 0) => {
  const time = { now: 0 };
  let times = 0;
  const registry = {
    contentType: 'text/plain; version=0.0.4; charset=utf-8' as const,
    metrics: async () => {
      times += 1;
      if (times <= failures) throw new Error('no figures');
      return `rendered ${String(times)}`;
    },
  };
  const app = new Koa().use(
    metricsRoutes(
      registry,
      async () => undefined,
      () => time.now,
    ),
  );
  app.silent = true;
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/metrics`;
  return { time, ask: async () => (await fetch(url)).text() };
};

test('metrics are rendered once a second, however many ask', async (t) => {
  const { time, ask } = await rendering(t);

  t.deepEqual(new Set(await Promise.all([ask(), ask(), ask()])), new Set(['rendered 1']));
  time.now = 999;
  t.is(await ask(), 'rendered 1');
  time.now = 1_000;
  t.is(await ask(), 'rendered 2');
});

test('metrics that could not be rendered are rendered for the next who asks', async (t) => {
  const { ask } = await rendering(t, 1);

  t.is(await ask(), 'Internal Server Error');
  t.is(await ask(), 'rendered 2');
});
