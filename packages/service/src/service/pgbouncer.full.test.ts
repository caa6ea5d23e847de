import { openPostgres } from '@hundi/adapter-knex';
import type { TransactionId } from '@hundi/core';
import type { AcceptedBatch } from '@hundi/core/wire';
import { bankRefOf } from '@hundi/core/rail';
import { pgbouncerPath, startPgbouncer } from '@hundi/testkit/contract';
import test, { type ExecutionContext } from 'ava';
import { freshPostgres } from '../testing/fresh-postgres.js';
import { bankOrders, batchTo, json, payee, postBatch, transaction } from '../testing/partner.js';
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
const behind = async (t: ExecutionContext, mode: 'session' | 'transaction', size: number) => {
  const fresh = await freshPostgres();
  if (fresh === undefined) throw new Error('the PostgreSQL of the tests went away');
  t.teardown(fresh.drop);
  const bouncer = await startPgbouncer(path, fresh.url, { mode, size });
  t.teardown(bouncer.stop);
  const variables: Variables = {
    DATABASE_URL: bouncer.through(fresh.url),
    DATA_DIR: await emptyDataDir(),
    DATABASE_POOLER: mode,
  };
  return { variables, bouncer, direct: fresh.url };
};

const start = async (
  t: ExecutionContext,
  { DATA_DIR = '', ...variables }: Variables,
): Promise<RunningService> => {
  const service = await runService(DATA_DIR, variables);
  t.teardown(() => service.end('SIGKILL'));
  return service;
};

/** Posts a batch as a client does that must have it, and returns the ids of its payments. */
const postSurely = async (
  service: RunningService,
  reference: string,
): Promise<ReadonlyArray<string>> => {
  for (;;) {
    try {
      const body = batchTo(await payee(service, 'Sharma Steel'), reference, PAYMENTS);
      const { transactions } = json<AcceptedBatch>(await postBatch(service, body), 202);
      return transactions.map(({ transactionId }) => transactionId);
    } catch (error) {
      if (!/^answered 503/.test((error as Error).message)) throw error;
    }
  }
};

/** Posts batches to services in turn, and returns the ids of their payments. */
const post = async (
  services: readonly [RunningService, ...RunningService[]],
): Promise<ReadonlyArray<string>> => {
  const posted = Array.from({ length: BATCHES }, (_, n) =>
    postSurely(services[n % services.length] ?? services[0], `POOLED-${String(n)}`),
  );
  return (await Promise.all(posted)).flat().sort();
};

const idsAtBank = async (service: RunningService): Promise<ReadonlyArray<string>> =>
  (await bankOrders(service)).map(({ transactionId }) => transactionId).sort();

pooled(
  'two processes behind one PgBouncer in transaction mode pay each payment once over four sessions',
  async (t) => {
    const { variables } = await behind(t, 'transaction', 4);
    const first = await start(t, variables);
    const second = await start(t, variables);
    const posted = await post([first, second]);
    // What one process holds is not due for the other, so neither can settle for both.
    while ((await idsAtBank(first)).length < posted.length);
    // A payment that one of them would repeat is repeated now.
    await Promise.all([first, second].map((service) => service.post('/sandbox/v1/settle')));

    t.is(posted.length, BATCHES * PAYMENTS);
    t.deepEqual(await idsAtBank(first), posted);
    for (const service of [first, second]) t.is((await service.get('/readyz')).status, 200);
  },
);

pooled('a process behind a PgBouncer in session mode pays each payment once', async (t) => {
  // Its own pool, the sandbox bank's two, and one that hears of work.
  const { variables } = await behind(t, 'session', 4 + 2 + 1);
  const service = await start(t, { ...variables, DATABASE_POOL: '4' });
  const posted = await post([service]);
  await service.post('/sandbox/v1/settle');

  t.deepEqual(await idsAtBank(service), posted);
});

pooled('each payment is paid once though PgBouncer is killed while they are sent', async (t) => {
  const { variables, bouncer, direct } = await behind(t, 'transaction', 4);
  const first = await start(t, variables);
  const second = await start(t, variables);
  const books = openPostgres(direct, { connections: 1, schema: 'sandbox_bank' });
  t.teardown(() => books.destroy());
  const isAtBank = async (ids: ReadonlyArray<string>): Promise<boolean> => {
    const refs = ids.map((id) => bankRefOf(id as TransactionId));
    return (await books('bank_orders').whereIn('bank_ref', refs).limit(1)).length > 0;
  };
  const posted: string[] = [];
  for (let n = 0; n < BATCHES; n += 1) {
    const ids = await postSurely(n % 2 === 0 ? first : second, `POOLED-${String(n)}`);
    posted.push(...ids);
    // In turns while the batch is taken in, and while the bank's word on it is recorded.
    while (n % 2 === 1 && !(await isAtBank(ids)));
    await bouncer.restart();
  }

  // What a unit that failed had claimed is due when its claim has lapsed.
  const isPaid = async (id: string) => (await transaction(first, id)).status === 'paid';
  for (let open: ReadonlyArray<string> = posted; open.length > 0;) {
    await first.post('/sandbox/v1/clock/advance', { seconds: 60 });
    const paid = await Promise.all(open.map(isPaid));
    open = open.filter((_, i) => paid[i] !== true);
  }
  t.deepEqual(await idsAtBank(first), posted.sort());
});

pooled(
  'a PgBouncer that the settings do not name, or in another mode, ends the start',
  async (t) => {
    const { variables } = await behind(t, 'transaction', 4);

    const unnamed = await runToEnd({ ...variables, DATABASE_POOLER: 'none' });
    t.is(unnamed.code, 2);
    t.regex(unnamed.stderr.join(''), /DATABASE_POOLER: .*name its mode, session or transaction$/);
    const wrong = await runToEnd({ ...variables, DATABASE_POOLER: 'session' });
    t.is(wrong.code, 2);
    t.regex(wrong.stderr.join(''), /DATABASE_POOLER: the pooler is not in session mode/);
  },
);

pooled(
  'behind transaction mode a worker hears of other processes by a direct connection, which leads to the same database',
  async (t) => {
    const { variables, direct } = await behind(t, 'transaction', 4);
    const posting = await start(t, { ...variables, WORKERS: '0' });
    await start(t, { ...variables, DATABASE_DIRECT_URL: direct });
    const db = openPostgres(direct, { connections: 1 });
    t.teardown(() => db.destroy());
    const listening = async (): Promise<boolean> => {
      const { rows } = await db.raw<{ rows: ReadonlyArray<object> }>(
        `SELECT 1 FROM pg_stat_activity
          WHERE datname = current_database() AND query LIKE 'LISTEN hundi_work_%'`,
      );
      return rows.length === 1;
    };
    while (!(await listening()));
    const posted = await post([posting]);
    while ((await idsAtBank(posting)).length < posted.length);
    t.deepEqual(await idsAtBank(posting), posted);

    const elsewhere = await freshPostgres();
    if (elsewhere === undefined) throw new Error('the PostgreSQL of the tests went away');
    t.teardown(elsewhere.drop);
    const wrong = await runToEnd({ ...variables, DATABASE_DIRECT_URL: elsewhere.url });
    t.is(wrong.code, 2);
    t.regex(
      wrong.stderr.join(''),
      /DATABASE_DIRECT_URL: leads to another database than DATABASE_URL$/,
    );
  },
);
