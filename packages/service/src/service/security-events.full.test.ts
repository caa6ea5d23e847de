import { SECURITY_EVENTS } from '@hundi/adapter-koa';
import test, { type ExecutionContext } from 'ava';
import { openCheckout } from '../testing/checkout.js';
import { json } from '../testing/partner.js';
import { asPerson, comeIn, mailsTo } from '../testing/people.js';
import { emptyDataDir } from '../testing/running-service.js';
import { serveHere, type ServedHere } from '../testing/serve-here.js';

type Line = Readonly<Record<string, unknown>>;

const ADMIN = 'admin@acme.example';
const MAKER = 'maker@acme.example';

const running = async (t: ExecutionContext): Promise<ServedHere> =>
  serveHere(t, await emptyDataDir(), {});

const put = ({ url }: ServedHere, token: string, path: string, body: object) =>
  fetch(`${url}/portal/v1${path}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** A stranger guesses at a login until it is locked, and goes on until they are held back. */
const guessLogin = async (service: ServedHere): Promise<void> => {
  const { challengeId } = json<{ challengeId: string }>(
    await service.post('/portal/v1/login', { email: MAKER }),
    202,
  );
  for (let status = 0; status !== 429;)
    ({ status } = await service.post(`/portal/v1/login/${challengeId}`, { code: '000000' }));
};

/** An administrator changes whatever opens or closes doors; answers a key that is revoked. */
const administer = async (t: ExecutionContext, service: ServedHere): Promise<string> => {
  const admin = await comeIn(service, ADMIN);
  const change = async <A>(path: string, body: object = {}): Promise<A> => {
    const { status, text } = await asPerson(service, admin, path, body);
    t.true(status < 300, `${path}: ${text}`);
    return (text === '' ? {} : JSON.parse(text)) as A;
  };
  interface Key {
    readonly keyId: string;
    readonly key: string;
  }
  const scopes = ['beneficiaries:read'];
  const made = await change<Key>('/api-keys', { name: 'reader', scopes });
  const reader = { headers: { 'x-api-key': made.key } };
  t.is((await fetch(`${service.url}/v1/partner/packages`, reader)).status, 403);
  const next = await change<Key>(`/api-keys/${made.keyId}/rotate`);
  await change(`/api-keys/${next.keyId}/revoke`);
  await change('/webhook-endpoints', { url: 'http://127.0.0.1:4000/x', eventTypes: ['*'] });
  const settings = { destinationHosts: ['shop.example'], statementDescriptor: 'ACME' };
  t.is((await put(service, admin.token, '/checkout-settings', settings)).status, 200);
  await change('/people/u-checker/suspend');
  await change('/people/u-checker/reinstate');
  t.is((await asPerson(service, admin, '/logout', {})).status, 204);
  t.is((await asPerson(service, admin, '/api-keys')).status, 401);
  return next.key;
};

const submit = (url: string, fields: Readonly<Record<string, string>>, headers: object) =>
  fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin', ...headers },
    body: new URLSearchParams(fields),
  });

/** A stranger guesses at the code of a payout, without its browser, from another site, and with it. */
const guessPayout = async (service: ServedHere): Promise<void> => {
  const { sessionId, token } = await openCheckout(service, 'Sharma Steel');
  const address = `${service.url}/payout/${sessionId}`;
  await fetch(address);
  await submit(`${address}/code`, {}, { 'sec-fetch-site': 'cross-site' });
  const entered = await submit(`${address}/enter`, { token }, {});
  const [cookie = ''] = (entered.headers.get('set-cookie') ?? '').split(';');
  const page = await (await fetch(address, { headers: { cookie } })).text();
  const form_token = /name="form_token" value="([0-9a-f]+)"/.exec(page)?.[1] ?? '';
  const usual = { packageCode: 'VENDOR', debitAccountId: 'da-main', paymentMethodCode: 'NEFT' };
  await submit(`${address}/code`, { ...usual, form_token }, { cookie });
  const [mail] = await mailsTo(service, MAKER);
  const right = /\b[0-9]{6}\b/.exec(mail?.text ?? '')?.[0];
  const code = right === '000000' ? '000001' : '000000';
  for (let i = 0; i < 6; i += 1)
    await submit(`${address}/authorize`, { ...usual, form_token, code }, { cookie });
};

test.serial('each security event, provoked, is a line without a value and a count', async (t) => {
  const service = await running(t);
  const revoked = await administer(t, service);
  const old = { headers: { 'x-api-key': revoked } };
  t.is((await fetch(`${service.url}/v1/partner/packages`, old)).status, 401);
  await guessPayout(service);
  const maker = await comeIn(service, MAKER);
  const denied = await asPerson(service, maker, '/api-keys', { name: 'x', scopes: ['payments'] });
  t.is(denied.status, 403);
  const text = { 'content-type': 'text/plain' };
  t.is((await service.post('/v1/partner/payments', {}, text)).status, 415);
  await guessLogin(service);
  const metrics = (await service.get('/metrics')).text;
  const stderr = await service.stop();

  const lines = stderr
    .map((line) => JSON.parse(line) as Line)
    .filter(({ msg }) => msg === 'security event');
  for (const event of SECURITY_EVENTS) {
    const found = lines.filter(({ securityEvent }) => securityEvent === event);
    t.true(found.length > 0, `${event} has no line`);
    t.true(found.every(({ networkHash }) => /^[0-9a-f]{32}$/.test(String(networkHash))));
    t.true(
      metrics.includes(`hundi_security_events_total{event="${event}"} ${String(found.length)}`),
      `${event} is not counted ${String(found.length)} times`,
    );
  }
  t.notRegex(JSON.stringify(lines), /acme|127\.0\.0\.1|u-maker|pak_|demo-bank/);
  const denial = lines.find(({ securityEvent }) => securityEvent === 'scope_denied');
  t.regex(String(denial?.['keyHash']), /^[0-9a-f]{32}$/);
  t.regex(String(denial?.['tenantHash']), /^[0-9a-f]{32}$/);
});
