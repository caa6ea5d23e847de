import { readFile } from 'node:fs/promises';
import test from 'ava';
import { freshMemory } from './fresh.test.support.js';
import { citusStatements } from './citus/citus-statements.js';
import { fileOf, requireFile, statementsOf } from './testing/statements.js';

test('sql/sqlite.sql holds what the stores run today; npm run docs:generate writes it', async (t) => {
  t.timeout(600_000);
  const fresh = await freshMemory();
  t.teardown(fresh.close);

  await requireFile(t, 'SQLite', await statementsOf('SQLite', fresh));
});

test('sql/citus.sql holds what the dialect of Citus makes of sql/postgresql.sql; npm run docs:generate writes it', async (t) => {
  const postgres = await readFile(fileOf('PostgreSQL'), 'utf8');

  await requireFile(t, 'Citus', citusStatements(postgres));
});
