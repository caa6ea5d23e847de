import { memoryStorage } from '@hundi/adapter-memory';
import type { ApiKeyView, BrowsedBeneficiary, JournalRecord } from '@hundi/core/wire';
import test from 'ava';
import { aPayee } from '../testing/bodies.js';
import { comeIn, waiting, type PortalBody } from '../testing/portal.js';
import { serve } from '../testing/serve.js';

const [MAKER, CHECKER, ADMIN] = ['maker', 'checker', 'admin'].map((who) => `${who}@acme.example`);
const ABSENT = '019c2f5e-6a00-7c3a-9b1e-2f4d6a8c0e12';

interface Listed<A> extends PortalBody {
  readonly items: ReadonlyArray<A>;
}
type Payees = Listed<BrowsedBeneficiary>;
type Journal = Listed<JournalRecord>;
interface Key extends ApiKeyView {
  readonly key: string;
}

for (const path of [
  '/approvals?limit=0',
  '/approvals?limit=101',
  '/approvals?limit=1&limit=2',
  '/approvals?state=paid',
  '/approvals?packageCode=%20',
  '/approvals?after=made-up',
  '/beneficiaries?approvalState=active',
  '/beneficiaries?approvalState=approved&approvalState=rejected',
  '/beneficiaries?page=0',
  '/journal?after=',
  '/journal?subject=a%20b',
  '/api-keys?limit=many',
]) {
  test(`${path} is 400`, async (t) => {
    const served = await serve(t, memoryStorage());
    const who = path.startsWith('/api-keys') ? ADMIN : CHECKER;
    const { status, json } = await (await comeIn(served, who ?? '')).get(path);

    t.is(status, 400);
    t.is(json.type, 'invalid_parameters_error');
  });
}

test('beneficiaries are listed by their state, page by page, and a checker decides on them', async (t) => {
  const served = await serve(t, memoryStorage());
  served.sandbox.clock.advance(1);
  const { json: made } = await served.post('/v1/partner/beneficiaries', aPayee());
  const id = made.beneficiary.beneficiaryId;
  const checker = await comeIn(served, CHECKER ?? '');
  const list = async (query: string) => (await checker.get<Payees>(`/beneficiaries${query}`)).json;

  const pending = await list('?approvalState=pending_approval');
  t.deepEqual(
    pending.items.map(({ beneId, status, createdBy }) => [beneId, status, createdBy]),
    [
      ['PENDING01', 'inactive', 'provision'],
      ['KAPOOR01', 'inactive', 'u-maker'],
    ],
  );
  t.is(pending.pagination.total, 2);
  t.deepEqual(
    (await list('?approvalState=pending_approval&page=2&limit=1')).items.map(
      ({ beneficiaryId }) => beneficiaryId,
    ),
    [id],
  );
  t.is((await list('')).pagination.total, 13);
  t.is((await list('?search=kapoor')).items.length, 1);

  const path = `/beneficiaries/${id}/authorize`;
  t.is((await checker.post(path, { action: 'maybe' })).status, 400);
  const { status } = await checker.post(path, { action: 'reject', comment: 'Unknown to us' });
  t.is(status, 200);
  t.is((await checker.post(path, { action: 'approve' })).status, 409);
  const [rejected] = (await list('?approvalState=rejected')).items;
  t.is(rejected?.comment as string, 'Unknown to us');
  t.is(rejected?.authorizedBy as string, 'u-checker');
});

test('a page of beneficiaries names the cursor from which the list goes on, of this person under these filters only', async (t) => {
  const served = await serve(t, memoryStorage());
  const checker = await comeIn(served, 'checker@acme.example');
  interface Listed {
    readonly items: ReadonlyArray<{ readonly beneficiaryId: string }>;
    readonly pagination: { readonly total?: number; readonly nextCursor: string | null };
  }
  const list = async (query: string) => (await checker.get<Listed>(`/beneficiaries${query}`)).json;
  const ids = ({ items }: Listed) => items.map(({ beneficiaryId }) => beneficiaryId);
  const all = await list('?limit=100');
  const found = [await list('?limit=3')];
  t.is(found[0]?.pagination.total, all.items.length);
  for (let next = found[0]?.pagination.nextCursor; typeof next === 'string';) {
    const page = await list(`?limit=3&after=${next}`);
    t.false('total' in page.pagination);
    found.push(page);
    next = page.pagination.nextCursor;
  }
  t.deepEqual(found.flatMap(ids), ids(all));
  t.is(all.pagination.nextCursor, null);
  const after = found[0]?.pagination.nextCursor ?? '';
  const refused = async (who: typeof checker, query: string) =>
    (await who.get(`/beneficiaries?after=${query}`)).status;
  t.is(await refused(checker, `${after}&search=a`), 400);
  t.is(await refused(checker, 'made-up'), 400);
  t.is(await refused(await comeIn(served, 'both@acme.example'), after), 400);
});

test('only people with a beneficiary permission see beneficiaries, and none approves their own', async (t) => {
  const served = await serve(t, memoryStorage());
  const { json: made } = await served.post(
    '/v1/partner/beneficiaries',
    aPayee({ initiatedByUserId: 'u-both' }),
  );
  const id = made.beneficiary.beneficiaryId;
  const clerk = await comeIn(served, 'clerk@acme.example');
  const both = await comeIn(served, 'both@acme.example');
  const theirs = await comeIn(served, 'checker@globex.example');
  const authorize = { action: 'approve' };

  t.is((await clerk.get('/beneficiaries')).status, 403);
  t.is((await clerk.post(`/beneficiaries/${id}/authorize`, authorize)).status, 403);
  t.is((await both.post(`/beneficiaries/${id}/authorize`, authorize)).status, 403);
  t.is((await theirs.post(`/beneficiaries/${id}/authorize`, authorize)).status, 404);
  t.is((await theirs.post(`/beneficiaries/${ABSENT}/authorize`, authorize)).status, 404);
  const seen = (await theirs.get<Payees>('/beneficiaries?limit=100')).json.items;
  t.true(seen.every(({ corporateTenantId }) => (corporateTenantId as string) === 'globex'));
});

test('the journal shows operators everything, and others the payouts that their roles reach', async (t) => {
  const served = await serve(t, memoryStorage());
  const { ids } = await waiting(served, 1);
  await waiting(served, 1, { key: served.globexKey });
  const [admin, checker] = [await comeIn(served, ADMIN ?? ''), await comeIn(served, CHECKER ?? '')];
  const all = (await admin.get<Journal>('/journal?limit=100')).json.items;
  const seen = (await checker.get<Journal>('/journal?limit=100')).json.items;

  t.true(all.some(({ subjectKind }) => subjectKind === 'portal_session'));
  t.deepEqual([...new Set(seen.map(({ subjectId }) => subjectId))], ids);
  const { json } = await admin.get<Journal>(`/journal?subject=${ids[0] ?? ''}&limit=1`);
  t.deepEqual(
    json.items.map(({ to, actor }) => [to, actor]),
    [['pending_approval', 'intake']],
  );
  const sessions = all.filter(({ subjectKind }) => subjectKind === 'portal_session');
  t.false(JSON.stringify(sessions).includes(admin.token.split('_')[2] ?? ''));
});

test('the journal and the list of beneficiaries name the key by which a record came', async (t) => {
  const served = await serve(t, memoryStorage());
  const { json: made } = await served.post('/v1/partner/beneficiaries', aPayee());
  const { ids } = await waiting(served, 1);
  const admin = await comeIn(served, ADMIN ?? '');
  const checker = await comeIn(served, CHECKER ?? '');
  const keys = (await admin.get<Listed<ApiKeyView>>('/api-keys')).json.items;
  const via = { keyId: keys[0]?.keyId };

  for (const subject of [made.beneficiary.beneficiaryId, ids[0] ?? '']) {
    const { items } = (await admin.get<Journal>(`/journal?subject=${subject}`)).json;
    t.deepEqual(items.at(-1)?.via as unknown, via);
  }
  const all = (await admin.get<Journal>('/journal?limit=100')).json.items;
  t.deepEqual(all.findLast(({ subjectKind }) => subjectKind === 'job')?.via as unknown, via);
  t.true(all.every((entry) => entry.subjectKind !== 'portal_session' || !('via' in entry)));
  const { items } = (await checker.get<Payees>('/beneficiaries?search=kapoor')).json;
  t.deepEqual(items[0]?.via as unknown, via);
});

test('incidents are for operators', async (t) => {
  const served = await serve(t, memoryStorage());
  const [admin, checker] = [await comeIn(served, ADMIN ?? ''), await comeIn(served, CHECKER ?? '')];

  t.is((await checker.get('/incidents')).status, 403);
  const { status, json } = await admin.get<Listed<object>>('/incidents');
  t.is(status, 200);
  t.deepEqual(json.items, []);
});

for (const [what, body, pointer] of [
  ['no name', { scopes: ['payments'] }, '/name'],
  ['no scopes', { name: 'tills', scopes: [] }, '/scopes'],
  ['an unknown scope', { name: 'tills', scopes: ['everything'] }, '/scopes/0'],
  ['a life of no day', { name: 'tills', scopes: ['payments'], lifeDays: 0 }, '/lifeDays'],
  ['a life of years', { name: 'tills', scopes: ['payments'], lifeDays: 366 }, '/lifeDays'],
] as const) {
  test(`a new key with ${what} is 400`, async (t) => {
    const served = await serve(t, memoryStorage());
    const admin = await comeIn(served, ADMIN ?? '');
    const { status, json } = await admin.post('/api-keys', body);

    t.is(status, 400);
    t.is(json.errors?.[0]?.pointer, pointer);
  });
}

test('a key is returned once, replaced and revoked by people who may edit settings', async (t) => {
  const served = await serve(t, memoryStorage());
  const [admin, maker] = [await comeIn(served, ADMIN ?? ''), await comeIn(served, MAKER ?? '')];
  const works = async (key: string) =>
    (await served.get('/v1/partner/beneficiaries', { key })).status === 200;
  const body = { name: 'tills', scopes: ['payments'], actsAsUserId: 'u-erp' };
  const made = await admin.post<Key>('/api-keys', body);
  t.is(made.status, 201);
  t.regex(made.json.key, /^pak_/);
  t.true(await works(made.json.key));

  const rotated = await admin.post<Key>(`/api-keys/${made.json.keyId}/rotate`);
  t.is(rotated.status, 200);
  t.deepEqual([await works(made.json.key), await works(rotated.json.key)], [true, true]);
  const revoked = await admin.post<ApiKeyView>(`/api-keys/${made.json.keyId}/revoke`);
  t.is(revoked.json.revokedAt, served.sandbox.clock.now());
  t.deepEqual([await works(made.json.key), await works(rotated.json.key)], [false, true]);
  t.is((await admin.post(`/api-keys/${made.json.keyId}/rotate`)).status, 409);
  t.is((await admin.post('/api-keys', body)).status, 201);
  t.is((await admin.post('/api-keys', body)).status, 409);

  const { json, text } = await admin.get<Listed<ApiKeyView>>('/api-keys?limit=2&page=2');
  t.is(json.pagination.total, 4);
  t.is(json.items.length, 2);
  t.false(text.includes(rotated.json.key.split('_')[2] ?? ''));
  for (const refused of [
    await maker.get('/api-keys'),
    await maker.post('/api-keys', body),
    await maker.post(`/api-keys/${made.json.keyId}/rotate`),
    await maker.post(`/api-keys/${made.json.keyId}/revoke`),
  ])
    t.is(refused.status, 403);
});

test("another corporate's key answers as an absent one", async (t) => {
  const served = await serve(t, memoryStorage());
  const admin = await comeIn(served, ADMIN ?? '');
  const theirs = served.globexKey.split('_')[1] ?? '';

  for (const verb of ['rotate', 'revoke'])
    for (const id of [theirs, 'none', '%00', '..%2f..'])
      t.is((await admin.post(`/api-keys/${id}/${verb}`)).status, 404, `${verb} ${id}`);
  t.is((await served.get('/v1/partner/beneficiaries', { key: served.globexKey })).status, 200);
});
