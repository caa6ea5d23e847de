import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import type { Knex } from 'knex';
import { freshFolder } from '../fresh.test.support.js';
import { DatabaseInUse, openSqlite } from '../index.js';

const SELF = new URL('../index.js', import.meta.url).href;

/** What another process sees when it opens the file. */
const openElsewhere = async (file: string): Promise<string> => {
  const program = `import { openSqlite } from ${JSON.stringify(SELF)};
    const answer = await openSqlite(${JSON.stringify(file)}).then(() => 'open', (e) => e.name + ': ' + e.message);
    console.log(answer); process.exit();`;
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    program,
  ]);
  return stdout.trim();
};

const setting = async (db: Knex, name: string): Promise<unknown> => {
  const [row] = await db.raw<ReadonlyArray<object>>(`PRAGMA ${name}`);
  return Object.values(row ?? {})[0];
};

const settings = async (db: Knex): Promise<ReadonlyArray<unknown>> => {
  const values: unknown[] = [];
  for (const name of ['journal_mode', 'synchronous', 'foreign_keys', 'busy_timeout', 'cache_size'])
    values.push(await setting(db, name));
  return values;
};

test('a file is opened with a write-ahead log, synced commits and foreign keys', async (t) => {
  const folder = await freshFolder();
  t.teardown(folder.remove);
  const { writer, readers, close } = await openSqlite(join(folder.path, 'a.db'));
  t.teardown(close);

  t.deepEqual(await settings(writer), ['wal', 2, 1, 5_000, -65_536]);
  t.is(await setting(writer, 'page_size'), 8_192);
  t.is(await setting(readers as Knex, 'query_only'), 1);
  t.is(await setting(readers as Knex, 'busy_timeout'), 5_000);
});

test('connections have the settings that the options ask for', async (t) => {
  const folder = await freshFolder();
  t.teardown(folder.remove);
  const { writer, readers, close } = await openSqlite(join(folder.path, 'a.db'), {
    readers: 0,
    busyTimeoutMs: 100,
    cacheKib: 1_024,
  });
  t.teardown(close);

  t.deepEqual(await settings(writer), ['wal', 2, 1, 100, -1_024]);
  t.is(readers, undefined);
});

test('readers cannot write', async (t) => {
  const folder = await freshFolder();
  t.teardown(folder.remove);
  const { writer, readers, close } = await openSqlite(join(folder.path, 'a file?#%.db'));
  t.teardown(close);
  await writer.raw('CREATE TABLE a (b)');

  await t.throwsAsync(async () => {
    await (readers as Knex).raw('INSERT INTO a VALUES (1)');
  });
  t.deepEqual(await (readers as Knex).raw('SELECT * FROM a'), []);
});

test('a database in memory is one connection', async (t) => {
  const { writer, readers, close } = await openSqlite(':memory:');
  t.teardown(close);
  await writer.raw('CREATE TABLE a (b)');

  t.is(readers, undefined);
  t.deepEqual(await writer.raw('SELECT * FROM a'), []);
});

test('a second process is refused, and let in when the first has closed', async (t) => {
  const folder = await freshFolder();
  t.teardown(folder.remove);
  const file = join(folder.path, 'a.db');
  const { close } = await openSqlite(file);

  t.regex(await openElsewhere(file), /^DatabaseInUse: .*a\.db is in use by another process/);

  await close();
  t.is(await openElsewhere(file), 'open');
});

test('a database file that is open in this process is refused under any other path, too', async (t) => {
  const folder = await freshFolder();
  t.teardown(folder.remove);
  const file = join(folder.path, 'a.db');
  const { close } = await openSqlite(file);
  t.teardown(close);
  await symlink(file, join(folder.path, 'b.db'));

  await t.throwsAsync(openSqlite(file), { instanceOf: DatabaseInUse });
  await t.throwsAsync(openSqlite(join(folder.path, 'b.db')), { instanceOf: DatabaseInUse });
});

test('a process that is killed lets go of the file', async (t) => {
  const folder = await freshFolder();
  t.teardown(folder.remove);
  const file = join(folder.path, 'a.db');
  const program = `import { openSqlite } from ${JSON.stringify(SELF)};
    await openSqlite(${JSON.stringify(file)}); console.log('open'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program]);
  await once(child.stdout, 'data');
  await t.throwsAsync(openSqlite(file), { instanceOf: DatabaseInUse });

  child.kill('SIGKILL');
  await once(child, 'exit');
  const { close } = await openSqlite(file);
  await close();
});

test('a file that is not a database is refused and released', async (t) => {
  const folder = await freshFolder();
  t.teardown(folder.remove);
  const file = join(folder.path, 'a.db');
  await writeFile(file, 'not a database, but long enough to be read as the head of one'.repeat(20));

  await t.throwsAsync(openSqlite(file), { message: /not a database/ });
  await t.throwsAsync(openSqlite(file), { message: /not a database/ });
});

test('a folder that is not there is refused', async (t) => {
  const folder = await freshFolder();
  t.teardown(folder.remove);

  await t.throwsAsync(openSqlite(join(folder.path, 'nowhere', 'a.db')), { code: 'ENOENT' });
});
