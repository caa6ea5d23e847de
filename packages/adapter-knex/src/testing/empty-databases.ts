import { join } from 'node:path';
import { postgresUrl } from '@hundi/testkit/contract';
import test, { type ExecutionContext } from 'ava';
import knex, { type Knex } from 'knex';
import { freshFolder, freshSchema } from '../fresh.test.support.js';
import { openPostgres } from '../index.js';

const url = await postgresUrl();

/** Each empty database is reached so many times over. */
const STARTERS = 8;

/** An empty database, as each of the starters reaches it. */
export type Empty = (t: ExecutionContext) => Promise<ReadonlyArray<Knex>>;

const emptyFile: Empty = async (t) => {
  const folder = await freshFolder();
  const filename = join(folder.path, 'a.db');
  const db = knex({ client: 'sqlite3', connection: { filename }, useNullAsDefault: true });
  t.teardown(async () => {
    await db.destroy();
    await folder.remove();
  });
  // A file serves one process, and that process has one writer.
  return Array.from({ length: STARTERS }, () => db);
};

const emptySchema: Empty = async (t) => {
  const { db, schema, close } = await freshSchema(url ?? '');
  const others = Array.from({ length: STARTERS - 1 }, () =>
    openPostgres(url ?? '', { schema, connections: 1 }),
  );
  t.teardown(async () => {
    await Promise.all(others.map((other) => other.destroy()));
    await close();
  });
  return [db, ...others];
};

/** Runs a suite of tests on an empty SQLite file and on an empty schema of PostgreSQL. */
export const onEmptyDatabases = (
  suite: (name: string, empty: Empty, run: typeof test.serial) => void,
): void => {
  suite('SQLite', emptyFile, test.serial);
  suite(
    'PostgreSQL',
    emptySchema,
    (url === undefined ? test.skip : test.serial) as typeof test.serial,
  );
};
