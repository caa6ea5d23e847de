import { join } from 'node:path';
import { postgresUrl } from '@hundi/testkit/contract';
import test, { type ExecutionContext } from 'ava';
import knex, { type Knex } from 'knex';
import { freshFolder } from './fresh.test.support.js';
import {
  atCommit,
  hastyDatabase,
  inForce,
  putUser,
  watchCommits,
} from './testing/hasty-database.js';
import { knexStorage, migrate, type KnexStorageOptions } from './index.js';
import { migrateBy } from './schema/migrate.js';

const url = await postgresUrl();

/** A pool as a host makes it; `settings` apply to each of its sessions. */
const hostsPool = (t: ExecutionContext, connection: string, settings = 'SELECT 1'): Knex => {
  const db = knex({
    client: 'pg',
    connection,
    pool: {
      min: 0,
      max: 2,
      afterCreate: (
        session: { query: (sql: string, done: (error: unknown) => void) => void },
        done: (error: unknown, session: unknown) => void,
      ) => {
        session.query(settings, (error) => {
          done(error, session);
        });
      },
    },
  });
  t.teardown(() => db.destroy());
  return db;
};

const SETTINGS = inForce('synchronous_commit', 'statement_timeout');

const postgres = (url === undefined ? test.skip : test.serial) as typeof test.serial;

postgres('a unit waits for the disk where the database of its host does not', async (t) => {
  const db = hostsPool(t, await hastyDatabase(t, url ?? ''));
  await watchCommits(db, SETTINGS);
  await putUser(knexStorage(db));
  t.is(await atCommit(db), 'on 30s');

  await db.transaction((trx) => trx('hundi.users').update({ record: db.ref('record') }));
  t.is(await atCommit(db), 'off 0', "the host's own transactions are as it wants them");
});

postgres('what is stricter than the disk stays, and so does a time-out of the host', async (t) => {
  const database = await hastyDatabase(t, url ?? '');
  await watchCommits(hostsPool(t, database), SETTINGS);
  const inForceUnder = async (settings: string, options: KnexStorageOptions = {}) => {
    const db = hostsPool(t, database, settings);
    await putUser(knexStorage(db, options));
    return atCommit(db);
  };

  for (const level of ['local', 'remote_write', 'on', 'remote_apply'])
    t.is(await inForceUnder(`SET synchronous_commit = ${level}`), `${level} 30s`);
  t.is(await inForceUnder(`SET statement_timeout = '70s'`), 'on 70s');
  t.is(await inForceUnder('SELECT 1', { statementTimeoutMs: 61_500 }), 'on 61500ms');
  t.is(await inForceUnder('SELECT 1', { statementTimeoutMs: 0 }), 'on 0');
});

postgres('a step of the schema waits for the disk too, as long as it takes', async (t) => {
  const db = hostsPool(t, await hastyDatabase(t, url ?? ''));
  await migrateBy(db, [() => [`CREATE TABLE in_step AS SELECT ${SETTINGS} AS settings`]]);

  t.deepEqual(await db('hundi.in_step'), [{ settings: 'on 0' }]);
});

postgres(
  'it costs no statement: a unit is one that begins, its work, and one that ends',
  async (t) => {
    const db = hostsPool(t, await hastyDatabase(t, url ?? ''));
    await migrate(db);
    const client = db.client as {
      _query: (connection: unknown, query: { sql: string }) => unknown;
    };
    const ask = client._query.bind(client);
    const asked: string[] = [];
    client._query = (connection, query) => {
      asked.push(query.sql.split(/[ ;]/, 1)[0] ?? '');
      return ask(connection, query);
    };
    const storage = knexStorage(db);
    for (let n = 0; n < 2; n += 1) await putUser(storage);

    // A storage asks once where its tables are, and what the database can.
    const once = ['SELECT', 'BEGIN', 'SELECT', 'COMMIT'];
    const unit = ['BEGIN', 'INSERT', 'COMMIT'];
    t.deepEqual(asked, [...once, ...unit, ...unit]);
  },
);

/** An SQLite file as a host opens it. */
const hostsFile = async (t: ExecutionContext, ...pragmas: ReadonlyArray<string>): Promise<Knex> => {
  const folder = await freshFolder();
  const db = knex({
    client: 'sqlite3',
    connection: { filename: join(folder.path, 'host.db') },
    useNullAsDefault: true,
    pool: { min: 1, max: 1 },
  });
  t.teardown(async () => {
    await db.destroy();
    await folder.remove();
  });
  for (const pragma of pragmas) await db.raw(`PRAGMA ${pragma}`);
  return db;
};

for (const [level, pragma] of [
  ['OFF', 'synchronous = OFF'],
  ['NORMAL', 'synchronous = NORMAL'],
] as const) {
  test(`SQLite at synchronous=${level} is raised to FULL before the first unit`, async (t) => {
    const db = await hostsFile(t, 'journal_mode = WAL', pragma);
    await migrate(db);
    await putUser(knexStorage(db));

    t.deepEqual(await db.raw('PRAGMA synchronous'), [{ synchronous: 2 }]);
  });
}

test('SQLite at synchronous=EXTRA stays there', async (t) => {
  const db = await hostsFile(t, 'synchronous = EXTRA');
  await migrate(db);

  t.deepEqual(await db.raw('PRAGMA synchronous'), [{ synchronous: 3 }]);
});

for (const mode of ['off', 'memory']) {
  test(`an SQLite file with journal_mode=${mode} is refused, saying what to set`, async (t) => {
    const db = await hostsFile(t, `journal_mode = ${mode}`);

    await t.throwsAsync(migrate(db), {
      message: new RegExp(`journal_mode=${mode}.*set journal_mode=WAL in afterCreate`),
    });
    await t.throwsAsync(putUser(knexStorage(db)), { message: /journal_mode/ });
  });
}

test('an SQLite file in UTF-16 is refused, saying how to make it', async (t) => {
  const db = await hostsFile(t, "encoding = 'UTF-16'", 'journal_mode = WAL');

  await t.throwsAsync(putUser(knexStorage(db)), { message: /PRAGMA encoding = 'UTF-8'/ });
});

test('a time-out that is none is refused', async (t) => {
  const db = await hostsFile(t);

  for (const ms of [-1, 0.5, Number.NaN, 2 ** 31]) {
    t.throws(() => knexStorage(db, { statementTimeoutMs: ms }), { message: /^statementTimeoutMs/ });
    t.throws(() => knexStorage(db, { idleTimeoutMs: ms }), { message: /^idleTimeoutMs/ });
  }
});
