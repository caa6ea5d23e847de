import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  checkPooler,
  migrate as bringUp,
  migrationPlan,
  openPostgres,
  openSqlite,
  openSqliteReader,
  type MigrationPlan,
} from '@hundi/adapter-knex';
import type { Knex } from 'knex';
import type { DatabasePlace } from '../../config/config.js';
import { orRefuse } from '../../database/engine-database.js';
import type { NamedDatabase } from '../../database/open-existing.js';
import { EXIT, type Command } from '../command/command.js';
import { DATABASE_OPTION, databaseOf } from '../local/database-of.js';

interface Opened {
  readonly db: Knex;
  readonly close: () => Promise<void>;
}

/** A plan is made beside the service that uses the file, and makes none. */
const openFile = async (file: string, isPlan: boolean): Promise<Opened> => {
  if (isPlan && existsSync(file)) {
    const db = await openSqliteReader(file);
    return { db, close: () => db.destroy() };
  }
  if (!isPlan) await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const { writer, close } = await openSqlite(isPlan ? ':memory:' : file);
  return { db: writer, close };
};

const open = async ({ place, pooler }: NamedDatabase, isPlan: boolean): Promise<Opened> => {
  if (place.kind === 'sqlite') return openFile(place.file, isPlan);
  const db = openPostgres(place.url, { pooler });
  const close = () => db.destroy();
  try {
    await checkPooler(db);
    return { db, close };
  } catch (error) {
    await close();
    throw error;
  }
};

/** A failed statement does not end a transaction of SQLite: its shell must stop there. */
const SHELL_STOPS = '.bail on';

const planLines = (
  { from, to, serves, steps }: MigrationPlan,
  { kind }: DatabasePlace,
): ReadonlyArray<string> => [
  `-- schema ${String(from)} to ${String(to)}; afterwards it serves programs from ${String(serves)} on`,
  ...(kind === 'sqlite' && steps.length > 0 ? [SHELL_STOPS] : []),
  ...steps.flatMap((statements, i) => [
    '',
    `-- step ${String(from + i + 1)}`,
    'BEGIN;',
    ...statements.map((statement) => `${statement};`),
    'COMMIT;',
  ]),
];

/** `hundi migrate`: brings the schema up to date. */
export const migrate: Command = {
  options: {
    print: { type: 'boolean', about: 'prints the SQL that is still to run, and changes nothing' },
    ...DATABASE_OPTION,
  },
  about:
    'Brings the schema of the database to the version of this program, as `hundi serve` does at its start; on a current schema it changes nothing. With --print a database administrator can run the SQL under another user. On Citus the tables are spread by `hundi migrate` alone.',
  examples: ['hundi migrate --print > schema.sql'],
  run: async (given, around) => {
    const isPlan = given.values['print'] === true;
    const named = databaseOf(given, around);
    const { db, close } = await orRefuse(() => open(named, isPlan));
    try {
      const plan = await orRefuse(() => migrationPlan(db));
      const { from, to, serves } = plan;
      if (!isPlan) await orRefuse(() => bringUp(db));
      if (given.json) around.out(JSON.stringify(isPlan ? plan : { from, to, serves }));
      else if (isPlan) planLines(plan, named.place).forEach(around.out);
      else
        around.out(
          from === to
            ? `the schema is current: ${String(to)}`
            : `schema ${String(from)} brought to ${String(to)}`,
        );
      return EXIT.done;
    } finally {
      await close();
    }
  },
};
