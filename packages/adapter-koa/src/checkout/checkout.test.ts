import { memoryStorage } from '@hundi/adapter-memory';
import type { Storage } from '@hundi/core';
import type { CheckoutSessionObject } from '@hundi/core/wire';
import test, { type ExecutionContext } from 'ava';
import { checkoutRoutes } from './session-routes.js';
import { newCheckout } from '../examples/checkout.js';
import { description } from '../testing/description.js';
import { merchantOf } from '../testing/merchant.js';
import { serve } from '../testing/serve.js';

const SESSIONS = '/sessions';
const KEY = { headers: { 'idempotency-key': 'order-7' } };
const ABSENT = `/sessions/cs_${'0'.repeat(32)}`;

const shop = async (t: ExecutionContext) => {
  const served = await serve(t, memoryStorage());
  return { ...merchantOf(served), served };
};

const sessionIn = ({ text }: { readonly text: string }): CheckoutSessionObject =>
  JSON.parse(text) as CheckoutSessionObject;

const BAD: ReadonlyArray<readonly [string, object, string]> = [
  ['a fraction', { amount: 100.5 }, '/amount'],
  ['an amount as text', { amount: '100' }, '/amount'],
  ['nothing', { amount: 0 }, '/amount'],
  ['less than nothing', { amount: -1 }, '/amount'],
  ['more than there is', { amount: 10 ** 15 }, '/amount'],
  ['dollars', { currency: 'USD' }, '/currency'],
  ['no currency', { currency: undefined }, '/currency'],
  ['no reference', { reference: undefined }, '/reference'],
  ['a reference with an ampersand', { reference: 'A&status=completed' }, '/reference'],
  ['a reference of 65 characters', { reference: 'A'.repeat(65) }, '/reference'],
  ['a reference with a Kelvin sign', { reference: 'A\u212a' }, '/reference'],
  ['no success_url', { success_url: undefined }, '/success_url'],
  ['a script as success_url', { success_url: 'javascript:alert(1)' }, '/success_url'],
  ['a stranger’s host', { success_url: 'https://evil.example/' }, '/success_url'],
  ['a host behind a user', { cancel_url: 'https://shop.example@evil.example/' }, '/cancel_url'],
  [
    'a URL with a parameter of ours',
    { cancel_url: 'https://shop.example/?status=1' },
    '/cancel_url',
  ],
  ['a hidden character', { description: 'a\u202eb' }, '/description'],
  ['a long description', { description: 'a'.repeat(501) }, '/description'],
];

test('a success_url of more than 2,000 characters is refused, and the refusal names the limit', async (t) => {
  const { post } = await shop(t);
  const success_url = `https://shop.example/${'a'.repeat(2_000)}`;
  const { json } = await post(SESSIONS, { ...newCheckout, success_url }, KEY);

  t.regex(json.errors[0]?.detail ?? '', /at most 2,000 characters/);
});

for (const [what, change, pointer] of BAD) {
  test(`a session with ${what} is refused, with a pointer to it`, async (t) => {
    const { post } = await shop(t);
    const answer = await post(SESSIONS, { ...newCheckout, ...change }, KEY);

    t.is(answer.status, 400);
    t.deepEqual(
      answer.json.errors.map((error) => error.pointer),
      [pointer],
    );
  });
}

test('the replay of a session says how it stands now, and the next key of the order asks again', async (t) => {
  const { post } = await shop(t);
  const under = (key: string) =>
    post(SESSIONS, newCheckout, { headers: { 'idempotency-key': key } });
  const statusNow = ({ headers }: { readonly headers: Headers }) =>
    headers.get('checkout-session-status');
  const first = await under('order-17');
  t.is(statusNow(first), null);
  t.is(statusNow(await under('order-17')), 'open');

  await post(`${SESSIONS}/${sessionIn(first).id}/expire`, undefined);
  const replayed = await under('order-17');
  t.deepEqual([replayed.status, replayed.text], [201, first.text]);
  t.is(statusNow(replayed), 'expired');
  const again = await under('order-17.2');
  t.is(again.status, 201);
  t.is(statusNow(again), null);
  t.not(sessionIn(again).id, sessionIn(first).id);
});

test('the rejection of a reference says what a reference may be', async (t) => {
  const { post } = await shop(t);
  const answer = await post(SESSIONS, { ...newCheckout, reference: 'A B' }, KEY);

  t.is(
    answer.json.detail,
    '/reference: expected 1 to 64 letters, digits, dots, underscores, hyphens and slashes.',
  );
});

test('the number of a GST invoice is a reference', async (t) => {
  const { post, get } = await shop(t);
  const reference = 'INV/24-25/0017';
  const created = await post(SESSIONS, { ...newCheckout, reference }, KEY);
  const read = await get(`/sessions/${sessionIn(created).id}`);

  t.deepEqual([created.status, read.status], [201, 200]);
  t.is<string, string>(sessionIn(read).reference, reference);
});

test('tenant fields in the body are rejected, and other unknown fields are ignored', async (t) => {
  const { post } = await shop(t);
  const forbidden = await post(SESSIONS, { ...newCheckout, corporateTenantId: 'globex' }, KEY);
  const unknown = await post(SESSIONS, { ...newCheckout, idempotencyKey: 'x', vip: true }, KEY);

  t.is(forbidden.status, 400);
  t.is(unknown.status, 201);
});

for (const [what, headers] of [
  ['no idempotency key', {}],
  ['an empty one', { 'idempotency-key': '' }],
  ['one of 256 characters', { 'idempotency-key': 'k'.repeat(256) }],
] as const) {
  test(`a session with ${what} is refused`, async (t) => {
    const { post } = await shop(t);
    const answer = await post(SESSIONS, newCheckout, { headers });

    t.is(answer.status, 400);
    t.is(answer.json.type, 'invalid_parameters_error');
  });
}

test('a session is created, answered again byte for byte, and read as it is', async (t) => {
  const { post, get } = await shop(t);
  const first = await post(SESSIONS, newCheckout, KEY);
  const again = await post(SESSIONS, { ...newCheckout }, KEY);
  const other = await post(SESSIONS, { ...newCheckout, amount: 1 }, KEY);
  const session = sessionIn(first);
  const read = await get(`/sessions/${session.id}`);

  t.deepEqual([first.status, again.status, other.status, read.status], [201, 201, 409, 200]);
  t.is(again.text, first.text);
  t.is(again.headers.get('idempotent-replayed'), 'true');
  t.is(first.headers.get('idempotent-replayed'), null);
  t.is(other.json.type, 'idempotency_key_already_used_error');
  t.is(read.text, first.text);
  t.regex(session.id, /^cs_[0-9a-f]{32}$/);
  t.regex(session.url, new RegExp(`/pay/${session.id}\\?token=[0-9a-f]{64}$`));
  t.deepEqual(
    [session.object, session.status, session.payment_status, session.attempts],
    ['checkout.session', 'open', 'unpaid', { used: 0, max: 3 }],
  );
});

test('a session ends once, and for one of another corporate the answer is that of an absent one', async (t) => {
  const { post, get, create, served } = await shop(t);
  const globex = merchantOf(served, 'globex');
  const { id } = await create();
  const foreign = await globex.get(`/sessions/${id}`);
  const never = await globex.get(ABSENT);

  t.is(foreign.status, 404);
  const { instance: _a, ...foreignBody } = foreign.json as object as { instance: string };
  const { instance: _b, ...neverBody } = never.json as object as { instance: string };
  t.deepEqual(foreignBody, neverBody);
  t.is((await globex.post(`/sessions/${id}/expire`)).status, 404);
  const ended = await post(`/sessions/${id}/expire`);
  t.deepEqual([ended.status, sessionIn(ended).status], [200, 'expired']);
  t.is((await post(`/sessions/${id}/expire`)).status, 409);
  t.is(sessionIn(await get(`/sessions/${id}`)).status, 'expired');
});

for (const id of ['cs_1', '%00', '..%2f', 'a'.repeat(5_000), 'CS_'.padEnd(35, '0')]) {
  test(`${id.slice(0, 10)} is no session id`, async (t) => {
    const { served, key } = await shop(t);
    const { status } = await fetch(
      `http://127.0.0.1:${String(served.port)}/v1/checkout/sessions/${id}`,
      { headers: { authorization: `Bearer ${key}` } },
    );
    t.is(status, 404);
  });
}

for (const { method, path, about } of checkoutRoutes) {
  test(`${about.operationId} accepts a secret key and nothing else`, async (t) => {
    const { served, key } = await shop(t);
    const call = (headers: Record<string, string>) =>
      served.send(method, path.replace('{sessionId}', `cs_${'0'.repeat(32)}`), {
        key: null,
        headers: { 'idempotency-key': 'k', ...headers },
        ...(method === 'POST' && path.endsWith('sessions') && { body: newCheckout }),
      });

    for (const headers of [
      {},
      { authorization: key },
      { authorization: `Basic ${key}` },
      { authorization: `Bearer ${key}0` },
      { authorization: `Bearer ${served.acmeKey}` },
      { 'x-api-key': served.acmeKey },
      { 'x-api-key': key },
    ]) {
      const { status, json, headers: read } = await call(headers);
      t.is(status, 401, JSON.stringify(Object.keys(headers)));
      t.is(json.type, 'authentication_error');
      t.is(read.get('www-authenticate'), 'Bearer');
    }
    t.not((await call({ authorization: `bearer ${key}` })).status, 401);
  });
}

test('a request with two secret keys is refused', async (t) => {
  const { served, key } = await shop(t);
  const asked = (...keys: ReadonlyArray<string>) =>
    served.raw(
      [
        'GET /v1/checkout/sessions/x HTTP/1.1',
        'Host: 127.0.0.1',
        'Connection: close',
        ...keys.map((one) => `Authorization: Bearer ${one}`),
        '',
        '',
      ].join('\r\n'),
    );
  t.regex(await asked(key), /^HTTP\/1\.1 404 /);
  for (const keys of [
    [key, key],
    [key, 'x'],
    ['x', key],
  ])
    t.regex(await asked(...keys), /^HTTP\/1\.1 401 /);
});

test('a secret key opens nothing of the partner API', async (t) => {
  const { served, key } = await shop(t);
  t.is((await served.get('/v1/partner/packages', { key })).status, 401);
});

test('every refusal of a route is in its description', (t) => {
  for (const { method, path, refusals } of checkoutRoutes) {
    const read = Object.values(
      description.paths[path]?.[method.toLowerCase()]?.responses ?? {},
    ).flatMap(({ content }) => Object.keys(content['application/problem+json']?.examples ?? {}));
    for (const tag of [...refusals, 'InvalidSecretKey', 'RateLimited']) t.true(read.includes(tag));
  }
});

test('calls are limited by key, and an unexpected failure says nothing but its number', async (t) => {
  const limited = merchantOf(
    await serve(t, memoryStorage(), {
      rateLimits: {
        take: () =>
          Promise.resolve({
            allowed: false,
            limit: 1,
            windowSeconds: 1,
            remaining: 0,
            resetSeconds: 1,
          }),
      },
    }),
  );
  t.is((await limited.get(ABSENT)).status, 429);

  let broken = false;
  const kept = memoryStorage();
  const storage: Storage = {
    ...kept,
    atomically: (work) =>
      broken ? Promise.reject(new Error('connection refused at /srv/db')) : kept.atomically(work),
  };
  const { post } = merchantOf(await serve(t, storage));
  broken = true;
  const failed = await post(SESSIONS, newCheckout, KEY);
  t.is(failed.status, 500);
  t.notRegex(failed.text, /refused|srv/);
});
