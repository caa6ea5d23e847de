import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { E } from '@hundi/core';
import type { CheckoutSessionObject } from '@hundi/core/wire';
import { TEST_CARDS } from '@hundi/testkit';
import test, { type ExecutionContext } from 'ava';
import { DEMO_DOCUMENT, readConfig } from '../config/read-config.js';
import { startService } from '../service/start-service.js';
import { readCredentials } from '../tenants/credentials-file.js';
import { loggerTo } from './logger.js';

// Four digits, so that they are distinguished from chance: nothing of ours is four digits between other characters.
const CVC = '9173';
const WRONG_CARD = '371449635398432';
const DECLINED = TEST_CARDS.declined;

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

const serveOn = async (t: ExecutionContext) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'hundi-cards-'));
  const config = readConfig(
    { DATA_DIR: dataDir, PORT: '0', PROVISION_FILE: DEMO_DOCUMENT },
    dataDir,
  );
  if (E.isLeft(config)) throw new Error(config.left.join());
  const lines: string[] = [];
  const service = await startService(
    config.right,
    loggerTo({ write: (line) => lines.push(line) }, 'trace'),
  );
  t.teardown(service.stop);
  const credentials = await readCredentials(dataDir);
  const own = credentials.corporates['acme'];
  const call = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const url = path.startsWith('http') ? path : service.url + path;
    const response = await fetch(url, { redirect: 'manual', ...init });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const post = (path: string, body: unknown, headers: Record<string, string>) =>
    call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  return {
    dataDir,
    lines,
    call,
    post,
    url: service.url,
    apiKey: own?.apiKeys['erp'] ?? '',
    secretKey: own?.secretKeys['shop'] ?? '',
  };
};

type Host = Awaited<ReturnType<typeof serveOn>>;

const field = (html: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';

/** Opens a page and answers how to send its form, and the secrets that it came with. */
const customerAt = async ({ call }: Host, url: string) => {
  const opened = await call(url);
  const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
  const address = opened.headers.get('location') ?? '';
  const send = async (number: string, cvc = CVC): Promise<Answer> => {
    const { text } = await call(address, { headers: { cookie } });
    const form = { number, expiry: '12/34', cvc, name: 'Asha Rao' };
    const fields = { form_token: field(text, 'form_token'), attempt: field(text, 'attempt') };
    return call(`${address}/pay`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...fields, ...form }).toString(),
    });
  };
  const look = (path: string) => call(address + path, { headers: { cookie } });
  return { send, look, secrets: [url.split('token=')[1] ?? '', cookie.split('=')[1] ?? ''] };
};

const createSession = async ({ post, secretKey }: Host, key: string) => {
  const order = {
    amount: 249_900,
    currency: 'INR',
    reference: key,
    description: 'Shoes',
    success_url: 'https://shop.example/thanks',
    cancel_url: 'https://shop.example/basket',
  };
  const headers = { authorization: `Bearer ${secretKey}`, 'idempotency-key': key };
  await post('/v1/checkout/sessions', order, headers);
  const created = await post('/v1/checkout/sessions', order, headers);
  return JSON.parse(created.text) as CheckoutSessionObject;
};

/** A person comes in and makes a payment link; answers its address, and the secrets of coming in. */
const makeLink = async ({ call, post }: Host) => {
  const email = 'maker@acme.example';
  const asked = await post('/portal/v1/login', { email }, {});
  const { challengeId } = JSON.parse(asked.text) as { readonly challengeId: string };
  const { text: mails } = await call(`/sandbox/v1/mail?to=${email}`);
  const code = /[0-9]{6}/.exec(mails)?.[0] ?? '';
  const opened = await post(`/portal/v1/login/${challengeId}`, { code }, {});
  const { token } = JSON.parse(opened.text) as { readonly token: string };
  const made = await post(
    '/portal/v1/payment-links',
    { amount: 50_050, currency: 'INR', reference: 'INV-7', email: 'asha@mail.example' },
    { authorization: `Bearer ${token}` },
  );
  const { url } = JSON.parse(made.text) as { readonly url: string };
  return { url, code, secrets: [token.split('_').at(-1) ?? '', url.split('token=')[1] ?? ''] };
};

/** The bytes of every database file that begins so, its log among them. */
const bytesOf = async (dataDir: string, name: string): Promise<string> => {
  const files = (await readdir(dataDir)).filter((file) => file.startsWith(name));
  const contents = await Promise.all(files.map((file) => readFile(join(dataDir, file), 'latin1')));
  return contents.join('\n');
};

const lonely = (digits: string): RegExp => new RegExp(`(?<![0-9a-fA-F])${digits}(?![0-9a-fA-F])`);

test('no card, code, key or token is in the database, its log, the logs, the mails or the events', async (t) => {
  const host = await serveOn(t);
  const session = await createSession(host, 'ORDER-1');
  const customer = await customerAt(host, session.url);
  t.is((await customer.send(WRONG_CARD)).status, 400);
  t.is((await customer.send('9'.repeat(30), '9'.repeat(50))).status, 400);
  t.is((await customer.send(DECLINED, '917')).status, 303);
  t.is((await customer.send(TEST_CARDS.amex)).status, 303);
  t.regex((await customer.look('/done')).text, /Payment complete/);
  const back = (await customer.look('/return')).headers.get('location') ?? '';
  t.regex(back, /status=completed/);

  const link = await makeLink(host);
  const opened = await host.call(link.url);
  const location = opened.headers.get('location') ?? '';
  t.is(opened.status, 303, location);
  const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
  const page = await host.call(location, { headers: { cookie } });
  await host.call(`${location}/pay`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      form_token: field(page.text, 'form_token'),
      attempt: '1',
      number: TEST_CARDS.unknown,
      expiry: '12/34',
      cvc: '917',
      name: TEST_CARDS.rupay,
    }).toString(),
  });
  await host.post('/sandbox/v1/clock/advance', { seconds: 3_600 }, {});
  const { text: feed } = await host.call('/v1/partner/events?limit=100', {
    headers: { 'x-api-key': host.apiKey },
  });
  t.is(feed.split('checkout.session.completed').length - 1 >= 1, true);

  const { text: mails } = await host.call('/sandbox/v1/mail');
  const places = {
    database: await bytesOf(host.dataDir, 'hundi.db'),
    bank: await bytesOf(host.dataDir, 'sandbox-bank.db'),
    logs: host.lines.join('\n'),
    feed,
    mails,
  };
  t.true(places.database.includes(session.id) && places.bank.includes(session.id));
  t.true(places.logs.includes('/pay/{sessionId}/pay'));
  const cards = [WRONG_CARD, '9'.repeat(30), ...Object.values(TEST_CARDS)];
  for (const [place, bytes] of Object.entries(places)) {
    for (const pan of cards) t.false(bytes.includes(pan), `${place}: a card number`);
    t.notRegex(bytes, lonely(CVC), `${place}: a CVC`);
    t.false(bytes.includes('Asha Rao'), `${place}: a name`);
    t.false(bytes.includes(host.secretKey), `${place}: a secret key`);
    t.false(bytes.includes(host.apiKey), `${place}: a partner key`);
    for (const secret of customer.secrets) t.false(bytes.includes(secret), `${place}: a page`);
  }
  // The mails bring codes and links to whom they are for; the sandbox keeps mails.
  for (const place of ['database', 'logs', 'feed'] as const) {
    for (const secret of [...link.secrets, cookie.split('=')[1] ?? ''])
      t.false(places[place].includes(secret), `${place}: a token`);
    t.notRegex(places[place], lonely(link.code), `${place}: a code`);
  }
});
