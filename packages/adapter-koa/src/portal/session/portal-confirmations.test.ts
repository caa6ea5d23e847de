import { memoryStorage } from '@hundi/adapter-memory';
import test from 'ava';
import { portalRoutes } from '../portal-routes.js';
import { codeFor, comeIn, personWith, type PortalBody } from '../../testing/portal.js';
import { serve } from '../../testing/serve.js';

const ADMIN = 'admin@acme.example';
const MINUTE = 60_000;

interface Asked extends PortalBody {
  readonly challengeId: string;
}

interface Refused extends PortalBody {
  readonly error: { readonly code: string; readonly message: string };
}

const CHANGES = [
  ['createApiKey', 'POST', '/api-keys', { name: 'tills', scopes: ['payments'] }],
  ['rotateApiKey', 'POST', '/api-keys/none/rotate', undefined],
  ['createSecretKey', 'POST', '/secret-keys', { name: 'tills' }],
  ['enrolFactor', 'POST', '/factors', { kind: 'totp', name: 'Phone' }],
  ['removeFactor', 'DELETE', '/factors/none', undefined],
  ['rotateSecretKey', 'POST', '/secret-keys/none/rotate', undefined],
  ['suspendPerson', 'POST', '/people/u-maker/suspend', undefined],
  ['reinstatePerson', 'POST', '/people/u-maker/reinstate', undefined],
  ['nameDeputy', 'PUT', '/deputy', { deputyUserId: 'u-maker', until: 1 }],
  ['releasePerson', 'POST', '/people/u-maker/release', undefined],
  ['resetFactors', 'POST', '/people/u-maker/reset-factors', undefined],
  [
    'createWebhookEndpoint',
    'POST',
    '/webhook-endpoints',
    { url: 'https://a.example', eventTypes: ['*'] },
  ],
  ['changeWebhookEndpoint', 'PATCH', '/webhook-endpoints/none', { eventTypes: ['*'] }],
  ['deleteWebhookEndpoint', 'DELETE', '/webhook-endpoints/none', undefined],
  ['rotateWebhookSecret', 'POST', '/webhook-endpoints/none/rotate-secret', undefined],
  ['approveSettingsChange', 'POST', '/settings-changes/none/approve', {}],
  [
    'putCheckoutSettings',
    'PUT',
    '/checkout-settings',
    { destinationHosts: [], statementDescriptor: 'A' },
  ],
  ['putApprovalPolicy', 'PUT', '/approval-policy', { approvalMatrix: [] }],
] as const;

for (const [operation, method, path, body] of CHANGES) {
  test(`${operation} asks for a code of the last five minutes`, async (t) => {
    const served = await serve(t, memoryStorage());
    const admin = await comeIn(served, ADMIN);
    const change = () =>
      served.send(method, `/portal/v1${path}`, {
        key: null,
        headers: { authorization: `Bearer ${admin.token}` },
        ...(body !== undefined && { body }),
      });
    served.sandbox.clock.advance(5 * MINUTE);
    const refused = await change();

    t.is(refused.status, 403);
    t.is(refused.json.type, 'insufficient_permissions_error');
    const { error, detail } = refused.json as unknown as Refused;
    t.deepEqual(error, { code: 'CONFIRMATION_NEEDED', message: detail });
    t.true(detail.includes('POST /portal/v1/confirmations'));
    const asked = await admin.post<Asked>('/confirmations');
    t.is(asked.status, 202);
    const code = codeFor(served, ADMIN);
    t.is((await admin.post(`/confirmations/${asked.json.challengeId}`, { code })).status, 200);
    t.false((await change()).text.includes('CONFIRMATION_NEEDED'));
  });
}

test('exactly the listed changes need a fresh code, and revoking and ending are not among them', (t) => {
  t.deepEqual(
    portalRoutes
      .filter(({ confirmed }) => confirmed === true)
      .map(({ about }) => about.operationId)
      .sort(),
    CHANGES.map(([operation]) => operation as string).sort(),
  );
});

test('keys are revoked and sessions ended without a fresh code, so that a leak is stopped at once', async (t) => {
  const served = await serve(t, memoryStorage());
  const admin = await comeIn(served, ADMIN);
  served.sandbox.clock.advance(5 * MINUTE);

  const keyId = served.acmeKey.split('_')[1] ?? '';
  t.is((await admin.post(`/api-keys/${keyId}/revoke`)).status, 200);
  t.is((await admin.post('/people/u-maker/end-sessions')).status, 200);
});

test('a confirmation with a bad code, a bad id or without a session is refused', async (t) => {
  const served = await serve(t, memoryStorage());
  const admin = await comeIn(served, ADMIN);
  const { json } = await admin.post<Asked>('/confirmations');
  const stranger = personWith(served);

  t.is((await stranger.post('/confirmations')).status, 401);
  t.is((await stranger.post(`/confirmations/${json.challengeId}`, { code: '123456' })).status, 401);
  for (const code of ['', '12345', 123456, 'abcdef'])
    t.is((await admin.post(`/confirmations/${json.challengeId}`, { code })).status, 400);
  for (const id of ['none', '%00', `lc_${'0'.repeat(32)}`])
    t.is((await admin.post(`/confirmations/${id}`, { code: '123456' })).status, 404, id);
  t.is(
    (await stranger.post(`/login/${json.challengeId}`, { code: codeFor(served, ADMIN) })).status,
    404,
  );
});
