import { knexStorage, migrate, openPostgres } from '@hundi/adapter-knex';
import { E } from '@hundi/core';
import { createSandbox } from '@hundi/testkit';
import test, { type ExecutionContext } from 'ava';
import { newCluster, type Cluster } from '../crash/cluster.js';
import { until } from '../failover/pair/until.js';

const TABLE = 'hundi.journal';
const NUMBERS = 'hundi.journal_entry_no_seq';

type Db = ReturnType<typeof openPostgres>;

const opened = async (t: ExecutionContext) => {
  const cluster = await newCluster();
  if (cluster === undefined) return undefined;
  t.teardown(cluster.remove);
  t.timeout(600_000);
  await cluster.start();
  const db = openPostgres(cluster.url);
  t.teardown(() => db.destroy());
  await migrate(db);
  const sandbox = await createSandbox({ storage: knexStorage(db) });
  return { cluster, db, sandbox, payee: await sandbox.beneficiary('SHARMA01') };
};

const isBack = (db: Pick<Db, 'raw'>): Promise<boolean> =>
  db.raw('SELECT 1').then(
    () => true,
    () => false,
  );

/** A transaction that writes to the journal, as PostgreSQL's locks show it. */
const writing = async (db: Db) => {
  const transaction = await db.transaction();
  await transaction.raw(`LOCK TABLE ${TABLE} IN ROW EXCLUSIVE MODE`);
  return transaction;
};

const lastNumber = async (db: Db): Promise<string> => {
  const { rows } = await db.raw<{ rows: ReadonlyArray<{ readonly last: string }> }>(
    `SELECT last_value AS last FROM ${NUMBERS}`,
  );
  return rows[0]?.last ?? '';
};

/** Ways in which a server ends and comes back; of a killed backend the server itself recovers. */
const ENDS: Readonly<Record<string, (cluster: Cluster, backend: number) => Promise<void>>> = {
  'one of its backends was killed': (_, backend) => {
    process.kill(backend, 'SIGKILL');
    return Promise.resolve();
  },
  'it was killed and started again': async ({ kill, start }) => {
    await kill();
    await start();
  },
};

for (const [name, end] of Object.entries(ENDS))
  test.serial(`PostgreSQL seals every entry after ${name}`, async (t) => {
    const stand = await opened(t);
    if (stand === undefined) {
      t.log('skipped: PostgreSQL is not installed');
      t.pass();
      return;
    }
    const { cluster, db, sandbox, payee } = stand;
    const { engine, tenant, runDue } = sandbox;
    const pay = async (reference: string): Promise<number> => {
      const payment = {
        transactionReference: reference,
        beneficiaryId: payee,
        packageCode: 'VENDOR',
        amount: 1_000,
      };
      const batch = { initiatedByUserId: 'u-maker', apiRefNumber: 'Wages', payments: [payment] };
      const accepted = await engine.acceptBatch(tenant, { key: reference, batch });
      t.true(E.isRight(accepted));
      await runDue();
      const listed = await engine.listEvents(tenant, { limit: 100 });
      if (E.isLeft(listed)) throw new Error('the events are not listed');
      return listed.right.items.length;
    };
    const first = await pay('FIRST');
    const before = await lastNumber(db);
    const undone = await writing(db);
    const { rows } = await undone.raw<{ rows: ReadonlyArray<{ readonly pid: number }> }>(
      `SELECT max(pg_backend_pid()) AS pid, max(nextval('${NUMBERS}')) FROM generate_series(1, 5000)`,
    );
    await engine.nextDues();
    const witness = await db.transaction();
    await end(cluster, rows[0]?.pid ?? 0);
    await undone.rollback().catch(() => undefined);
    // A server whose backend was killed answers others until it has ended them all.
    await until(async () => !(await isBack(witness)), 60_000, 'the server did not end a session');
    await witness.rollback().catch(() => undefined);
    await until(() => isBack(db), 60_000, 'the server did not come back');
    // What was not on the disk is gone; how much was is chance.
    await db.raw(`SELECT setval('${NUMBERS}', ?)`, [before]);
    const other = await writing(db);
    const second = await pay('SECOND');
    await other.rollback();
    const third = await pay('THIRD');

    t.true(first > 0);
    t.is(third - second, second - first);
    t.true(second > first);
  });
