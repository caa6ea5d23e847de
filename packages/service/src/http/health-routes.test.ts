import test from 'ava';
import Koa from 'koa';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { readinessRoutes } from './health-routes.js';

test('who asks for readiness while the database is asked shares the answer', async (t) => {
  let looks = 0;
  let found = (_isReady: boolean): void => undefined;
  const isReady = (): Promise<boolean> => {
    looks += 1;
    return new Promise((resolve) => {
      found = resolve;
    });
  };
  let asked = 0;
  const app = new Koa()
    .use((_, next) => {
      asked += 1;
      return next();
    })
    .use(readinessRoutes(isReady, async () => ({ detail: looks })));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const ask = () =>
    fetch(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}/readyz`);
  const three = [ask(), ask(), ask()];
  while (asked < three.length) await once(server, 'request');
  found(true);

  for (const answer of await Promise.all(three))
    t.deepEqual(await answer.json(), { status: 'ready', detail: 1 });
  const next = ask();
  await once(server, 'request');
  found(false);
  t.is((await next).status, 503);
  t.is(looks, 2);
});

test('details that never come cost one answer, and not those that are asked for later', async (t) => {
  let looks = 0;
  const details = (): Promise<object> => {
    looks += 1;
    return looks === 1 ? new Promise(() => undefined) : Promise.resolve({ looks });
  };
  const server = new Koa().use(readinessRoutes(async () => true, details)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const ask = () =>
    fetch(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}/readyz`);

  t.is((await ask()).status, 503);
  t.deepEqual(await (await ask()).json(), { status: 'ready', looks: 2 });
});
