import type { AcceptedBatch } from '@hundi/core';
import { pgbouncerPath, startPgbouncer } from '@hundi/testkit/contract';
import test, { type ExecutionContext } from 'ava';
import { freshPostgres } from '../testing/fresh-postgres.js';
import { bankOrders, batchTo, json, payee, postBatch } from '../testing/partner.js';
import { places } from '../testing/places.js';
import {
  emptyDataDir,
  runService,
  runToEnd,
  type RunningService,
  type Variables,
} from '../testing/running-service.js';

const path = (await pgbouncerPath()) ?? '';
const isHere = path !== '' && 'PostgreSQL' in (await places());
const pooled = (isHere ? test.serial : test.skip) as typeof test.serial;

const BATCHES = 6;
const PAYMENTS = 100;

/** An empty database behind a pooler. */
const behind = async (
  t: ExecutionContext,
  mode: 'session' | 'transaction',
  size: number,
): Promise<Variables> => {
  const fresh = await freshPostgres();
  if (fresh === undefined) throw new Error('the PostgreSQL of the tests went away');
  t.teardown(fresh.drop);
  const bouncer = await startPgbouncer(path, fresh.url, { mode, size });
  t.teardown(bouncer.stop);
  return { DATABASE_URL: bouncer.through(fresh.url), DATA_DIR: await emptyDataDir() };
};

const start = async (
  t: ExecutionContext,
  { DATA_DIR = '', ...variables }: Variables,
): Promise<RunningService> => {
  const service = await runService(DATA_DIR, variables);
  t.teardown(() => service.end('SIGKILL'));
  return service;
};

/** Posts batches to every service, has all of them work, and returns the ids of the payments. */
const payThrough = async (
  services: ReadonlyArray<RunningService>,
): Promise<ReadonlyArray<string>> => {
  const [first] = services as [RunningService];
  const beneficiary = await payee(first, 'Sharma Steel');
  const accepted = await Promise.all(
    Array.from({ length: BATCHES }, async (_, n) => {
      const service = services[n % services.length] ?? first;
      const body = batchTo(beneficiary, `POOLED-${String(n)}`, PAYMENTS);
      return json<AcceptedBatch>(await postBatch(service, body), 202);
    }),
  );
  await Promise.all(services.map((service) => service.post('/sandbox/v1/settle')));
  return accepted.flatMap(({ transactions }) =>
    transactions.map(({ transactionId }) => transactionId),
  );
};

const paidOnce = async (t: ExecutionContext, services: ReadonlyArray<RunningService>) => {
  const paid = await payThrough(services);
  const orders = await bankOrders(services[0] as RunningService);
  t.is(paid.length, BATCHES * PAYMENTS);
  t.deepEqual(orders.map(({ transactionId }) => transactionId).sort(), [...paid].sort());
  for (const service of services) t.is((await service.get('/readyz')).status, 200);
};

pooled(
  'two processes behind one PgBouncer in transaction mode pay each payment once over four sessions',
  async (t) => {
    const variables = { ...(await behind(t, 'transaction', 4)), DATABASE_POOLER: 'transaction' };
    const first = await start(t, variables);

    await paidOnce(t, [first, await start(t, variables)]);
  },
);

pooled('a process behind a PgBouncer in session mode pays each payment once', async (t) => {
  // Its own pool, the sandbox bank's two, and one that hears of work.
  const variables = await behind(t, 'session', 4 + 2 + 1);

  await paidOnce(t, [
    await start(t, { ...variables, DATABASE_POOLER: 'session', DATABASE_POOL: '4' }),
  ]);
});

pooled(
  'a PgBouncer that the settings do not name, or in another mode, ends the start',
  async (t) => {
    const variables = await behind(t, 'transaction', 4);

    const unnamed = await runToEnd(variables);
    t.is(unnamed.code, 2);
    t.regex(unnamed.stderr.join(''), /DATABASE_POOLER: .*name its mode, session or transaction$/);
    const wrong = await runToEnd({ ...variables, DATABASE_POOLER: 'session' });
    t.is(wrong.code, 2);
    t.regex(wrong.stderr.join(''), /DATABASE_POOLER: the pooler is not in session mode/);
  },
);
