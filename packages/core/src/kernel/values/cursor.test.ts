import test from 'ava';
import fc from 'fast-check';
import { E } from '../fp.js';
import { cursorPage, cursors, InvalidCursor, placeCursors, placedPage } from './cursor.js';
import { sha256 } from '../secrets/digest.js';
import type { Tenant } from './tenant.js';

const TENANT = { bankTenantId: 'bank', corporateTenantId: 'acme' } as Tenant;

// Notices a change and a foreign context, as every sealer must.
const sealer = {
  seal: async (secret: string, context: string) => `${secret}.${sha256(secret + context)}`,
  open: async (sealed: string, context: string) => {
    const at = sealed.lastIndexOf('.');
    const secret = sealed.slice(0, Math.max(at, 0));
    return sealed.slice(at + 1) === sha256(secret + context) ? secret : undefined;
  },
};

test('a cursor leads back to its place', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.string({ maxLength: 200 }), async (place) => {
      const { read, write } = cursors(sealer, TENANT, 'packages', {});
      t.deepEqual(await read(await write(place)), E.right(place));
    }),
  );
});

test('a cursor leads back to a place that is no text', async (t) => {
  const { read, write } = placeCursors<object | number>(sealer, TENANT, 'links', {});
  for (const place of [7, { createdAt: 7, linkId: 'pl_1' }])
    t.deepEqual(await read(await write(place)), E.right(place));
  t.deepEqual(await read(undefined), E.right(undefined));
  t.deepEqual(await read('made up'), E.left(InvalidCursor()));
});

test('a cursor is good for its tenant, list and filters only; the order of filters does not matter', async (t) => {
  const ours = cursors(sealer, TENANT, 'reports', { state: 'paid', source: 'partner_api' });
  const cursor = await ours.write('x');
  const others = [
    cursors(sealer, { ...TENANT, corporateTenantId: 'other' } as Tenant, 'reports', {
      state: 'paid',
      source: 'partner_api',
    }),
    cursors(sealer, { ...TENANT, bankTenantId: 'other' } as Tenant, 'reports', {
      state: 'paid',
      source: 'partner_api',
    }),
    cursors(sealer, TENANT, 'packages', { state: 'paid', source: 'partner_api' }),
    cursors(sealer, TENANT, 'reports', { state: 'failed', source: 'partner_api' }),
    cursors(sealer, TENANT, 'reports', { state: 'paid' }),
  ];
  for (const { read } of others) t.deepEqual(await read(cursor), E.left(InvalidCursor()));
  t.deepEqual(
    await cursors(sealer, TENANT, 'reports', { source: 'partner_api', state: 'paid' }).read(cursor),
    E.right('x'),
  );
});

test('without a cursor a list begins at its beginning', async (t) => {
  t.deepEqual(await cursors(sealer, TENANT, 'packages', {}).read(undefined), E.right(undefined));
});

test('a changed, empty, foreign or endless text is no cursor', async (t) => {
  const { read, write } = cursors(sealer, TENANT, 'packages', {});
  const cursor = await write('place');
  for (const text of [
    '',
    'x',
    `x${cursor}`,
    cursor.slice(1),
    `${cursor}x`,
    'x'.repeat(1_000_000),
  ]) {
    t.deepEqual(await read(text), E.left(InvalidCursor()));
  }
});

test('a page has a next one exactly if more was read than it holds', async (t) => {
  const list = cursors(sealer, TENANT, 'packages', {});
  const pageOf = (items: ReadonlyArray<number>) =>
    cursorPage(
      placedPage(items, 2, String, (item) => item * 10),
      2,
      list,
    );

  t.deepEqual(await pageOf([]), { items: [], limit: 2, hasMore: false, nextCursor: null });
  t.deepEqual(await pageOf([1, 2]), {
    items: [10, 20],
    limit: 2,
    hasMore: false,
    nextCursor: null,
  });
  const more = await pageOf([1, 2, 3]);
  t.like(more, { items: [10, 20], hasMore: true });
  t.deepEqual(await list.read(more.nextCursor ?? ''), E.right('2'));
});

test('a sealer that cannot be reached makes no cursor invalid', async (t) => {
  const open = () => Promise.reject(new Error('away'));
  const { read } = cursors({ ...sealer, open }, TENANT, 'packages', {});

  await t.throwsAsync(read('cursor'), { message: 'away' });
});
