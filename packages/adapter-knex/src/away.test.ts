import { join } from 'node:path';
import { E } from '@hundi/core';
import { StorageAway, type Storage } from '@hundi/core/storage';
import { anEntry, aTenant, aUser } from '@hundi/testkit';
import { postgresUrl } from '@hundi/testkit/contract';
import test from 'ava';
import knex from 'knex';
import { freshFolder, freshMemory, freshPostgres, freshSchema } from './fresh.test.support.js';
import { knexStorage, migrate, openPostgres, openSqlite } from './index.js';

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
