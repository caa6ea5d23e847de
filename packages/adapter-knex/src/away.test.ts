import { join } from 'node:path';
import { E } from '@hundi/core';
import { StorageAway, type Storage } from '@hundi/core/storage';
import { anEntry, aTenant, aUser } from '@hundi/testkit';
import { postgresUrl } from '@hundi/testkit/contract';
import test, { type ExecutionContext } from 'ava';
import knex from 'knex';
import { connectionsOf } from './engine/connections.js';
import { freshFolder, freshMemory, freshPostgres, freshSchema } from './fresh.test.support.js';
import { knexStorage, migrate, openPostgres, openSqlite, takesWrites } from './index.js';
import { freshDatabase } from './testing/fresh-database.js';

const url = await postgresUrl();
const acme = aTenant('acme');
const AWAY = { instanceOf: StorageAway };

const putUser = (storage: Storage, meanwhile: () => Promise<unknown> = () => Promise.resolve()) =>
  storage.atomically<never, undefined>(async ({ tenancy }) => {
    await tenancy.putUsers(acme, [aUser(1)]);
    await meanwhile();
    await tenancy.users(acme);
    return E.right(undefined);
  });

const read = (storage: Storage) => storage.read(({ tenancy }) => tenancy.users(acme));

test('where no server listens the storage is away, to read and to write', async (t) => {
  const db = openPostgres('postgres://postgres@127.0.0.1:1/test');
  t.teardown(() => db.destroy());
  const storage = knexStorage(db);

  for (const ask of [putUser, read]) {
    const error = await t.throwsAsync(ask(storage), AWAY);
    t.is((error.cause as NodeJS.ErrnoException).code, 'ECONNREFUSED');
  }
});

const postgres = (url === undefined ? test.skip : test.serial) as typeof test.serial;

postgres(
  'a connection that the server ends in a unit is away, and the next one serves',
  async (t) => {
    const { db, close } = await freshSchema(url ?? '', { connections: 1 });
    const admin = await freshSchema(url ?? '');
    t.teardown(close);
    t.teardown(admin.close);
    await migrate(db);
    const storage = knexStorage(db);
    const { rows } = await db.raw<{ rows: [{ pid: number }] }>('SELECT pg_backend_pid() AS pid');

    await t.throwsAsync(
      putUser(storage, () => admin.db.raw('SELECT pg_terminate_backend(?)', [rows[0].pid])),
      AWAY,
    );
    t.deepEqual(await read(storage), []);
  },
);

postgres('a role or a database that the server does not let in is away', async (t) => {
  const admin = openPostgres(url ?? '', { connections: 1 });
  const { url: own } = await freshDatabase(t, url ?? '');
  const database = new URL(own).pathname.slice(1);
  const role = `${database}_role`;
  await admin.raw(`CREATE ROLE ${role} LOGIN`);
  t.teardown(async () => {
    await admin.raw(`DROP ROLE ${role}`);
    await admin.destroy();
  });
  const as = (user: string, name = database): string => {
    const way = new URL(own);
    way.username = user;
    way.pathname = `/${name}`;
    return way.href;
  };
  const refused = async (way: string, code: string): Promise<void> => {
    const db = openPostgres(way, { connections: 1 });
    const error = await t.throwsAsync(read(knexStorage(db)), AWAY);
    t.is((error.cause as { readonly code?: string }).code, code);
    await db.destroy();
  };
  await refused(as('postgres', `${database}_gone`), '3D000');
  await admin.raw(`REVOKE CONNECT ON DATABASE ${database} FROM public`);
  await refused(as(role), '42501');
  await admin.raw(`GRANT CONNECT ON DATABASE ${database} TO public; ALTER ROLE ${role} NOLOGIN`);
  await refused(as(role), '28000');
  await admin.raw(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`);
  await refused(own, '55000');
});

/** A database with a table, which can be made read-only for sessions that begin from then on. */
const switchable = async (t: ExecutionContext) => {
  const { owner, url: own } = await freshDatabase(t, url ?? '');
  const database = new URL(own).pathname.slice(1);
  await owner.raw('CREATE TABLE notes (note text)');
  const readOnly = (value: 'on' | 'off') =>
    owner.raw(`ALTER DATABASE ${database} SET default_transaction_read_only = ${value}`);
  return { own, readOnly };
};

postgres('a session that began read-only leaves the pool, whoever asked by it', async (t) => {
  const { own, readOnly } = await switchable(t);
  for (const pooler of ['none', 'transaction'] as const) {
    await readOnly('on');
    const db = openPostgres(own, { connections: 1, pooler });
    const note = () => db.transaction((trx) => trx.raw(`INSERT INTO notes VALUES ('a')`));
    await t.throwsAsync(note(), { code: '25006' });
    await readOnly('off');
    await t.notThrowsAsync(note(), pooler);
    await db.destroy();
  }
});

postgres('once a database takes writes again, so does every session of its pool', async (t) => {
  const { own, readOnly } = await switchable(t);
  await readOnly('on');
  const db = openPostgres(own, { connections: 4 });
  t.teardown(() => db.destroy());
  const { acquire, release, query } = connectionsOf(db);
  const [busy, idle] = [await acquire(), await acquire()];
  await release(idle);
  t.false(await takesWrites(db));
  await readOnly('off');
  while (!(await takesWrites(db)));
  await release(busy);

  const all = await Promise.all(Array.from({ length: 4 }, acquire));
  for (const one of all) {
    await t.notThrowsAsync(query(one, 'raw', "INSERT INTO notes VALUES ('a')", []));
    await release(one);
  }
});

postgres('a pool that is exhausted is away, and its units go on', async (t) => {
  const { db, close } = await freshSchema(url ?? '', { connections: 1, acquireTimeoutMs: 5_000 });
  t.teardown(close);
  await migrate(db);
  const storage = knexStorage(db);

  await putUser(storage, () => t.throwsAsync(read(storage), AWAY));
  t.is((await read(storage)).length, 1);
});

test('an SQLite file that another process holds is away, and is back when it is released', async (t) => {
  const folder = await freshFolder();
  t.teardown(folder.remove);
  const file = join(folder.path, 'a.db');
  const { writer, close } = await openSqlite(file, { readers: 0, busyTimeoutMs: 1 });
  t.teardown(close);
  await migrate(writer);
  const storage = knexStorage(writer);
  const other = knex({
    client: 'sqlite3',
    connection: { filename: file },
    useNullAsDefault: true,
    pool: { min: 1, max: 1 },
  });
  t.teardown(() => other.destroy());
  await other.raw('BEGIN IMMEDIATE');

  await t.throwsAsync(putUser(storage), AWAY);
  await other.raw('ROLLBACK');
  await putUser(storage);
  t.is((await read(storage)).length, 1);
});

const ANYWHERE = { SQLite: freshMemory, ...(url && { PostgreSQL: () => freshPostgres(url) }) };

for (const [name, fresh] of Object.entries(ANYWHERE)) {
  test.serial(`${name}: a refused statement does not count as unreachable storage`, async (t) => {
    const { storage, close } = await fresh();
    t.teardown(close);
    const entry = anEntry(acme, 'a', 1);
    const error = await t.throwsAsync(
      storage.atomically<never, undefined>(async ({ journal }) => {
        await journal.append([entry, entry]);
        return E.right(undefined);
      }),
    );

    t.false(error instanceof StorageAway);
  });
}
