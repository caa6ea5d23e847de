import { memoryStorage } from '@hundi/adapter-memory';
import { inProcessRateLimiter, type UserId } from '@hundi/core';
import { sha256 } from '@hundi/core/wire';
import test from 'ava';
import { portalRoutes } from '../portal-routes.js';
import { codeFor, comeIn, personWith, type PortalBody } from '../../testing/portal.js';
import { serve } from '../../testing/serve.js';

const MAKER = 'maker@acme.example';
const CHALLENGE = /^\{"challengeId":"lc_[0-9a-f]{32}"\}$/;

interface Opened {
  readonly token: string;
  readonly expiresAt: number;
  readonly user: object;
}
interface Asked extends PortalBody {
  readonly challengeId: string;
}

for (const [what, body, pointer] of [
  ['no address', {}, '/email'],
  ['no e-mail address', { email: 'maker' }, '/email'],
  ['a line break in it', { email: 'maker@acme.example\r\nBcc: a@b.example' }, '/email'],
  ['a list of addresses', { email: [MAKER] }, '/email'],
  ['a tenant', { email: MAKER, corporateTenantId: 'acme' }, '/corporateTenantId'],
  ['no object', '[]', ''],
  ['no JSON', '{', ''],
] as const) {
  test(`asking for a code with ${what} is 400, and mails nothing`, async (t) => {
    const served = await serve(t, memoryStorage());
    const { status, json } = await personWith(served).post('/login', body);

    t.is(status, 400);
    t.is(json.type, 'invalid_parameters_error');
    t.is(json.errors?.[0]?.pointer, pointer);
    t.deepEqual(served.sandbox.mailbox.mails(), []);
  });
}

for (const [what, body] of [
  ['missing', {}],
  ['a number', { code: 123456 }],
  ['too short', { code: '12345' }],
  ['too long', { code: '1234567' }],
  ['of other digits', { code: '１２３４５６' }],
  ['followed by a line break', { code: '123456\n' }],
] as const) {
  test(`a code that is ${what} is 400 and no try`, async (t) => {
    const served = await serve(t, memoryStorage());
    const stranger = personWith(served);
    const { json: asked } = await stranger.post<Asked>('/login', { email: MAKER });
    for (let n = 0; n < 6; n += 1) {
      const { status, json } = await stranger.post(`/login/${asked.challengeId}`, body);
      t.is(status, 400);
      t.is(json.errors?.[0]?.pointer, '/code');
    }

    const code = codeFor(served, MAKER);
    t.is((await stranger.post(`/login/${asked.challengeId}`, { code })).status, 200);
  });
}

test('a code opens a session once, and the answer says who logged in', async (t) => {
  const served = await serve(t, memoryStorage());
  const stranger = personWith(served);
  const asked = await stranger.post<Asked>('/login', { email: MAKER.toUpperCase() });
  t.is(asked.status, 202);
  t.regex(asked.text, CHALLENGE);
  const path = `/login/${asked.json.challengeId}`;
  const code = codeFor(served, MAKER);
  const { status, json } = await stranger.post<Opened>(path, { code });

  t.is(status, 200);
  t.regex(json.token, /^pst_[0-9a-f]{16}_[0-9a-f]{64}$/);
  t.is(json.expiresAt, served.sandbox.clock.now() + 12 * 3_600_000);
  t.deepEqual(json.user, {
    userId: 'u-maker',
    username: 'maker',
    permissions: ['beneficiary.make', 'transaction.make', 'reports.view', 'payment_link.make'],
  });
  const again = await stranger.post(path, { code });
  t.is(again.status, 409);
  t.is(again.json.type, 'invalid_operation_error');
});

test('an address without a user gets the same answer as another, including the headers', async (t) => {
  const served = await serve(t, memoryStorage(), { requestId: () => 'r-1', rateLimits: 'off' });
  const stranger = personWith(served);
  const seen = async (email: string) => {
    const asked = await stranger.post<Asked>('/login', { email });
    const wrong: unknown[] = [];
    for (let n = 0; n < 6; n += 1) {
      const { status, text } = await stranger.post(`/login/${asked.json.challengeId}`, {
        code: '000000',
      });
      wrong.push([status, text]);
    }
    const again = await stranger.post('/login', { email });
    const headers = [...asked.headers].filter(([name]) => name !== 'date');
    const repeated = [again.status, CHALLENGE.test(again.text)];
    return [asked.status, CHALLENGE.test(asked.text), headers, wrong, repeated];
  };

  const known = await seen(MAKER);
  for (const email of ['nobody@acme.example', 'newcomer@acme.example'])
    t.deepEqual(await seen(email), known);
  t.deepEqual(
    served.sandbox.mailbox.mails().map(({ to }) => to),
    [MAKER, MAKER],
  );
});

test('a wrong code is 400, after five every code is 409, and an unknown challenge is 404', async (t) => {
  const served = await serve(t, memoryStorage());
  const stranger = personWith(served);
  const { json: asked } = await stranger.post<Asked>('/login', { email: MAKER });
  const code = codeFor(served, MAKER);
  const wrong = code === '000000' ? '000001' : '000000';
  for (let n = 0; n < 5; n += 1) {
    const { status, json } = await stranger.post(`/login/${asked.challengeId}`, { code: wrong });
    t.is(status, 400);
    t.is(json.type, 'invalid_parameters_error');
  }
  const locked = await stranger.post(`/login/${asked.challengeId}`, { code });
  t.is(locked.status, 409);
  t.is(locked.json.type, 'invalid_operation_error');
  for (const id of [`lc_${'0'.repeat(32)}`, 'lc_', '..', '%00', 'a'.repeat(5_000)]) {
    const { status, json } = await stranger.post(`/login/${encodeURIComponent(id)}`, { code });
    t.is(status, 404, id);
    t.is(json.type, 'object_not_found_error');
  }
});

test('an expired code is 409', async (t) => {
  const served = await serve(t, memoryStorage());
  const stranger = personWith(served);
  const { json: asked } = await stranger.post<Asked>('/login', { email: MAKER });
  served.sandbox.clock.advance(300_000);
  const code = codeFor(served, MAKER);

  t.is((await stranger.post(`/login/${asked.challengeId}`, { code })).status, 409);
});

test('a network that requests too many codes for an address is slowed down; the owner still logs in', async (t) => {
  const rateLimits = inProcessRateLimiter({ reads: 1, writes: 1, logins: 1 }, { now: () => 0 });
  const served = await serve(t, memoryStorage(), { rateLimits });
  const stranger = personWith(served);
  for (let n = 0; n < 58; n += 1)
    t.is((await stranger.post('/login', { email: MAKER })).status, 202);
  const maker = await comeIn(served, MAKER);
  const { status, headers } = await stranger.post('/login', { email: MAKER });

  t.regex(codeFor(served, MAKER), /^[0-9]{18}$/);
  t.not(maker.token, '');
  t.is(status, 429);
  t.is(headers.get('retry-after'), '1');
  t.is(headers.get('ratelimit-policy'), '"logins";q=60;w=60');
});

test('nothing is done for a call without a good session', async (t) => {
  const served = await serve(t, memoryStorage());
  const { token } = await comeIn(served, MAKER);
  for (const authorization of [
    '',
    token,
    `Basic ${token}`,
    'Bearer',
    `Bearer ${token.slice(0, -1)}`,
    `Bearer ${token} `.replace(' ', '\t'),
    `Bearer ${token},${token}`,
    `Bearer ${served.acmeKey}`,
    `Bearer ${'x'.repeat(5_000)}`,
  ]) {
    const { status, json, headers } = await personWith(served).get('/approvals?limit=0', {
      headers: { authorization },
    });
    t.is(status, 401, authorization);
    t.is(json.type, 'authentication_error');
    t.is(json.message, json.detail);
    t.is(headers.get('www-authenticate'), 'Bearer');
  }
  t.is((await served.get('/v1/partner/packages', { key: token })).status, 401);
  t.is((await served.get('/portal/v1/approvals')).status, 401);
  t.is(
    (await personWith(served).get('/journal', { headers: { authorization: `bearer ${token}` } }))
      .status,
    200,
  );
});

for (const route of portalRoutes) {
  if (route.access.kind === 'open') continue;
  test(`${route.method} ${route.path} is for people who are in, and looks at nothing else before`, async (t) => {
    const served = await serve(t, memoryStorage());
    const path = route.path.replace('/portal/v1', '').replace(/\{\w+\}/, 'x');
    const stranger = personWith(served);
    const answer =
      route.method === 'GET'
        ? await stranger.get(`${path}?limit=none`)
        : await served.send(route.method, `/portal/v1${path}`, {
            key: null,
            body: '{',
            headers: { 'content-type': 'text/plain' },
          });

    t.is(answer.status, 401);
    t.is(answer.json.type, 'authentication_error');
  });
}

test('after logging out a token opens nothing', async (t) => {
  const served = await serve(t, memoryStorage());
  const maker = await comeIn(served, MAKER);
  t.is((await maker.get('/journal')).status, 200);
  const out = await maker.post('/logout');

  t.is(out.status, 204);
  t.is(out.text, '');
  t.is((await maker.get('/journal')).status, 401);
  t.is((await maker.post('/logout')).status, 401);
});

test('logging out clears what a browser stored for the portal, and no cookie of its domain', async (t) => {
  const served = await serve(t, memoryStorage());
  const maker = await comeIn(served, MAKER);
  const sent = (answer: { readonly headers: Headers }) => answer.headers.get('clear-site-data');

  t.is(sent(await maker.get('/journal')), null);
  t.is(sent(await maker.post('/logout')), '"storage"');
  t.is(sent(await maker.post('/logout')), null, 'one that ended nothing clears nothing');
});

test('a person who is suspended, or loses a role, is refused with the next call', async (t) => {
  const storage = memoryStorage();
  const served = await serve(t, storage);
  const { tenant } = served.sandbox;
  const checker = await comeIn(served, 'checker@acme.example');
  t.is((await checker.get('/approvals')).status, 200);
  const change = (members: object) =>
    storage.atomically(async ({ tenancy }) => {
      const [actor] = await tenancy.actors(tenant, ['u-checker' as UserId]);
      if (actor) await tenancy.putUsers(tenant, [{ ...actor.user, ...members }]);
      return { _tag: 'Right', right: undefined } as const;
    });

  await change({ roleCodes: ['maker'] });
  t.is((await checker.get('/approvals')).status, 403);
  await change({ approvalState: 'rejected', roleCodes: ['checker'] });
  t.is((await checker.get('/approvals')).status, 401);
  await change({ approvalState: 'approved' });
  t.is((await checker.get('/approvals')).status, 401);
});

test('calls are limited by session, logins by network, by address asked for and by challenge', async (t) => {
  const taken: string[] = [];
  const limiter = {
    take: (who: string, kind: string) => {
      taken.push(`${kind} ${who}`);
      const allowed = taken.length < 6;
      return Promise.resolve({
        allowed,
        limit: 4,
        windowSeconds: 2,
        remaining: 1,
        resetSeconds: 1,
      });
    },
  };
  const served = await serve(t, memoryStorage(), { rateLimits: limiter });
  const maker = await comeIn(served, MAKER);
  const first = await maker.get('/journal');
  t.is(first.status, 200);
  t.is(first.headers.get('ratelimit-policy'), '"reads";q=4;w=2');
  const { status, headers } = await maker.get('/journal');

  t.is(status, 429);
  t.is(headers.get('retry-after'), '1');
  const session = `session ${maker.token.split('_')[1] ?? ''}`;
  t.is(taken[1], `codes code for ${sha256(MAKER)} from 127.0.0.1`);
  t.regex(taken[3] ?? '', /^codes challenge lc_[0-9a-f]{32}$/);
  t.deepEqual(
    taken.filter((one) => !one.startsWith('codes')),
    [
      'logins address 127.0.0.1',
      'logins address 127.0.0.1',
      `reads ${session}`,
      `reads ${session}`,
    ],
  );
});

test('a body that is too large, of another type or for another method is refused as by the partner API', async (t) => {
  const served = await serve(t, memoryStorage());
  const stranger = personWith(served);
  t.is((await stranger.post('/login', ' '.repeat(70_000))).status, 413);
  t.is(
    (await stranger.post('/login', '{}', { headers: { 'content-type': 'text/plain' } })).status,
    415,
  );
  const wrong = await stranger.get('/login');
  t.is(wrong.status, 405);
  t.is(wrong.headers.get('allow'), 'POST');
  t.is((await stranger.get('/nowhere')).status, 404);
  t.deepEqual(served.incidents, []);
});
