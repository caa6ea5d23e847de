import test from 'ava';
import { freshMemory } from './fresh.test.support.js';
import { requireFile } from './testing/statements.js';

test('sql/sqlite.sql holds what the stores run today; npm run docs:generate writes it', async (t) => {
  t.timeout(600_000);
  const fresh = await freshMemory();
  t.teardown(fresh.close);

  await requireFile(t, 'SQLite', fresh);
});
