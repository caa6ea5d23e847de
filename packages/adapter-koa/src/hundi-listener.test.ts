import { memoryStorage } from '@hundi/adapter-memory';
import { createSandbox } from '@hundi/testkit';
import test from 'ava';
import Koa, { type Middleware } from 'koa';
import {
  hundi,
  hundiDocs,
  hundiListener,
  hundiPages,
  type HundiListenerOptions,
  type HundiOptions,
} from './index.js';
import { onLoopback } from './testing/on-loopback.js';
import { exchange } from './testing/serve.js';

const PACKAGES = '/v1/partner/packages';

/** A sandbox's partner API and pages, as a listener and as the headers that its key needs. */
const made = async (options: HundiListenerOptions = {}, ofMounts: HundiOptions = {}) => {
  const { engine, credentials } = await createSandbox({ storage: memoryStorage() });
  const pages = { publicUrl: 'https://pay.bank.example', theme: { name: 'Demo Bank' } };
  const mounts = [hundi(engine, ofMounts), hundiPages(engine, { ...ofMounts, ...pages })] as const;
  const headers = { 'x-api-key': credentials.corporates['acme']?.apiKeys['erp'] ?? '' };
  return { engine, mounts, headers, listener: hundiListener(mounts, options) };
};

test('without a host every path is answered: ours by the mounts, others by a 404 in our words', async (t) => {
  const { listener, headers } = await made();
  const url = await onLoopback(t, listener);

  t.is((await fetch(url + PACKAGES, { headers })).status, 200);
  t.is((await fetch(url + PACKAGES)).status, 401);
  const other = await fetch(`${url}/about`, { headers: { 'x-request-id': 'r-1' } });
  t.is(other.status, 404);
  t.is(other.headers.get('content-type'), 'application/problem+json');
  t.is(other.headers.get('content-security-policy'), "default-src 'none'; frame-ancestors 'none'");
  t.like(await other.json(), { type: 'object_not_found_error', instance: 'r-1' });
});

test("other paths go to the host, and Hundi leaves nothing on the host's answer", async (t) => {
  const { listener } = await made();
  const url = await onLoopback(t, (request, response) => {
    listener(request, response, () => {
      response.end('the host');
    });
  });

  for (const path of ['/', '/v1', '/v1/partners', '/payouts/v1/partner/packages', '/docs']) {
    const answer = await fetch(url + path);
    t.is(answer.status, 200, path);
    t.is(await answer.text(), 'the host', path);
    t.deepEqual([...answer.headers.keys()].sort(), [
      'connection',
      'content-length',
      'date',
      'keep-alive',
    ]);
  }
  t.is((await fetch(`${url}/v1/partner/nowhere`)).status, 404);
  t.is((await fetch(`${url}/payout/nowhere/at/all`)).status, 404);
});

test('a prefix is hidden from the mounts, and there again for a log of the host', async (t) => {
  const { listener, headers } = await made({ prefix: '/bank/payouts' });
  const logged: unknown[] = [];
  const url = await onLoopback(t, (request, response) => {
    response.on('finish', () => logged.push(request.url));
    listener(request, response);
  });

  t.is((await fetch(`${url}/bank/payouts${PACKAGES}?limit=1`, { headers })).status, 200);
  t.is((await fetch(url + PACKAGES, { headers })).status, 404);
  t.is((await fetch(`${url}/bank/payouts`, { headers })).status, 404);
  t.is(logged[0], `/bank/payouts${PACKAGES}?limit=1`);
});

for (const prefix of ['/payouts/', 'payouts', '/', '/pay?outs'])
  test(`the prefix ${prefix} ends the start`, async (t) => {
    const { mounts } = await made();
    t.throws(() => hundiListener(mounts, { prefix }), { message: /must begin with a \// });
  });

test('a listener of nothing ends the start', (t) => {
  t.throws(() => hundiListener([]), { message: /at least one mount/ });
});

test('a host that looks first learns which requests are ours, with the prefix and with the host in the first line', async (t) => {
  const { mounts } = await made();
  const at = (prefix: string) => {
    const { owns } = hundiListener(mounts, { prefix });
    return (url: string) => owns({ url });
  };
  const [bare, prefixed] = [at(''), at('/payouts')];

  for (const url of [PACKAGES, `${PACKAGES}?limit=1`, `http://bank.example${PACKAGES}`])
    t.true(bare(url), url);
  for (const url of ['/', '/about', '/v1', `/about?to=${PACKAGES}`, `/about#${PACKAGES}`])
    t.false(bare(url), url);
  t.true(prefixed(`/payouts${PACKAGES}`));
  for (const url of [PACKAGES, `/payoutsy${PACKAGES}`, '/payouts', '/payouts/about'])
    t.false(prefixed(url), url);
});

test('a request whose first line names the host is answered as any other', async (t) => {
  const { listener } = await made({ prefix: '/payouts' });
  const url = new URL(await onLoopback(t, listener));
  const answer = await exchange(Number(url.port), [
    `GET http://${url.host}/payouts${PACKAGES} HTTP/1.1\r\nHost: ${url.host}\r\nConnection: close\r\n\r\n`,
  ]);
  t.regex(answer, /^HTTP\/1\.1 401 /);
});

const UNREADABLE = ['http://[::1', 'http://xn--/', 'ftp://[a/v1/partner/packages', 'foo://bar'];

for (const prefix of ['', '/payouts'])
  test(`an address that cannot be read is none of ours, under the prefix "${prefix}"`, async (t) => {
    const heard: unknown[] = [];
    const { listener } = await made({ prefix, onError: (error) => heard.push(error) });
    const url = new URL(await onLoopback(t, listener));

    for (const target of UNREADABLE) {
      const request = `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
      const answer = await exchange(Number(url.port), [request]);
      t.regex(answer, /^HTTP\/1\.1 404 /, target);
      t.regex(answer, /application\/problem\+json/, target);
    }
    t.deepEqual(heard, []);
  });

test('a failure is answered with an incident, and without an onError of the mount the listener gets it', async (t) => {
  const heard: unknown[] = [];
  const { engine, headers } = await made();
  const failing = hundi({ ...engine, listPackages: () => Promise.reject(new Error('broken')) });
  const url = await onLoopback(
    t,
    hundiListener([failing], { onError: (error) => heard.push(error) }),
  );
  const answer = await fetch(url + PACKAGES, { headers });

  t.is(answer.status, 500);
  t.like(await answer.json(), { type: 'internal_server_error' });
  t.deepEqual(heard.map(String), ['Error: broken']);
});

test('a log of the host that throws costs one request its answer, and the listener says why', async (t) => {
  const heard: unknown[] = [];
  const { listener, headers } = await made(
    { onError: (error) => heard.push(error) },
    {
      onRequest: () => {
        throw new Error('the log is full');
      },
    },
  );
  const url = await onLoopback(t, listener);

  t.is((await fetch(url + PACKAGES, { headers })).status, 500);
  t.deepEqual(heard.map(String), ['Error: the log is full']);
});

/** As koa-mount does: cuts its path off for what it mounts. */
const under =
  (cut: string, mount: Middleware): Middleware =>
  async (ctx, next) => {
    const whole = ctx.path;
    if (!`${whole}/`.startsWith(`${cut}/`)) {
      await next();
      return;
    }
    ctx.path = whole.slice(cut.length) || '/';
    await mount(ctx, async () => {
      ctx.path = whole;
      await next();
    });
  };

test('in Koa a mount point may be a prefix of the host or a beginning of our own path', async (t) => {
  const { mounts, headers, engine } = await made();
  const [api, pages] = mounts;
  const app = new Koa()
    .use(under('/v1', api))
    .use(under('/payouts', pages))
    .use(under('/payouts', hundiDocs({ engine })))
    .use((ctx) => {
      ctx.body = `the host at ${ctx.path}`;
    });
  const handle = app.callback();
  const url = await onLoopback(t, (request, response) => void handle(request, response));

  t.is((await fetch(url + PACKAGES, { headers })).status, 200);
  t.is((await fetch(`${url}/v1/partner/nowhere`, { headers })).status, 404);
  t.is(await (await fetch(`${url}/v1/other`)).text(), 'the host at /v1/other');
  const page = await fetch(`${url}/payouts/payout/nowhere/at/all`);
  t.is(page.status, 404);
  t.regex(await page.text(), /This page does not exist/);
  t.is((await fetch(`${url}/payouts/docs`)).status, 200);
});
