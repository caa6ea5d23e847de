import test, { type ExecutionContext } from 'ava';
import Koa from 'koa';
import { createHash } from 'node:crypto';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hundiDocs } from './index.js';
import { partnerRoutes } from './partner/partner-routes.js';
import { description } from './testing/description.js';

const open = async (t: ExecutionContext): Promise<string> => {
  const app = new Koa().use(hundiDocs()).use((ctx) => {
    ctx.body = 'the host';
  });
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.teardown(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** The status of an answer to a client that has this already. `fetch` would ask for it afresh. */
const statusFor = (url: string, etag: string, encoding = 'identity'): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const headers = { 'if-none-match': etag, 'accept-encoding': encoding };
    get(url, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });

test('/openapi.json is the document, and needs no key', async (t) => {
  const response = await fetch(`${await open(t)}/openapi.json`);

  t.is(response.status, 200);
  t.is(response.headers.get('content-type'), 'application/json; charset=utf-8');
  t.deepEqual(await response.json(), JSON.parse(JSON.stringify(description)));
});

test('others have their turn while the reference is written, once for each route', async (t) => {
  const url = await open(t);
  let rounds = 0;
  const count = (): void => {
    rounds += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  await (await fetch(`${url}/docs`)).text();
  clearImmediate(next);

  t.true(rounds > partnerRoutes.length, String(rounds));
});

for (const path of ['/openapi.json', '/docs']) {
  test(`${path} is not sent again to a client that has it`, async (t) => {
    const url = `${await open(t)}${path}`;
    const first = await fetch(url, { headers: { 'accept-encoding': 'identity' } });

    t.is(await statusFor(url, first.headers.get('etag') ?? ''), 304);
    t.is(await statusFor(url, '"other"'), 200);
  });

  test(`${path} is the same text, however it is sent, with a tag for each way`, async (t) => {
    const url = `${await open(t)}${path}`;
    const plain = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
    const gzipped = await fetch(url, { headers: { 'accept-encoding': 'gzip' } });
    const tag = gzipped.headers.get('etag') ?? '';

    t.is(plain.headers.get('content-encoding'), null);
    t.is(gzipped.headers.get('content-encoding'), 'gzip');
    t.is(gzipped.headers.get('vary'), 'Accept-Encoding');
    t.not(tag, plain.headers.get('etag'));
    t.true(Number(gzipped.headers.get('content-length')) * 3 < (await plain.text()).length);
    t.is(await gzipped.text(), await (await fetch(url)).text());
    t.is(await statusFor(url, tag, 'gzip'), 304);
    t.is(await statusFor(url, tag), 200);
  });

  test(`${path} is for reading only`, async (t) => {
    const url = `${await open(t)}${path}`;
    const posted = await fetch(url, { method: 'POST', body: '{}' });

    t.is(posted.status, 405);
    t.is(posted.headers.get('allow'), 'GET, HEAD');
    t.like(await posted.json(), { type: 'method_not_allowed_error', status: 405 });
    t.is((await fetch(url, { method: 'HEAD' })).status, 200);
  });
}

test('other paths belong to the host', async (t) => {
  const url = await open(t);
  for (const path of ['/', '/docs/', '/openapi.yaml', '/v1/partner/packages']) {
    t.is(await (await fetch(url + path)).text(), 'the host');
  }
});

test('the page loads nothing: its one style is in it, and its policy allows that alone', async (t) => {
  const response = await fetch(`${await open(t)}/docs`);
  const page = await response.text();
  const policy = response.headers.get('content-security-policy') ?? '';

  t.is(response.headers.get('content-type'), 'text/html; charset=utf-8');
  t.notRegex(page, /<script|<img|<iframe|<link|@import|url\(|\sstyle=|\son\w+=|javascript:/i);
  t.notRegex(page, /(?:src|href)="(?!#|openapi\.json")/);
  t.regex(policy, /default-src 'none'/);
  t.notRegex(policy, /unsafe|\*|https?:/);
  const styles = [...page.matchAll(/<style>([^]*?)<\/style>/g)].map(([, css = '']) => css);
  t.is(styles.length, 1);
  for (const css of styles) {
    t.true(policy.includes(`'sha256-${createHash('sha256').update(css).digest('base64')}'`));
  }
});

test('the page shows every route, every schema and every kind of refusal', async (t) => {
  const page = await (await fetch(`${await open(t)}/docs`)).text();

  for (const { path, about } of partnerRoutes) {
    t.true(page.includes(`<code>${path}</code>`), path);
    t.true(page.includes(`id="${about.operationId}"`), about.operationId);
  }
  for (const name of Object.keys(description.components.schemas)) {
    t.true(page.includes(`id="schema-${name}"`), name);
  }
  t.true(page.includes('<code>idempotency_key_already_used_error</code>'));
});

test('every link of the page leads to a place on it', async (t) => {
  const page = await (await fetch(`${await open(t)}/docs`)).text();
  const ids = new Set([...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));

  for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) t.true(ids.has(target), target);
});

test('/docs opens with the first call of the host, asked for once', async (t) => {
  const first = { calls: 0 };
  const docs = hundiDocs({
    firstCall: () => {
      first.calls += 1;
      return 'curl -s "https://api.bank.example" # <first>';
    },
  });
  const server = new Koa().use(docs).listen(0, '127.0.0.1');
  t.teardown(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  t.is(first.calls, 0);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const read = async (path: string) => (await fetch(url + path)).text();

  const page = await read('/docs');
  const commands = 'curl -s &quot;https://api.bank.example&quot; # &lt;first>';
  t.true(page.includes(commands) || page.includes(commands.replace('>', '&gt;')));
  t.true(page.indexOf('A first call') < page.indexOf('Amounts are whole paise'));
  t.is(await read('/docs'), page);
  t.is(first.calls, 1);
  t.notRegex(await read('/portal/docs'), /A first call/);
});
