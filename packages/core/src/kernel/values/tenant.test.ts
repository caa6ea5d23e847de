import test from 'ava';
import type { Tenant } from './tenant.js';
import { byTenant } from './tenant.js';

const tenant = (corporate: string, bank = 'bank') =>
  ({ bankTenantId: bank, corporateTenantId: corporate }) as Tenant;

test('each corporate gets its own items, in their order', (t) => {
  const item = (corporate: string, n: number) => ({ tenant: tenant(corporate), n });
  const [a1, b1, a2] = [item('a', 1), item('b', 1), item('a', 2)];

  t.deepEqual(byTenant([a1, b1, a2]), [
    [tenant('a'), [a1, a2]],
    [tenant('b'), [b1]],
  ]);
});

test('corporates have the same order, whatever the order of their items', (t) => {
  const items = [tenant('b'), tenant('a'), tenant('a', 'another')].map((one) => ({ tenant: one }));
  const groups = byTenant(items);

  t.deepEqual(byTenant(items.reverse()), groups);
  t.deepEqual(
    groups.map(([one]) => one),
    [tenant('a', 'another'), tenant('a'), tenant('b')],
  );
});

test('corporates of two banks are distinct even under the same name', (t) => {
  const [mine, theirs] = [{ tenant: tenant('a') }, { tenant: tenant('a', 'other') }];

  t.deepEqual(byTenant([mine, theirs]), [
    [mine.tenant, [mine]],
    [theirs.tenant, [theirs]],
  ]);
});

test('no items are of no corporate', (t) => {
  t.deepEqual(byTenant([]), []);
});
