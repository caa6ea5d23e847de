import { E } from '@hundi/core';
import type { Knex } from 'knex';
import { ADVISORY_LOCKS } from '../engine/advisory-locks.js';
import { connectionsOf } from '../engine/connections.js';
import type { Dialect } from '../engine/dialect.js';
import { dialectOf } from '../engine/dialect-of.js';
import { readsOf } from '../engine/read.js';
import type { Session } from '../engine/session.js';
import { unitsOf } from '../engine/unit.js';
import { MIGRATIONS, type Migration } from './migrations.js';

const TABLE: Readonly<Record<Dialect['name'], string>> = {
  sqlite: `SELECT name FROM sqlite_schema WHERE type = 'table' AND name = 'hundi_schema'`,
  postgres: `SELECT name FROM (SELECT to_regclass('hundi_schema') AS name) t WHERE name IS NOT NULL`,
};

const versionIn = async (session: Session, { name }: Dialect): Promise<number> => {
  if ((await session.all(TABLE[name])).length === 0) return 0;
  const [row] = (await session.all('SELECT version FROM hundi_schema')) as ReadonlyArray<{
    readonly version: number | string;
  }>;
  return Number(row?.version ?? 0);
};

/** One step, and whether there may be another. */
const step = async (
  session: Session,
  dialect: Dialect,
  migrations: ReadonlyArray<Migration>,
): Promise<boolean> => {
  // Starters queue here; each finds what the one before it committed. SQLite's BEGIN IMMEDIATE does the same.
  if (dialect.name === 'postgres')
    await session.all(`SELECT pg_advisory_xact_lock(${String(ADVISORY_LOCKS.migrate)})`);
  const version = await versionIn(session, dialect);
  if (version > migrations.length) {
    throw new Error(
      `the schema is at version ${String(version)}, newer than this program's ${String(migrations.length)}`,
    );
  }
  const next = migrations[version];
  if (next === undefined) return false;
  if (version === 0) {
    await session.run(`CREATE TABLE hundi_schema (version ${dialect.schema.int} NOT NULL)`);
    await session.run('INSERT INTO hundi_schema (version) VALUES (0)');
  }
  for (const statement of next(dialect.schema)) await session.run(statement);
  await session.run('UPDATE hundi_schema SET version = ?', [version + 1]);
  return true;
};

/** {@link migrate} over a given list of steps. */
export const migrateBy = async (db: Knex, migrations: ReadonlyArray<Migration>): Promise<void> => {
  const dialect = dialectOf(db);
  // A step over a table of millions takes as long as it takes, unless its owner says otherwise.
  const unit = unitsOf(connectionsOf(db), dialect);
  for (let more = true; more;) {
    const done = await unit<never, boolean>(async (session) =>
      E.right(await step(session, dialect, migrations)),
    );
    more = E.isRight(done) && done.right;
  }
};

/**
 * Brings the schema to the version of this program, one transaction per step: a step that is interrupted
 * leaves nothing. Any number of processes may call it at once, and again; on a current schema it changes nothing.
 *
 * @throws when the schema is newer than the program.
 */
export const migrate = (db: Knex): Promise<void> => migrateBy(db, MIGRATIONS);

/** The version of the schema; 0 for a database without one. */
export const schemaVersion = (db: Knex): Promise<number> => {
  const dialect = dialectOf(db);
  return readsOf(connectionsOf(db))((session) => versionIn(session, dialect));
};

/** Whether the schema is the one that this program was written for. */
export const isCurrent = async (db: Knex): Promise<boolean> =>
  (await schemaVersion(db)) === MIGRATIONS.length;
