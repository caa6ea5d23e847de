import { memoryStorage } from '@hundi/adapter-memory';
import test from 'ava';
import { portalRoutes } from '../portal-routes.js';
import {
  comeIn,
  waiting,
  type Person,
  type Results,
  type PortalBody,
} from '../../testing/portal.js';
import { serve } from '../../testing/serve.js';

const [ADMIN, CHECKER] = ['admin@acme.example', 'checker@acme.example'];
const NEW_KEY = { name: 'tills', scopes: ['payments'] };

interface Made extends PortalBody {
  readonly key: string;
  readonly keyId: string;
}

const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });

const make = (admin: Person, key: string, body: object = NEW_KEY) =>
  admin.post<Made>('/api-keys', body, keyed(key));

for (const [what, key] of [
  ['empty', ''],
  ['too long', 'x'.repeat(256)],
  ['of more than one word', 'a b'],
] as const) {
  test(`an idempotency key that is ${what} is 400, and changes nothing`, async (t) => {
    const served = await serve(t, memoryStorage());
    const admin = await comeIn(served, ADMIN);
    const { status, json } = await make(admin, key);

    t.is(status, 400);
    t.is(json.errors?.[0]?.pointer, '/headers/idempotency-key');
    t.is((await admin.get('/api-keys')).json.pagination.total, 1);
  });
}

test('a partner key is created once under one idempotency key, and returned again byte for byte', async (t) => {
  const served = await serve(t, memoryStorage());
  const admin = await comeIn(served, ADMIN);
  const first = await make(admin, 'k-1');
  const again = await make(admin, '"k-1"', { scopes: ['payments'], name: 'tills' });

  t.deepEqual([first.status, again.status], [201, 201]);
  t.is(again.text, first.text);
  t.is(first.headers.get('idempotent-replayed'), null);
  t.is(again.headers.get('idempotent-replayed'), 'true');
  const other = await make(admin, 'k-1', { ...NEW_KEY, name: 'shops' });
  t.is(other.status, 409);
  t.is(other.json.type, 'idempotency_key_already_used_error');
  t.is((await admin.get('/api-keys')).json.pagination.total, 2);

  const rotate = () =>
    admin.post<Made>(`/api-keys/${first.json.keyId}/rotate`, undefined, keyed('k-1'));
  const rotated = await rotate();
  t.is((await rotate()).text, rotated.text);
  t.not(rotated.json.key, first.json.key);
  t.is((await admin.get('/api-keys')).json.pagination.total, 3);
});

test('a decision under a key gets its answer again, where without one it would come too late', async (t) => {
  const served = await serve(t, memoryStorage());
  const { ids, jobId } = await waiting(served, 2);
  const checker = await comeIn(served, CHECKER);
  const decide = (transactionIds: ReadonlyArray<string>, key?: string) =>
    checker.post<Results>(
      '/approvals',
      { action: 'approve', transactionIds },
      key === undefined ? {} : keyed(key),
    );
  const first = await decide(ids, 'd-1');
  const again = await decide(ids, 'd-1');

  t.is(again.text, first.text);
  t.true(first.json.results.every(({ error }) => error === null));
  t.true((await decide(ids)).json.results.every(({ error }) => error !== null));
  t.is((await decide(ids.slice(1), 'd-1')).status, 409);
  const job = await checker.post(`/jobs/${jobId}/approvals`, { action: 'approve' }, keyed('d-1'));
  t.is(job.status, 200);
});

for (const operation of [
  'decidePayouts',
  'decideJob',
  'cancelTransaction',
  'cancelJob',
  'authorizeBeneficiary',
  'createApiKey',
  'rotateApiKey',
  'revokeApiKey',
  'createSecretKey',
  'rotateSecretKey',
  'revokeSecretKey',
  'suspendPerson',
  'reinstatePerson',
  'releasePerson',
  'nameDeputy',
  'endDeputy',
  'endSessions',
]) {
  test(`${operation} takes an idempotency key`, (t) => {
    const route = portalRoutes.find(({ about }) => about.operationId === operation);

    t.true('idempotency-key' in (route?.headers ?? {}));
    t.true(route?.refusals.includes('IdempotencyKeyReused'));
  });
}
