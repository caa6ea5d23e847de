import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { knexStorage, migrate, openSqlite } from '@hundi/adapter-knex';
import { createSandbox } from '@hundi/testkit';
import test, { type ExecutionContext } from 'ava';
import { callHundi } from '../testing/command-line.js';

/** A database of the demo corporates whose tables begin with pages of noise. */
const damaged = async (t: ExecutionContext, tables: ReadonlyArray<string>): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'hundi-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'hundi.db');
  const { writer, close } = await openSqlite(path);
  await migrate(writer);
  await createSandbox({ storage: knexStorage(writer) });
  const [{ page_size: size } = { page_size: 0 }] =
    await writer.raw<ReadonlyArray<{ readonly page_size: number }>>('PRAGMA page_size');
  const roots = await writer<{ name: string; rootpage: number }>('sqlite_master')
    .whereIn('tbl_name', [...tables])
    .pluck('rootpage');
  await close();
  const file = await open(path, 'r+');
  for (const page of roots) await file.write(Buffer.alloc(size, 0xff), 0, size, (page - 1) * size);
  await file.close();
  return `sqlite:${path}`;
};

for (const [line, table] of [
  [['journal', 'verify'], 'journal_seals'],
  [['incidents'], 'incidents'],
  [['payouts'], 'work'],
  [['backlog'], 'work'],
] as const) {
  test(`hundi ${line.join(' ')} on a damaged database says so in one line, and fails`, async (t) => {
    const url = await damaged(t, [table]);
    const { code, err } = await callHundi([...line, '--database-url', url]);

    t.is(code, 1);
    t.deepEqual(err, [
      'hundi: the database is damaged (SQLITE_CORRUPT): restore a backup (docs/backup.md)',
    ]);
  });
}
