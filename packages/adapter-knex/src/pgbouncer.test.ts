import { aTenant } from '@hundi/testkit';
import { pgbouncerPath, postgresUrl, startPgbouncer } from '@hundi/testkit/contract';
import test, { type ExecutionContext } from 'ava';
import knex, { type Knex } from 'knex';
import { connectionsOf } from './engine/connections.js';
import { readsOf } from './engine/read.js';
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
  WrongPooler,
  type Pooler,
  type PostgresOptions,
} from './index.js';
import { quiet } from './open/quiet.js';

const url = (await postgresUrl()) ?? '';
const path = (await pgbouncerPath()) ?? '';
const acme = aTenant('acme');

const pooled = (url === '' || path === '' ? test.skip : test.serial) as typeof test.serial;

type Mode = Exclude<Pooler, 'none'>;
const MODES: ReadonlyArray<Mode> = ['session', 'transaction'];

/** A server of fewer sessions than the tests have connections, and a way to it. */
const pgbouncer = async (t: ExecutionContext, mode: Mode, size = 4) => {
  const bouncer = await startPgbouncer(path, url, { mode, size });
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

      const strict = open({ statementTimeoutMs: 7_000, idleTimeoutMs: 3_000 }, database);
      await putUser(knexStorage(strict));
      t.is(await atCommit(strict), 'on 7s 3s');
      // A pool must be gone before its database is.
      await Promise.all([db.destroy(), strict.destroy()]);
    },
  );

  pooled(`${mode}: a read finds its rows by index, and ends in time`, async (t) => {
    const open = await pgbouncer(t, mode);

    t.is(await readUnder(open()), 'off off 30s 10s');
    t.is(await readUnder(open({ statementTimeoutMs: 500, idleTimeoutMs: 0 })), 'off off 500ms 0');
  });

  pooled(`${mode}: a read that waits for a lock is ended, on the pool of a host too`, async (t) => {
    const { owner, schema } = await ownSchema(t);
    const open = await pgbouncer(t, mode);
    const ours = open({ schema, statementTimeoutMs: 200 });
    // The session has no time-out: then the storage has one.
    const endless = open({ schema, statementTimeoutMs: 0 });
    const trx = await owner.transaction();
    await trx.raw('LOCK TABLE users IN ACCESS EXCLUSIVE MODE');

    await t.throwsAsync(users(ours), { code: '57014' });
    await t.throwsAsync(users(endless, { statementTimeoutMs: 200 }), { code: '57014' });
    await trx.rollback();
    t.deepEqual([await users(ours), await users(endless, { statementTimeoutMs: 200 })], [[], []]);
  });
}

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
  const { schema } = await ownSchema(t);
  const open = await pgbouncer(t, 'transaction', 1);
  await open().raw(`SET search_path = nowhere; SET synchronous_commit = off;
    SET statement_timeout = '5s'; SET enable_seqscan = on`);
  const db = open({ schema });
  const storage = knexStorage(db);
  await putUser(storage);

  t.is((await users(db)).length, 1);
  t.is(await readUnder(db), 'off off 30s 10s');
});

pooled(
  "transaction: a host's own pool is migrated and written through, and sets nothing",
  async (t) => {
    const { owner, schema } = await ownSchema(t);
    await owner.raw(`DROP SCHEMA ${schema} CASCADE; CREATE SCHEMA ${schema}`);
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
