import { memoryStorage } from '@hundi/adapter-memory';
import type { SecretKeyView } from '@hundi/core/wire';
import test from 'ava';
import { merchantOf } from '../../testing/merchant.js';
import { comeIn, type PortalBody } from '../../testing/portal.js';
import { serve } from '../../testing/serve.js';

const [ADMIN, MAKER] = ['admin@acme.example', 'maker@acme.example'];

interface Made extends SecretKeyView, PortalBody {
  readonly key: string;
}

test('a secret key is returned once, replaced and revoked by people who may edit settings', async (t) => {
  const served = await serve(t, memoryStorage());
  const [admin, maker] = [await comeIn(served, ADMIN), await comeIn(served, MAKER)];
  const { create, get } = merchantOf(served);
  const session = await create();
  const works = async (key: string) =>
    (await get(`/sessions/${session.id}`, { headers: { authorization: `Bearer ${key}` } }))
      .status === 200;

  const made = await admin.post<Made>('/secret-keys', { name: 'tills' });
  t.is(made.status, 201);
  t.regex(made.json.key, /^sk_/);
  t.true(await works(made.json.key));
  const rotated = await admin.post<Made>(`/secret-keys/${made.json.keyId}/rotate`);
  t.deepEqual([await works(made.json.key), await works(rotated.json.key)], [true, true]);
  const revoked = await admin.post<SecretKeyView>(`/secret-keys/${made.json.keyId}/revoke`);
  t.is(revoked.json.revokedAt, served.sandbox.clock.now());
  t.deepEqual([await works(made.json.key), await works(rotated.json.key)], [false, true]);
  const again = await admin.post(`/secret-keys/${made.json.keyId}/rotate`);
  t.is(again.status, 409);
  t.is(again.json.detail, 'The key has expired, was revoked or acts as a suspended user.');
  t.is((await admin.post('/secret-keys', { name: 'tills' })).status, 201);
  t.is((await admin.post('/secret-keys', { name: 'tills' })).status, 409);

  const { json, text } = await admin.get('/secret-keys?limit=2&page=2');
  t.like(json.pagination, { total: 4, page: 2, hasMore: false });
  t.false(text.includes(rotated.json.key.split('_')[2] ?? ''));
  for (const refused of [
    await maker.get('/secret-keys'),
    await maker.post('/secret-keys', { name: 'tills' }),
    await maker.post(`/secret-keys/${rotated.json.keyId}/rotate`),
    await maker.post(`/secret-keys/${rotated.json.keyId}/revoke`),
  ])
    t.is(refused.status, 403);
});

test('a secret key is created once under one idempotency key, and returned again byte for byte', async (t) => {
  const served = await serve(t, memoryStorage());
  const admin = await comeIn(served, ADMIN);
  const keyed = { headers: { 'idempotency-key': 'k-1' } };
  const first = await admin.post('/secret-keys', { name: 'tills' }, keyed);
  const again = await admin.post('/secret-keys', { name: 'tills' }, keyed);

  t.is(again.text, first.text);
  t.is(again.headers.get('idempotent-replayed'), 'true');
  t.is((await admin.get('/secret-keys')).json.pagination.total, 2);
});

test('a new secret key with a bad name is 400, and an unknown or foreign key is 404', async (t) => {
  const served = await serve(t, memoryStorage());
  const admin = await comeIn(served, ADMIN);
  const theirs = merchantOf(served, 'globex').key.split('_')[1] ?? '';

  for (const body of [{}, { name: '' }, { name: 5 }, { name: 'a\u202eb' }]) {
    const { status, json } = await admin.post('/secret-keys', body);
    t.is(status, 400);
    t.is(json.errors?.[0]?.pointer, '/name');
  }
  for (const verb of ['rotate', 'revoke'])
    for (const id of [theirs, 'none', '%00', '..%2f..'])
      t.is((await admin.post(`/secret-keys/${id}/${verb}`)).status, 404, `${verb} ${id}`);
});
