import { memoryStorage } from '@hundi/adapter-memory';
import { inProcessRateLimiter } from '@hundi/core';
import test from 'ava';
import { proxiesOf } from '../../index.js';
import type { HundiOptions } from '../../options.js';
import { serve, type Served } from '../../testing/serve.js';

/** One page and sixty logins of each network, on a clock that stands still. */
const counted = (): HundiOptions => ({
  rateLimits: inProcessRateLimiter({ reads: 1, writes: 1, logins: 1, burst: 1 }, { now: () => 0 }),
});
const trusted = (): HundiOptions => ({ ...counted(), trustedProxies: ['127.0.0.1'] });
const PAGE = '/payout/pcs_00000000000000000000000000000000';

const from = (forwarded: string) => ({ key: null, headers: { 'x-forwarded-for': forwarded } });

/** How a page answers a browser: 404 while it may ask, since the session does not exist. */
const page = async ({ port }: Served, forwarded: string): Promise<number> => {
  const response = await fetch(`http://127.0.0.1:${String(port)}${PAGE}`, from(forwarded));
  await response.text();
  return response.status;
};

/** How often a client may request a code before it is held back. */
const logins = async ({ post }: Served, forwarded: string, times: number): Promise<number> => {
  let taken = 0;
  for (let i = 0; i < times; i += 1) {
    const asked = await post('/portal/v1/login', { email: 'a@b.example' }, from(forwarded));
    if (asked.status === 202) taken += 1;
  }
  return taken;
};

test('without a trusted proxy a client gains nothing by naming other addresses', async (t) => {
  const served = await serve(t, memoryStorage(), counted());

  t.is(await page(served, '198.51.100.1'), 404);
  t.is(await page(served, '198.51.100.2'), 429);
  t.is(await logins(served, '198.51.100.1', 60), 60);
  t.is(await logins(served, '198.51.100.2', 10), 0);
});

test('behind a trusted proxy each client is counted for itself', async (t) => {
  const served = await serve(t, memoryStorage(), trusted());

  t.is(await page(served, '198.51.100.1'), 404);
  t.is(await page(served, '198.51.100.1'), 429);
  t.is(await page(served, '198.51.100.2'), 404);
  t.is(await logins(served, '198.51.100.1', 62), 60);
  t.is(await logins(served, '198.51.100.2', 1), 1);
});

test('an address that the client wrote itself counts for nothing', async (t) => {
  const served = await serve(t, memoryStorage(), trusted());

  t.is(await page(served, '203.0.113.1, 198.51.100.1'), 404);
  t.is(await page(served, '203.0.113.2, 198.51.100.1'), 429);
});

test('pages and logins count a network of IPv6 as one', async (t) => {
  const served = await serve(t, memoryStorage(), trusted());

  t.is(await page(served, '2a00:1:2:3::1'), 404);
  t.is(await page(served, '2a00:1:2:3:ffff::2'), 429);
  t.is(await page(served, '2a00:1:2:4::1'), 404);
  t.is(await logins(served, '2a00:1:2:3::1', 60), 60);
  t.is(await logins(served, '2a00:1:2:3::2', 5), 0);
});

test('a proxy that cannot be read ends the start', (t) => {
  t.throws(() => proxiesOf(['10.0.0.0/40']), { message: /expected an address, or a network/ });
});
