import { chromiumLaunch } from '@hundi/testkit/contract';
import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { demoDocument } from '@hundi/testkit';
import test, { type ExecutionContext } from 'ava';
import axe from 'axe-core';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { bankOrders } from '../testing/partner.js';
import { mailsTo } from '../testing/people.js';
import { exchange, parsed } from '../testing/raw.js';
import { emptyDataDir, type Served } from '../testing/running-service.js';
import { serveHere, type ServedHere } from '../testing/serve-here.js';
import { credentialsPath } from './first-call.js';

const launch = await chromiumLaunch();
const story = launch === undefined ? test.serial.skip : test.serial;

const dir = await mkdtemp(join(tmpdir(), 'hundi-start-'));
const fileOf = async (name: string, text: string): Promise<string> => {
  await writeFile(join(dir, name), text);
  return join(dir, name);
};

const running = async (t: ExecutionContext, variables = {}): Promise<Served> =>
  serveHere(t, await emptyDataDir(), variables);

/** The demo as it starts, for tests that leave nothing which another one looks for. */
const demo = (): Promise<Served> =>
  (started ??= emptyDataDir().then((dataDir) => serveHere({ teardown: () => undefined }, dataDir)));
let started: Promise<ServedHere> | undefined;
test.after.always(async () => (await started)?.stop());

const requestTo = (
  { url }: Served,
  method: 'GET' | 'POST',
  path: string,
  ...fields: ReadonlyArray<string>
): Promise<string> => {
  const host = fields.some((field) => field.startsWith('Host:'))
    ? []
    : [`Host: ${new URL(url).host}`];
  const lines = [`${method} ${path} HTTP/1.1`, ...host, 'Connection: close', ...fields];
  return exchange(url, [...lines, 'Content-Length: 0', '', ''].join('\r\n'));
};

const MAKE_BUTTON = /<button[^>]*>Make a (?:payout|card) link</;

test.serial(
  'a link is made for callers that may drive the sandbox, and by POST only',
  async (t) => {
    const service = await demo();
    const statusOf = async (...request: [path: string, ...fields: string[]]) =>
      parsed(await requestTo(service, 'POST', ...request)).status;

    for (const path of ['/', '/?make=', '/?make=other', '/?make=payout&make=card'])
      t.is(await statusOf(path), 400, path);
    for (const [status, ...fields] of [
      [403, 'Host: attacker.example'],
      [403, 'Sec-Fetch-Site: cross-site'],
      [403, 'Origin: https://attacker.example'],
      [403, 'Origin: null'],
      [404, 'X-Forwarded-For: 198.51.100.1'],
    ] as const)
      t.is(await statusOf('/?make=payout', ...fields), status, fields.join());
    t.is((await fetch(`${service.url}/`, { method: 'PUT' })).status, 405);
    t.is((await fetch(`${service.url}/?make=payout`)).headers.get('location'), null);
  },
);

for (const [kind, path] of [
  ['payout', '/payout/'],
  ['card', '/link/'],
] as const)
  test.serial(`POST /?make=${kind} answers with a link that can be opened`, async (t) => {
    const service = await demo();
    const made = await fetch(`${service.url}/?make=${kind}`, { method: 'POST' });
    const link = made.headers.get('location') ?? '';

    t.is(made.status, 201);
    t.true(link.startsWith(service.url + path), link);
    t.true((await made.text()).includes(`href="${link.replaceAll('&', '&amp;')}"`));
    const opened = await fetch(link, { redirect: 'manual' });
    t.true([200, 303].includes(opened.status));
  });

test.serial(
  'the page loads nothing from elsewhere, and every link on it leads somewhere',
  async (t) => {
    const service = await demo();
    const answer = await fetch(`${service.url}/`);
    const page = await answer.text();

    t.is(answer.status, 200);
    const policy = answer.headers.get('content-security-policy') ?? '';
    for (const part of ["default-src 'none'", "form-action 'self'", "frame-ancestors 'none'"])
      t.true(policy.includes(part), part);
    t.is(answer.headers.get('cache-control'), 'no-store');
    t.notRegex(page, /\s(?:src|action)="(?!\?make=)/);
    const links = [...page.matchAll(/<a [^>]*href="([^"#]+)"/g)].map(([, href = '']) => href);
    t.deepEqual(links.slice(0, 6), [
      'portal',
      'sandbox',
      'docs',
      'portal/docs',
      'openapi.json',
      'sandbox?to=maker@acme.example',
    ]);
    t.true(links.includes('portal/login?email=checker%40globex.example'));
    for (const href of links)
      t.is((await fetch(new URL(href, `${service.url}/`))).status, 200, href);
  },
);

test.serial(
  'the commands of a first call on the page and in the reference list the packages',
  async (t) => {
    const service = await demo();
    const textOf = (html: string) =>
      html.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
    for (const path of ['/', '/docs']) {
      const { text } = await service.get(path);
      const [, commands = ''] = /<pre[^>]*>(?:<code>)?(# (?:In|On) the[^<]*)</.exec(text) ?? [];
      const { stdout } = await promisify(execFile)('bash', ['-c', textOf(commands)]);
      t.regex(stdout, /"packageCode":"VENDOR"/, path);
    }
    t.notRegex((await service.get('/portal/docs')).text, /A first call/);
  },
);

test('the key is read from the folder of the service, or by the whole path of its data', (t) => {
  t.is(credentialsPath('/home/a/hundi/.data', '/home/a/hundi'), './.data/credentials.json');
  t.is(credentialsPath('/data', '/'), '/data/credentials.json');
  t.is(credentialsPath('/data', '/home/a'), '/data/credentials.json');
});

test.serial(
  'from outside the machine the page shows commands for a container, and no form',
  async (t) => {
    const service = await demo();
    const from = (...fields: ReadonlyArray<string>) => requestTo(service, 'GET', '/', ...fields);
    const outside = await from('X-Forwarded-For: 198.51.100.1');

    t.regex(outside, /docker compose exec http cat \/data\/credentials\.json/);
    t.notRegex(outside, MAKE_BUTTON);
    t.false(outside.includes(service.dataDir));
    t.regex(await from('Sec-Fetch-Site: cross-site'), MAKE_BUTTON);
  },
);

test.serial('with tenants of its own a sandbox makes no links and names no key', async (t) => {
  const file = await fileOf('tenants.json', JSON.stringify(demoDocument()));
  const service = await running(t, { PROVISION_FILE: file });
  const { text } = await service.get('/');

  t.regex(text, /<a href="docs">/);
  t.notRegex(text, /<form|apiKeys/);
  t.notRegex((await service.get('/docs')).text, /A first call/);
  t.is((await fetch(`${service.url}/?make=payout`, { method: 'POST' })).status, 404);
});

test.serial('where the reference has a port of its own the page has no link to it', async (t) => {
  const service = await running(t, { ADMIN_PORT: '0' });
  t.notRegex((await service.get('/')).text, /href="(?:docs|openapi)/);
});

test.serial('without a sandbox there is no such page: people are led to the portal', async (t) => {
  const rail = `export default () => ({
    traits: { deduplicates: true, canQuery: false, absenceFinalAfterMs: null },
    submit: async (orders) => orders.map(() => ({ kind: 'unknown' })),
    query: async (orders) => orders.map(() => ({ kind: 'unknown' })),
  });`;
  const acquirer = `export default () => ({
    traits: { absenceFinalAfterMs: null },
    charge: async () => ({ kind: 'declined', code: 'card_declined' }),
    query: async () => ({ kind: 'unknown' }),
    reverse: async () => ({ kind: 'unknown' }),
  });`;
  const service = await running(t, {
    SANDBOX: '0',
    BANK_RAIL: await fileOf('rail.mjs', rail),
    CARD_ACQUIRER: await fileOf('acquirer.mjs', acquirer),
    HUNDI_KEK: Buffer.alloc(32, 7).toString('base64'),
    PROVISION_FILE: await fileOf('production.json', JSON.stringify(demoDocument())),
    PUBLIC_URL: 'https://pay.example',
    TRUSTED_PROXIES: 'none',
  });

  const root = await fetch(`${service.url}/`, { redirect: 'manual' });
  t.deepEqual([root.status, root.headers.get('location')], [303, 'portal']);
  t.is((await fetch(`${service.url}/?make=payout`, { method: 'POST' })).status, 405);
});

const visitor = async (t: ExecutionContext, options?: BrowserContextOptions): Promise<Page> => {
  if (launch === undefined) throw new Error('there is no browser');
  browser ??= chromium.launch({ ...launch, args: [...launch.args] });
  const page = await (await browser).newPage(options);
  t.teardown(() => page.context().close());
  return page;
};
let browser: Promise<Browser> | undefined;
test.after.always(async () => (await browser)?.close());

/** Presses a button of the start page, and opens the link in a tab of its own. */
const follow = async (page: Page, make: string, open: string): Promise<Page> => {
  await page.getByRole('button', { name: make }).click();
  const tab = page.waitForEvent('popup');
  await page.getByRole('link', { name: open }).click();
  return tab;
};

story('a newcomer walks from the start page to a payout that the bank has paid', async (t) => {
  const service = await demo();
  const page = await visitor(t);
  await page.goto(`${service.url}/`);
  const payout = await follow(page, 'Make a payout link', 'Open the payout page');
  await payout.getByRole('button', { name: 'Send code' }).click();
  await payout.getByLabel('One-time code').waitFor();
  const [mail] = await mailsTo(service, 'maker@acme.example');
  await payout.getByLabel('One-time code').fill(/\b[0-9]{6}\b/.exec(mail?.text ?? '')?.[0] ?? '');
  await payout.getByRole('button', { name: 'Authorize payout' }).click();
  await payout.getByRole('heading', { name: 'Payout submitted' }).waitFor();
  await service.post('/sandbox/v1/settle');

  t.deepEqual(
    (await bankOrders(service)).map(({ amount }) => amount),
    [250_000],
  );
});

test.serial(
  'the page of the sandbox has mails, clock, books and faults, for this machine alone',
  async (t) => {
    const service = await running(t);
    const at = `${service.url}/sandbox`;
    await service.post('/portal/v1/login', { email: 'maker@acme.example' });
    const html = await (await fetch(`${at}?to=maker@acme.example`)).text();
    for (const text of [
      'is your code to log in as maker',
      'Acme Traders: Acme current',
      '₹1,00,00,00,000.00',
    ])
      t.true(html.includes(text), text);
    const before = Date.parse(/time is <span class="number">([^<]*)/.exec(html)?.[1] ?? '');
    const post = (query: string, headers: Readonly<Record<string, string>> = {}) =>
      fetch(`${at}?${query}`, { method: 'POST', redirect: 'manual', headers });
    t.is((await post('advance=86400')).headers.get('location'), 'sandbox?moved');
    const later = await (await fetch(`${at}?moved`)).text();
    t.regex(later, /Everything that was due is done/);
    const after = Date.parse(/time is <span class="number">([^<]*)/.exec(later)?.[1] ?? '');
    t.true(after - before >= 86_400_000);
    t.is((await post('arm=answer_lost')).headers.get('location'), 'sandbox?armed=answer_lost');
    t.regex(await (await fetch(`${at}?armed=answer_lost`)).text(), /its answer is lost/);

    t.is((await post('advance=5')).status, 400);
    t.is((await post('arm=toString')).status, 400);
    t.is((await post('settle', { 'sec-fetch-site': 'cross-site' })).status, 403);
    t.is((await fetch(at, { headers: { 'x-forwarded-for': '198.51.100.1' } })).status, 404);
  },
);

story(
  'a newcomer is one click away from the login of a person, with their mailbox beside it',
  async (t) => {
    const service = await demo();
    const page = await visitor(t);
    await page.goto(`${service.url}/`);
    await page.getByRole('link', { name: 'checker' }).first().click();
    await page.getByRole('heading', { name: 'Mailbox' }).waitFor();
    await page.getByRole('button', { name: 'Send code' }).click();
    const mail = await page.locator('.mail pre').first().innerText();
    await page.getByRole('textbox', { name: 'Code' }).fill(mail.split(' ', 1)[0] ?? '');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('button', { name: 'Log out' }).waitFor();
    t.pass();
  },
);

story('on a phone and on a desktop both pages fit, and axe finds nothing', async (t) => {
  const service = await demo();
  await service.post('/portal/v1/login', { email: 'maker@acme.example' });
  for (const width of [390, 1_280]) {
    // axe runs in the page, whose policy lets no script in.
    const page = await visitor(t, { viewport: { width, height: 844 }, bypassCSP: true });
    for (const path of ['/', '/sandbox?to=maker@acme.example', '/sandbox?armed=answer_lost']) {
      await page.goto(service.url + path);
      await page.evaluate(axe.source);
      const [faults, overflow] = await page.evaluate(async () => {
        const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run();
        const { scrollWidth, clientWidth } = document.documentElement;
        return [violations.map(({ id, nodes }) => [id, nodes[0]?.html]), scrollWidth - clientWidth];
      });
      t.deepEqual(faults, [], path);
      t.is(overflow, 0, path);
    }
  }
});

story('a newcomer walks from the start page to a card payment', async (t) => {
  const service = await demo();
  const page = await visitor(t);
  await page.goto(`${service.url}/`);
  const card = await follow(page, 'Make a card link', 'Open the card page');
  await card.getByLabel('Card number').fill('4242 4242 4242 4242');
  await card.getByLabel('Expiry (MM / YY)').fill('12 / 40');
  await card.getByLabel('CVC').fill('123');
  await card.getByLabel('Name on card').fill('Asha Rao');
  await card.getByRole('button', { name: /^Pay ₹2,499/ }).click();

  await card.getByRole('heading', { name: 'Payment complete' }).waitFor();
  t.pass();
});
