import { E } from '@hundi/core';
import { StorageAway } from '@hundi/core/storage';
import { aTenant } from '@hundi/testkit';
import { pgbouncerPath, postgresUrl, startPgbouncer } from '@hundi/testkit/contract';
import test, { type ExecutionContext } from 'ava';
import knex, { type Knex } from 'knex';
import { orAway } from './engine/away.js';
import { connectionsOf } from './engine/connections.js';
import { postgresDialect } from './engine/postgres-dialect.js';
import { readsOf } from './engine/read.js';
import { unitsOf } from './engine/unit.js';
import { freshSchema } from './fresh.test.support.js';
import {
  atCommit,
  hastyDatabase,
  inForce,
  putUser,
  watchCommits,
} from './testing/hasty-database.js';
import {
  behindPooler,
  checkPooler,
  knexStorage,
  localSettings,
  migrate,
  openPostgres,
  schemaVersion,
  WrongPooler,
  type Pooler,
  type PostgresOptions,
} from './index.js';
import { quiet } from './open/quiet.js';
import { migrateBy } from './schema/migrate.js';

const url = (await postgresUrl()) ?? '';
const path = (await pgbouncerPath()) ?? '';
const acme = aTenant('acme');

const pooled = (url === '' || path === '' ? test.skip : test.serial) as typeof test.serial;

type Mode = Exclude<Pooler, 'none'>;
const MODES: ReadonlyArray<Mode> = ['session', 'transaction'];

/** A server of fewer sessions than the tests have connections, and a way to it. */
const pgbouncer = async (t: ExecutionContext, mode: Mode, size = 4, waitSeconds = 60) => {
  t.timeout(600_000);
  const bouncer = await startPgbouncer(path, url, { mode, size, waitSeconds });
  t.teardown(bouncer.stop);
  return (options: PostgresOptions = {}, direct = url): Knex => {
    const db = openPostgres(bouncer.through(direct), { pooler: mode, connections: 4, ...options });
    t.teardown(() => db.destroy());
    return db;
  };
};

/** A schema with the tables; its own connections go to the server directly. */
const ownSchema = async (t: ExecutionContext) => {
  const { db, schema, close } = await freshSchema(url);
  t.teardown(close);
  await migrate(db);
  return { owner: db, schema };
};

/** A pool as a host makes it, that sets nothing. */
const hostsPool = (t: ExecutionContext, connection: string): Knex => {
  const db = knex({ client: 'pg', connection, log: quiet, pool: { min: 0, max: 2 } });
  t.teardown(() => db.destroy());
  return db;
};

const LEFT = `SET search_path = nowhere; SET synchronous_commit = off; SET statement_timeout = '5s'; SET enable_seqscan = on`;

const users = (db: Knex, options = {}) =>
  knexStorage(db, options).read(({ tenancy }) => tenancy.users(acme));

const UNIT = inForce(
  'synchronous_commit',
  'statement_timeout',
  'idle_in_transaction_session_timeout',
);
const READ = inForce(
  'enable_seqscan',
  'jit',
  'statement_timeout',
  'idle_in_transaction_session_timeout',
);

const readUnder = (db: Knex): Promise<unknown> =>
  readsOf(connectionsOf(db))(async ({ all }) => {
    const [row] = await all(`SELECT ${READ} AS found`);
    return (row as { readonly found: string }).found;
  });

for (const mode of MODES) {
  pooled(
    `${mode}: a unit waits for the disk and ends in time, though the database has it otherwise`,
    async (t) => {
      const open = await pgbouncer(t, mode);
      const database = await hastyDatabase(t, url);
      const db = open({}, database);
      await watchCommits(db, UNIT);
      await putUser(knexStorage(db));
      t.is(await atCommit(db), 'on 30s 10s');

      const strict = open({ statementTimeoutMs: 47_000, idleTimeoutMs: 37_000 }, database);
      await putUser(knexStorage(strict));
      t.is(await atCommit(strict), 'on 47s 37s');
      // A pool must be gone before its database is.
      await Promise.all([db.destroy(), strict.destroy()]);
    },
  );

  pooled(`${mode}: a read finds its rows by index, and ends in time`, async (t) => {
    const open = await pgbouncer(t, mode);

    t.is(await readUnder(open()), 'off off 30s 10s');
    t.is(
      await readUnder(open({ statementTimeoutMs: 50_500, idleTimeoutMs: 0 })),
      'off off 50500ms 0',
    );
  });

  pooled(`${mode}: a read that waits for a lock is ended, on the pool of a host too`, async (t) => {
    const { owner, schema } = await ownSchema(t);
    const open = await pgbouncer(t, mode);
    const ours = open({ schema, statementTimeoutMs: 1_000 });
    // The session has no time-out: then the storage has one.
    const endless = open({ schema, statementTimeoutMs: 0 });
    const trx = await owner.transaction();
    await trx.raw('LOCK TABLE users IN ACCESS EXCLUSIVE MODE');

    await t.throwsAsync(users(ours), { code: '57014' });
    await t.throwsAsync(users(endless, { statementTimeoutMs: 200 }), { code: '57014' });
    await trx.rollback();
    t.deepEqual([await users(ours), await users(endless)], [[], []]);
  });
}

for (const mode of MODES)
  pooled(
    `${mode}: a step of the schema takes longer than the statement time-out, and so does the wait of another process for it`,
    async (t) => {
      const { schema, close } = await freshSchema(url);
      t.teardown(close);
      const open = await pgbouncer(t, mode);
      const pools = [0, 1].map(() => open({ schema, statementTimeoutMs: 1_000 }));
      await Promise.all(pools.map((db) => db.raw('SELECT 1')));
      await Promise.all(pools.map((db) => migrateBy(db, [() => ['SELECT pg_sleep(1.5)']])));

      t.deepEqual(await Promise.all(pools.map(schemaVersion)), [1, 1]);
    },
  );

for (const mode of MODES)
  pooled(`${mode}: a unit that the server ended fails, and the storage goes on`, async (t) => {
    const { owner, schema } = await ownSchema(t);
    const open = await pgbouncer(t, mode);
    const db = open({ schema, idleTimeoutMs: 2_000 });
    const unit = unitsOf(connectionsOf(db), postgresDialect);
    const frozen = orAway(() =>
      unit(async ({ all }) => {
        const [row] = await all('SELECT pg_backend_pid() AS process');
        const { process } = row as { readonly process: number };
        for (let isThere = true; isThere;) {
          const found = await owner('pg_stat_activity').where({ pid: process });
          isThere = found.length > 0;
        }
        return E.right(await all('SELECT 1'));
      }),
    );

    await t.throwsAsync(frozen, { instanceOf: StorageAway });
    await putUser(knexStorage(db));
    t.is((await users(db)).length, 1);
  });

pooled(
  'transaction: a unit that gets no session in time fails, and the storage goes on',
  async (t) => {
    const { schema } = await ownSchema(t);
    const open = await pgbouncer(t, 'transaction', 1, 5);
    const storage = knexStorage(open({ schema }));
    const trx = await open().transaction();
    await trx.raw('SELECT 1');

    await t.throwsAsync(putUser(storage), { instanceOf: StorageAway });
    await trx.rollback();
    await t.notThrowsAsync(putUser(storage));
  },
);

pooled('transaction: nothing that is set stays in a session that others get', async (t) => {
  const { schema } = await ownSchema(t);
  const open = await pgbouncer(t, 'transaction', 1);
  const db = open({ schema });
  await putUser(knexStorage(db));
  await users(db);

  const names = inForce('search_path', 'synchronous_commit', 'statement_timeout', 'enable_seqscan');
  const { rows } = await open().raw<{ readonly rows: unknown }>(`SELECT ${names} AS found`);
  t.deepEqual(rows, [{ found: '"$user", public on 0 on' }]);
});

pooled('transaction: what others left in a session harms no unit and no read', async (t) => {
  const open = await pgbouncer(t, 'transaction', 1);
  const database = await hastyDatabase(t, url);
  const others = open({}, database);
  const db = open({}, database);
  await others.raw(LEFT);
  await migrate(db);
  await putUser(knexStorage(db));

  t.is((await users(db)).length, 1);
  t.is(await readUnder(db), 'off off 30s 10s');
  // A pool must be gone before its database is.
  await Promise.all([db.destroy(), others.destroy()]);
});

pooled('transaction: what others left in a session does not lead to another schema', async (t) => {
  const { schema } = await ownSchema(t);
  const open = await pgbouncer(t, 'transaction', 1);
  await open().raw(LEFT);
  const db = open({ schema });
  await putUser(knexStorage(db));

  t.is((await users(db)).length, 1);
});

pooled(
  "transaction: a host's own pool is migrated and written through, and sets nothing",
  async (t) => {
    const { owner, schema } = await ownSchema(t);
    await owner.raw(`DROP SCHEMA ${schema} CASCADE; CREATE SCHEMA ${schema}`);
    t.timeout(600_000);
    const bouncer = await startPgbouncer(path, url, { mode: 'transaction', size: 1 });
    t.teardown(bouncer.stop);
    const db = behindPooler(hostsPool(t, bouncer.through(url)), 'transaction', {
      search_path: schema,
    });
    await migrate(db);
    await putUser(knexStorage(db));

    t.is((await users(db)).length, 1);
    await db.transaction(async (trx) => {
      await trx.raw(`${localSettings(db)}SELECT 1`);
      t.deepEqual(await trx('users').count({ count: '*' }), [{ count: '1' }]);
    });
  },
);

pooled('a pooler that was not named, or in another mode than was said, is found out', async (t) => {
  const session = await pgbouncer(t, 'session');
  const transaction = await pgbouncer(t, 'transaction');
  const direct = openPostgres(url, { connections: 2 });
  t.teardown(() => direct.destroy());

  await t.notThrowsAsync(checkPooler(direct));
  await t.notThrowsAsync(checkPooler(session()));
  await t.notThrowsAsync(checkPooler(transaction()));
  await t.notThrowsAsync(checkPooler(session({ pooler: 'transaction' })));
  await t.throwsAsync(checkPooler(transaction({ pooler: 'session' })), { instanceOf: WrongPooler });
  for (const open of [session, transaction]) {
    await t.throwsAsync(checkPooler(open({ pooler: 'none' })), {
      message: /unsupported startup parameter/,
    });
    const silent = behindPooler(open(), 'none');
    await t.throwsAsync(checkPooler(silent), { instanceOf: WrongPooler });
  }
});

test('a pooler that nobody knows is refused', (t) => {
  const pooler = 'statement' as Pooler;

  t.throws(() => openPostgres('postgres://127.0.0.1/none', { pooler }), {
    message: 'pooler: expected none, session, transaction; not statement',
  });
});
