import { emptyDataDir } from '../testing/running-service.js';
import { serveHere } from '../testing/serve-here.js';
import test from 'ava';
import { themesOf } from './service-pages.js';

const bank = (bankTenantId: string, more = {}) =>
  ({
    bankTenantId,
    name: `Bank ${bankTenantId}`,
    corporates: [],
    ...more,
  }) as unknown as Parameters<typeof themesOf>[0]['bankTenants'][number];

test('an unknown link is shown in the name of the only bank, and of no bank where there are several', (t) => {
  const a = bank('a', { supportPhone: '1800 123 4567' });

  t.deepEqual(themesOf({ bankTenants: [] }), { theme: { name: 'Hundi' }, themes: {} });
  const looks = { name: 'Bank a', supportPhone: '1800 123 4567' };
  t.deepEqual(themesOf({ bankTenants: [a] }), { theme: looks, themes: { a: looks } });
  t.deepEqual(themesOf({ bankTenants: [a, bank('b')] }), {
    theme: { name: 'Hundi' },
    themes: { a: looks, b: { name: 'Bank b' } },
  });
});

test.serial('a link that does not exist is shown in the name of the demo bank', async (t) => {
  const service = await serveHere(t, await emptyDataDir(), {});

  for (const path of [`/payout/pcs_${'0'.repeat(32)}`, '/pay/cs_0', '/link/pl_0', '/pay/x/y']) {
    const answer = await fetch(service.url + path);
    const page = await answer.text();
    t.is(answer.status, 404, path);
    t.true(page.includes('<span class="bank">Demo Bank</span>'), path);
    t.true(page.includes('href="tel:18000000000"'), path);
  }
});
