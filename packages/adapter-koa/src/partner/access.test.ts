import { memoryStorage } from '@hundi/adapter-memory';
import { demoDocument } from '@hundi/testkit';
import test from 'ava';
import { partnerRoutes } from './partner-routes.js';
import { aBatch, aPayee, postBatch } from '../testing/bodies.js';
import { serve, type Served } from '../testing/serve.js';

const ROUTES = [
  ['GET', '/v1/partner/beneficiaries', 'beneficiaries:read'],
  ['POST', '/v1/partner/beneficiaries', 'beneficiaries:write'],
  ['GET', '/v1/partner/beneficiaries/b-1', 'beneficiaries:read'],
  ['PATCH', '/v1/partner/beneficiaries/b-1', 'beneficiaries:write'],
  ['POST', '/v1/partner/beneficiaries/b-1/authorize', 'beneficiaries:authorize'],
  ['POST', '/v1/partner/beneficiaries/b-1/deactivate', 'beneficiaries:write'],
  ['GET', '/v1/partner/packages', 'packages:read'],
  ['POST', '/v1/partner/payments/batches', 'payments:write'],
  ['POST', '/v1/partner/payments/batches/previews', 'payments:write'],
  ['POST', '/v1/partner/payments', 'payments:write'],
  ['GET', '/v1/partner/payments/jobs/j-1', 'payments:read'],
  ['POST', '/v1/partner/payments/jobs/j-1/cancel', 'payments:write'],
  ['GET', '/v1/partner/payments/transactions/t-1', 'payments:read'],
  ['POST', '/v1/partner/payments/transactions/t-1/cancel', 'payments:write'],
  ['GET', '/v1/partner/reports/transactions', 'reports:read'],
  ['GET', '/v1/partner/events', 'payments'],
  ['POST', '/v1/partner/payout-checkout/sessions', 'payout_checkout:write'],
  ['GET', '/v1/partner/payout-checkout/sessions/s-1', 'payout_checkout:write'],
] as const;

/** A sandbox whose acme has one key for each scope, named after it. */
const withScopedKeys = async (...[t, options]: [Parameters<typeof serve>[0], object?]) => {
  const served = await serve(t, memoryStorage(), options, {
    document: demoDocument({
      apiKeys: [...new Set(ROUTES.map(([, , scope]) => scope))].map((scope) => ({
        name: scope,
        scopes: [scope],
        createdByUserId: 'u-admin',
      })),
    }),
  });
  return { ...served, keys: served.sandbox.credentials.corporates['acme']?.apiKeys ?? {} };
};

const everyRoute = ({ send }: Served, call: object) =>
  Promise.all(
    ROUTES.map(([method, path]) =>
      send(method, path, { ...call, ...(method !== 'GET' && { body: {} }) }),
    ),
  );

test('every route is meant where it says so', (t) => {
  t.deepEqual(
    ROUTES.map(([method, path]) => `${method} ${path.replace(/\w-1/, '{}')}`).sort(),
    partnerRoutes.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/, '{}')}`).sort(),
  );
});

test('every route refuses a missing or unknown key, with a message for old clients', async (t) => {
  const served = await serve(t, memoryStorage());
  const wrong = `${served.acmeKey.slice(0, -1)}${served.acmeKey.endsWith('a') ? 'b' : 'a'}`;

  for (const key of [null, '', 'pak_no_key', wrong, `${served.acmeKey}, ${served.acmeKey}`]) {
    for (const { status, headers, json } of await everyRoute(served, { key })) {
      t.is(status, 401);
      t.is(headers.get('content-type'), 'application/problem+json');
      t.is(headers.get('www-authenticate'), null);
      t.is(json.type, 'authentication_error');
      t.is(json.message, 'The API key is missing or invalid.');
    }
  }
});

/** The status of a read whose header lines are sent as they are. */
const statusOf = async ({ raw }: Served, ...lines: ReadonlyArray<string>) => {
  const head = ['GET /v1/partner/beneficiaries HTTP/1.1', 'host: x', 'connection: close', ...lines];
  return (await raw(`${head.join('\r\n')}\r\n\r\n`)).split(' ')[1];
};

test('a key works only in its own header, given once and unchanged', async (t) => {
  const served = await serve(t, memoryStorage());
  const key = served.acmeKey;

  t.is(await statusOf(served, `x-api-key: ${key}`), '200');
  t.is(await statusOf(served, `X-Api-Key: ${key}`), '200');
  for (const lines of [
    [`authorization: Bearer ${key}`],
    [`authorization: ${key}`],
    [`cookie: x-api-key=${key}`],
    [`x-api-key: Bearer ${key}`],
    [`x-api-key: ${key}`, `x-api-key: ${key}`],
    [`x-api-key: ${key}`, 'x-api-key: '],
    ['x-api-key: ', `x-api-key: ${key}`],
    [`x-api-key: ${key}`, `x-api-key: ${served.globexKey}`],
    [`x-api-key: ${key.replaceAll('_', '_ ')}`],
    [`x-api-key: ${key.replaceAll('_', '\t_')}`],
    [`x-api-key: "${key}"`],
    [`x-api-key: ${key.toUpperCase()}`],
    [`x-api-key: ${key}\u00a0`],
  ]) {
    t.is(await statusOf(served, ...lines), '401', lines.join(', '));
  }
  t.is((await served.get(`/v1/partner/beneficiaries?x-api-key=${key}`, { key: null })).status, 401);
});

test('HEAD asks for the same key and scope as GET, and answers like it without the body', async (t) => {
  const served = await withScopedKeys(t);
  const path = '/v1/partner/beneficiaries';
  const head = (key: string | null) => served.send('HEAD', path, { key });
  const whole = await served.get(path, { key: served.keys['beneficiaries:read'] ?? '' });
  const bare = await head(served.keys['beneficiaries:read'] ?? '');

  t.is(bare.status, 200);
  t.is(bare.text, '');
  t.is(bare.headers.get('content-length'), whole.headers.get('content-length'));
  t.is(bare.headers.get('content-type'), whole.headers.get('content-type'));
  t.is((await head(null)).status, 401);
  t.is((await head(served.keys['payments:read'] ?? '')).status, 403);
});

test('a revoked key is refused from the next request on', async (t) => {
  const { acmeKey, get, sandbox } = await serve(t, memoryStorage());
  t.is((await get('/v1/partner/beneficiaries')).status, 200);

  const keyId = acmeKey.split('_')[1] ?? '';
  await sandbox.storage.atomically(async ({ access }) => {
    const keys = await access.apiKeys([keyId]);
    await access.putApiKeys(keys.map((key) => ({ ...key, revokedAt: sandbox.clock.now() })));
    return { _tag: 'Right', right: undefined };
  });

  t.is((await get('/v1/partner/beneficiaries')).status, 401);
});

test('every route asks for its own scope', async (t) => {
  const served = await withScopedKeys(t);

  for (const [method, path, needed] of ROUTES) {
    for (const [scope, key] of Object.entries(served.keys)) {
      const { status, json } = await served.send(method, path, {
        key,
        ...(method !== 'GET' && { body: {} }),
      });

      // `payments` stands for all.
      if (scope === needed || scope === 'payments') t.not(status, 403);
      else {
        t.is(status, 403);
        t.is(json.type, 'insufficient_permissions_error');
        t.is(json.detail, `The API key lacks the scope ${needed}.`);
      }
    }
  }
});

test('the caller is authenticated before the request is read', async (t) => {
  const served = await withScopedKeys(t);
  const key = served.keys['payments:read'] ?? '';
  const headers = { 'content-type': 'text/plain' };

  const [nobody, stranger] = await Promise.all([
    served.send('POST', '/v1/partner/payments/batches', { key: null, body: '{', headers }),
    served.send('POST', '/v1/partner/payments/batches', { key, body: '{', headers }),
  ]);

  t.is(nobody.status, 401);
  t.is(stranger.status, 403);
});

test('one corporate never acts as a user of another', async (t) => {
  const served = await serve(t, memoryStorage(), undefined, {
    document: {
      bankTenants: demoDocument().bankTenants.map((bank) => ({
        ...bank,
        corporates: bank.corporates.map((corporate) => ({
          ...corporate,
          users: [
            ...(corporate.users ?? []),
            {
              userId: `only-${corporate.corporateTenantId}`,
              username: 'one of us',
              kind: 'human',
              approvalState: 'approved',
              roleCodes: ['maker'],
            },
          ],
        })),
      })),
    },
  });
  const payment = { ...aBatch([{}]), initiatedByUserId: 'only-globex' };

  const payee = await served.post(
    '/v1/partner/beneficiaries',
    aPayee({ initiatedByUserId: 'only-globex' }),
  );
  const batch = await postBatch(
    served,
    {
      ...payment,
      payments: [
        { transactionReference: 'T-1', beneficiaryId: 'b', packageCode: 'VENDOR', amount: 1 },
      ],
    },
    'run-1',
  );

  t.is(payee.status, 404);
  t.is(batch.status, 403);
});
