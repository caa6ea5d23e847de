import type { Storage } from '@hundi/core/storage';
import { aTenant } from '@hundi/testkit';
import { postgresUrl } from '@hundi/testkit/contract';
import test, { type ExecutionContext } from 'ava';
import knex, { type Knex } from 'knex';
import { freshSchema } from './fresh.test.support.js';
import { knexStorage, migrate } from './index.js';
import { quiet } from './open/quiet.js';

const url = await postgresUrl();
const acme = aTenant('acme');
const postgres = (url === undefined ? test.skip : test.serial) as typeof test.serial;

/** What PostgreSQL says of a statement that was cancelled, by its own time-out or on request. */
const CANCELLED = { code: '57014' };

/** Longer than a test may take. */
const NEVER_MS = 3_600_000;

interface Session {
  readonly query: (sql: string, done: (error: unknown) => void) => void;
}

/** A pool as a host makes it, on a schema of the test's own; `settings` apply to each of its sessions. */
const hostsPool = async (t: ExecutionContext, settings = 'SELECT 1') => {
  const { db: owner, schema, close } = await freshSchema(url ?? '');
  await migrate(owner);
  const db = knex({
    client: 'pg',
    connection: url ?? '',
    searchPath: schema,
    log: quiet,
    pool: {
      min: 0,
      max: 2,
      afterCreate: (session: Session, done: (error: unknown, session: unknown) => void) => {
        session.query(settings, (error) => {
          done(error, session);
        });
      },
    },
  });
  t.teardown(async () => {
    await db.destroy();
    await close();
  });
  return { db, owner };
};

/** Holds a table, so that its readers wait. */
const heldTable = async (owner: Knex): Promise<() => Promise<unknown>> => {
  const trx = await owner.transaction();
  await trx.raw('LOCK TABLE users IN ACCESS EXCLUSIVE MODE');
  return () => trx.rollback();
};

/** The processes of the server that wait for the table. */
const waitingReaders = async (owner: Knex): Promise<ReadonlyArray<unknown>> => {
  const { rows } = await owner.raw<{ readonly rows: ReadonlyArray<unknown> }>(
    `SELECT pid FROM pg_locks WHERE NOT granted AND relation = 'users'::regclass`,
  );
  return rows;
};

const users = (storage: Storage) => storage.read(({ tenancy }) => tenancy.users(acme));

postgres(
  'a read that waits for a lock on the pool of a host is ended, on every connection',
  async (t) => {
    const { db, owner } = await hostsPool(t);
    const storage = knexStorage(db, { statementTimeoutMs: 200 });
    const letGo = await heldTable(owner);

    const both = [users(storage), users(storage)];
    for (const read of both) await t.throwsAsync(read, CANCELLED);
    t.deepEqual(
      await waitingReaders(owner),
      [],
      'the server still runs a read that its caller has given up',
    );
    await letGo();
    const patient = knexStorage(db);
    t.deepEqual(await Promise.all([users(patient), users(patient)]), [[], []]);
  },
);

postgres("the host's own statements have no end that is not theirs", async (t) => {
  const { db } = await hostsPool(t);
  // On a busy machine the read takes longer than it may, and is ended.
  await Promise.allSettled([users(knexStorage(db, { statementTimeoutMs: 50 }))]);

  await t.notThrowsAsync(() => db.raw('SELECT pg_sleep(0.2)'));
});

postgres('a time-out of the host ends a read, and ours does not come first', async (t) => {
  const quick = await hostsPool(t, `SET statement_timeout = '200ms'`);
  const letGo = await heldTable(quick.owner);
  await t.throwsAsync(users(knexStorage(quick.db, { statementTimeoutMs: NEVER_MS })), CANCELLED);
  await letGo();

  const slow = await hostsPool(t, `SET statement_timeout = '${String(NEVER_MS)}ms'`);
  const release = await heldTable(slow.owner);
  const waiting = users(knexStorage(slow.db, { statementTimeoutMs: 50 }));
  while ((await waitingReaders(slow.owner)).length === 0);
  await slow.owner.raw('SELECT pg_sleep(0.3)');
  await release();
  t.deepEqual(await waiting, []);
});

postgres('where no connection is left to cancel by, the one that waits is given up', async (t) => {
  const { db, owner } = await hostsPool(t);
  const storage = knexStorage(db, { statementTimeoutMs: 200 });
  const letGo = await heldTable(owner);
  const client = db.client as { cancelQuery: () => Promise<never> };
  client.cancelQuery = () => Promise.reject(new Error('too many clients already'));

  await t.throwsAsync(users(storage), { name: 'StorageAway' });
  await letGo();
  t.deepEqual(await users(knexStorage(db)), []);
});

postgres('it costs a read no statement: a connection is asked once', async (t) => {
  const { db } = await hostsPool(t);
  const client = db.client as {
    _query: (connection: unknown, query: { sql: string }) => unknown;
  };
  const ask = client._query.bind(client);
  const asked: string[] = [];
  client._query = (connection, query) => {
    asked.push(query.sql.split(' ', 2).join(' '));
    return ask(connection, query);
  };
  const storage = knexStorage(db);
  for (let n = 0; n < 3; n += 1) await users(storage);

  // The storage asks once where its tables are, and what the database can.
  const reads = ['SELECT record', 'SELECT record', 'SELECT record'];
  t.deepEqual(asked, ['SELECT (SELECT', 'SELECT CASE', 'SELECT 1', ...reads]);
});
