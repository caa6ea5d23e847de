import test from 'ava';
import * as t from 'io-ts';
import { E } from '../kernel/fp.js';
import { token } from '../kernel/token.js';
import type { ListUseCase, UseCase } from '../kernel/use-case/use-case.js';
import { NOW, TENANT } from '../samples.test.data.js';
import { look, lookThrough } from './look.js';
import type { Storage, Stores } from './storage.js';

const Input = t.strict({ days: t.number });
type Seen = readonly [corporate: string | undefined, days: number, now: number];

const stores = {
  tenancy: { corporate: () => Promise.resolve({ name: 'Acme' }) },
} as unknown as Stores;
const storage = {
  read: (work: (within: Stores) => Promise<unknown>) => work(stores),
} as unknown as Storage;
const ports = { storage, clock: { now: () => NOW } };

const Get = token<UseCase<{ days: number }, 'too long ago', Seen>>('test/Get');
const List = token<ListUseCase<{ days: number }, 'too long ago', Seen>>('test/List');
const read = async (
  { tenancy }: Stores,
  tenant: typeof TENANT,
  { days }: { days: number },
  now: number,
) =>
  days > 90
    ? E.left('too long ago' as const)
    : E.right([(await tenancy.corporate(tenant))?.name, days, now] as const);

test('a look answers what it reads of the corporate at this moment, or refuses', async (t) => {
  const get = look(Get, Input, read)(ports);
  t.deepEqual(await get(TENANT, { days: 3 }), E.right(['Acme', 3, NOW]));
  t.deepEqual(await get(TENANT, { days: 91 }), E.left('too long ago'));
});

test('a look through a list refuses members that its input does not have', async (t) => {
  const list = lookThrough(List, Input, read)(ports);
  t.deepEqual(await list(TENANT, { days: 3 }), E.right(['Acme', 3, NOW]));
  const filters = { days: 3, dais: 4 };
  // @ts-expect-error -- a member that the input does not have
  t.like(await list(TENANT, filters), { left: { issues: [{ pointer: '/dais' }] } });
});
