import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fitsSchema, openSqlite } from '@hundi/adapter-knex';
import test, { type ExecutionContext } from 'ava';
import { callHundi } from '../testing/command-line.js';

const emptyFile = async (t: ExecutionContext): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'hundi-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'hundi.db');
};

const call = (file: string, ...line: ReadonlyArray<string>) =>
  callHundi(['migrate', ...line, '--database-url', `sqlite:${file}`]);

test('migrating makes the schema, and says so; again it changes nothing', async (t) => {
  const file = await emptyFile(t);

  t.regex((await call(file)).out[0] ?? '', /^schema 0 brought to \d+$/);
  t.regex((await call(file)).out[0] ?? '', /^the schema is current: \d+$/);
  t.deepEqual((await call(file, '--print')).out.length, 1);
});

test('what --print prints makes the schema elsewhere, and --print makes nothing', async (t) => {
  const file = await emptyFile(t);
  const { code, out } = await call(file, '--print');
  t.is(code, 0);
  t.false(existsSync(file));
  const { writer, close } = await openSqlite(file);
  t.teardown(close);
  const statements = out.filter((line) => !line.startsWith('--')).join('\n');
  // One statement after another, as a shell of the database runs them.
  for (const statement of statements.split(/;\n/))
    if (statement.trim() !== '') await writer.raw(statement.replaceAll('?', '\\?'));

  t.true(await fitsSchema(writer));
});

test('a database that cannot be had is refused', async (t) => {
  const { code, err } = await callHundi([
    'migrate',
    '--database-url',
    'postgres://nobody@127.0.0.1:1/none',
  ]);

  t.is(code, 2);
  t.regex(err[0] ?? '', /^hundi: DATABASE_URL: /);
});
