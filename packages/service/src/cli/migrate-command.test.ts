import { spawnSync } from 'node:child_process';
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
  // What begins with a dot is for the shell, and no statement.
  const statements = out.filter((line) => !/^(?:--|\.)/.test(line)).join('\n');
  // One statement after another, as a shell of the database runs them.
  for (const statement of statements.split(/;\n/))
    if (statement.trim() !== '') await writer.raw(statement.replaceAll('?', '\\?'));

  t.true(await fitsSchema(writer));
});

const hasShell = spawnSync('sqlite3', ['--version']).status === 0;

(hasShell ? test : test.skip)(
  "SQLite's shell stops at a statement that fails, and leaves the schema as it was before the step",
  async (t) => {
    const file = await emptyFile(t);
    const { out } = await call(file, '--print');
    const input = out.join('\n').replace(/(-- step 22\nBEGIN;\n)/, '$1fail;\n');
    const { status, stderr } = spawnSync('sqlite3', [file], { input, encoding: 'utf8' });

    t.is(status, 1);
    t.regex(stderr, /near "fail"/);
    t.regex((await call(file)).out[0] ?? '', /^schema 21 brought to \d+$/);
  },
);

test("the plan tells SQLite's shell to stop at the first error", async (t) => {
  const { out } = await call(await emptyFile(t), '--print');

  t.is(out[1], '.bail on');
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
