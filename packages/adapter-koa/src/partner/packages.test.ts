import { memoryStorage } from '@hundi/adapter-memory';
import { E } from '@hundi/core';
import { PackageRecord } from '@hundi/core/wire';
import { demoDocument } from '@hundi/testkit';
import test from 'ava';
import { serve } from '../testing/serve.js';

const PACKAGES = '/v1/partner/packages';

/** Serves acme with one key of these scopes, which this user made. */
const withKey = async (
  t: Parameters<typeof serve>[0],
  createdByUserId: string,
  scopes: ReadonlyArray<'payments' | 'packages:read' | 'payments:read'> = ['packages:read'],
) => {
  const served = await serve(
    t,
    memoryStorage(),
    {},
    {
      document: demoDocument({ apiKeys: [{ name: 'own', scopes: [...scopes], createdByUserId }] }),
    },
  );
  const key = served.sandbox.credentials.corporates['acme']?.apiKeys['own'] ?? '';
  return { ...served, list: (query = '') => served.get(`${PACKAGES}${query}`, { key }) };
};

test('packages come by their codes, each in the shape of the interface', async (t) => {
  const { get } = await serve(t, memoryStorage());

  const { status, headers, json } = await get(PACKAGES);

  t.is(status, 200);
  t.is(headers.get('content-type'), 'application/json; charset=utf-8');
  t.deepEqual(json.pagination as object, { limit: 50, hasMore: false, nextCursor: null });
  t.deepEqual(
    (json.items as unknown as ReadonlyArray<PackageRecord>).map(({ packageCode }) => packageCode),
    ['CAPEX', 'SALARY', 'VENDOR'] as string[],
  );
  for (const item of json.items as ReadonlyArray<unknown>) {
    t.deepEqual(PackageRecord.decode(item) as unknown, E.right(item));
  }
});

test('the cursor of a page leads to the next one, and the last page has none', async (t) => {
  const { get } = await serve(t, memoryStorage());
  const first = await get(`${PACKAGES}?limit=2`);
  const cursor = encodeURIComponent(first.json.pagination.nextCursor ?? '');

  const second = await get(`${PACKAGES}?limit=2&after=${cursor}`);

  t.is(first.json.pagination.hasMore, true);
  t.is(first.json.items.length, 2);
  t.is(second.status, 200);
  t.deepEqual(second.json.pagination as object, { limit: 2, hasMore: false, nextCursor: null });
  t.is(second.json.items.length, 1);
});

test('a page holds up to a hundred packages', async (t) => {
  const { get } = await serve(t, memoryStorage());

  t.like((await get(`${PACKAGES}?limit=100`)).json.pagination, { limit: 100 });
});

for (const limit of ['0', '101', '-1', '1.5', '1e1', 'ten', '', '5&limit=5']) {
  test(`a limit of "${limit}" is refused at its place`, async (t) => {
    const { get } = await serve(t, memoryStorage());

    const { status, json } = await get(`${PACKAGES}?limit=${limit}`);

    t.is(status, 400);
    t.is(json.type, 'invalid_parameters_error');
    t.deepEqual(
      json.errors.map(({ pointer }) => pointer),
      ['/query/limit'],
    );
  });
}

for (const query of [
  'after=',
  'after=VENDOR',
  'after=a&after=b',
  'after=%00',
  'after[]=x&after=',
]) {
  test(`a forged cursor is rejected at its place: ${query}`, async (t) => {
    const { get, incidents } = await serve(t, memoryStorage());

    const { status, json } = await get(`${PACKAGES}?${query}`);

    t.is(status, 400);
    t.is(json.type, 'invalid_parameters_error');
    t.deepEqual(
      json.errors.map(({ pointer }) => pointer),
      ['/query/after'],
    );
    t.deepEqual(incidents, []);
  });
}

test("another corporate's cursor is rejected as a forged one", async (t) => {
  const { get, globexKey } = await serve(t, memoryStorage());
  const theirs = await get(`${PACKAGES}?limit=1`, { key: globexKey });
  const cursor = encodeURIComponent(theirs.json.pagination.nextCursor ?? '');

  const [foreign, nobodys] = await Promise.all([
    get(`${PACKAGES}?limit=1&after=${cursor}`),
    get(`${PACKAGES}?limit=1&after=x`),
  ]);

  t.is(foreign.status, 400);
  t.deepEqual({ ...foreign.json, instance: '' }, { ...nobodys.json, instance: '' });
});

for (const name of [
  'initiatedByUserId',
  'bankTenantId',
  'corporateTenantId',
  'corporateId',
  'actorUsername',
]) {
  test(`${name} is refused, even empty: the key says whose packages are listed`, async (t) => {
    const { get } = await serve(t, memoryStorage());

    for (const value of ['', 'acme', 'u-erp', `acme&${name}=acme`]) {
      const { status, json } = await get(`${PACKAGES}?${name}=${value}`);

      t.is(status, 400);
      t.deepEqual(json.errors, [
        {
          pointer: `/query/${name}`,
          code: 'invalid',
          detail: 'expected no such parameter: the API key identifies the corporate',
        },
      ]);
    }
  });
}

test('a key for all of payments lists packages too', async (t) => {
  const { list } = await withKey(t, 'u-admin', ['payments']);

  t.is((await list()).status, 200);
});

test('without the scope packages are forbidden, in both shapes of the body', async (t) => {
  const { list } = await withKey(t, 'u-admin', ['payments:read']);

  const { status, headers, json } = await list('?limit=wrong');

  t.is(status, 403);
  t.is(headers.get('content-type'), 'application/problem+json');
  t.is(json.type, 'insufficient_permissions_error');
  t.deepEqual(json.error, { code: 'FORBIDDEN', message: json.detail });
  t.is(json.detail, 'The API key lacks the scope packages:read.');
});

for (const creator of ['u-maker', 'u-checker', 'u-newcomer', 'u-erp']) {
  test(`a key that ${creator} made lists nothing, in both shapes of the body`, async (t) => {
    const { list } = await withKey(t, creator);

    const { status, headers, json } = await list();

    t.is(status, 403);
    t.is(headers.get('content-type'), 'application/problem+json');
    t.is(json.type, 'insufficient_permissions_error');
    t.deepEqual(json.error, { code: 'FORBIDDEN', message: json.detail });
    t.false('items' in json);
  });
}
