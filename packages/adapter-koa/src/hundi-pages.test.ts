import { memoryStorage } from '@hundi/adapter-memory';
import { createSandbox } from '@hundi/testkit';
import test from 'ava';
import Koa from 'koa';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { hardenServer, hundiPages, serverOptions } from './index.js';
import { look, storyTeller } from './testing/browser.js';
import { pageFaults } from './testing/page-faults.js';
import { serve } from './testing/serve.js';

const story = await storyTeller();

const engine = async () => (await createSandbox({ storage: memoryStorage() })).engine;
const theme = { name: 'Demo Bank' };
const ABSENT = `/payout/pcs_${'0'.repeat(32)}/nowhere`;

test('a theme that cannot be read ends the start', async (t) => {
  const made = await engine();
  t.throws(
    () =>
      hundiPages(made, {
        publicUrl: 'https://pay.bank.example',
        theme: { ...theme, colours: { action: '#9ad0ff' } },
      }),
    { message: /contrast/ },
  );
});

test('so does an address that is none', async (t) => {
  const made = await engine();
  for (const publicUrl of [
    'pay.bank.example',
    'ftp://bank.example',
    'https://u:p@bank.example',
    'https://bank.example?x',
  ])
    t.throws(() => hundiPages(made, { publicUrl, theme }), undefined, publicUrl);
});

test('there is a page for what is not there, closed as every other', async (t) => {
  const { port } = await serve(t, memoryStorage());
  const response = await fetch(`http://127.0.0.1:${port}${ABSENT}`);

  t.is(response.status, 404);
  t.deepEqual(pageFaults(response), []);
  t.regex(await response.text(), /<h1>This page does not exist<\/h1>/);
});

/** A status that comes again and again: another may come while an answer is on its way to the kernel. */
const atLast = async (wanted: number, ask: () => Promise<number>): Promise<void> => {
  for (let inRow = 0; inRow < 20;) inRow = (await ask()) === wanted ? inRow + 1 : 0;
};

test('a network that takes none of its pages gets 429 until it has taken them', async (t) => {
  const app = new Koa().use(
    hundiPages(await engine(), {
      publicUrl: 'https://pay.bank.example',
      theme,
      rateLimits: 'off',
      answersHeld: { ofCaller: 1 },
    }),
  );
  const handle = app.callback();
  const server = hardenServer(createServer(serverOptions, (req, res) => void handle(req, res)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  t.teardown(() => {
    socket.destroy();
    server.close();
  });
  const path = `/payout/pcs_${'0'.repeat(32)}`;
  socket.pause().write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(5_000));
  const ask = async (): Promise<number> => {
    const response = await fetch(`http://127.0.0.1:${String(port)}${path}`);
    await response.arrayBuffer();
    return response.status;
  };

  await atLast(429, ask);
  socket.resume();
  await atLast(404, ask);
  t.pass();
});

test('below /portal a page says what is not there; the API and its description are no pages', async (t) => {
  const { port } = await serve(t, memoryStorage());
  const asked = async (path: string) => {
    const { status, headers } = await fetch(`http://127.0.0.1:${port}${path}`);
    return { status, type: headers.get('content-type')?.split(';')[0] };
  };

  t.deepEqual(await asked('/portal/absent'), { status: 404, type: 'text/html' });
  t.deepEqual(await asked('/portal/v1/absent'), { status: 404, type: 'application/problem+json' });
  t.deepEqual(await asked('/portal/openapi.json'), { status: 200, type: 'application/json' });
  t.deepEqual(await asked('/portal/docs'), { status: 200, type: 'text/html' });
});

test('a client that accepts no page gets a problem document instead', async (t) => {
  const { port } = await serve(t, memoryStorage());
  const asked = (path: string, accept: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept } });
  for (const path of [ABSENT, `/payout/pcs_${'0'.repeat(32)}`, '/pay/x/y', '/link/x/y']) {
    const response = await asked(path, 'application/problem+json');
    const { headers, status } = response;
    t.is(headers.get('content-type'), 'application/problem+json', path);
    t.is(headers.get('cache-control'), 'no-store');
    const problem = (await response.json()) as Record<string, unknown>;
    t.like(problem, { status, instance: headers.get('x-request-id') });
    t.true(status >= 400);
    t.is(typeof problem['type'], 'string');
  }
  for (const accept of ['*/*', 'text/html', 'application/problem+json;q=0.5, text/html'])
    t.regex((await asked(ABSENT, accept)).headers.get('content-type') ?? '', /^text\/html/);
});

test('a page is one answer: its style and its scripts stand in it, and its policy allows them by their hashes', async (t) => {
  const { port } = await serve(t, memoryStorage());
  const response = await fetch(`http://127.0.0.1:${port}${ABSENT}`);
  const page = await response.text();
  const policy = response.headers.get('content-security-policy') ?? '';

  t.notRegex(page, /<link|<iframe|@import|\surl\(|\sstyle=|\son\w+=|javascript:/i);
  t.notRegex(page, /\s(?:src|href)="(?!#|data:|\/payout|\?language=)/);
  const inline = [...page.matchAll(/<(style|script)>([^]*?)<\/\1>/g)];
  t.true(inline.length >= 2);
  for (const [, , text = ''] of inline)
    t.true(policy.includes(`'sha256-${createHash('sha256').update(text).digest('base64')}'`));
  t.true(Buffer.byteLength(page) < 60 * 1_024);
});

story('a page that is not there says so to everybody', async (t, { visitor }) => {
  const { port } = await serve(t, memoryStorage());
  const page = await visitor(t);
  await page.goto(`http://127.0.0.1:${port}${ABSENT}`);
  await look(t, page, 'absent');
});
