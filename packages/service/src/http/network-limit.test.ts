import test, { type ExecutionContext } from 'ava';
import Koa from 'koa';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { limitNetworks } from './network-limit.js';

const limited = async (t: ExecutionContext) => {
  const limits = { reads: 1, writes: 1, burst: 60 };
  const app = new Koa().use(limitNetworks(limits, ['127.0.0.1'])).use((ctx) => {
    ctx.body = 'ok';
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return (from: string, method = 'GET') =>
    fetch(url, { method, headers: { 'x-forwarded-for': from } });
};

test('requests without a key are counted by network, whatever they ask for', async (t) => {
  const ask = await limited(t);
  let taken = 0;
  for (let i = 0; i < 200; i += 1) {
    const { ok } = await ask(`2a00:1:2:3::${String(i % 9)}`, i % 2 === 0 ? 'GET' : 'POST');
    if (ok) taken += 1;
  }
  const refused = await ask('2a00:1:2:3::1');

  t.true(taken >= 60 && taken < 200, String(taken));
  t.is(refused.status, 429);
  t.regex(refused.headers.get('retry-after') ?? '', /^[1-9]/);
  t.like(await refused.json(), { type: 'rate_limit_error', status: 429 });
  t.is((await ask('2a00:1:2:4::1')).status, 200);
});
