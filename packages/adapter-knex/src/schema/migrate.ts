import { E } from '@hundi/core';
import type { Knex } from 'knex';
import { placedConnections } from '../engine/placed-connections.js';
import type { Dialect } from '../engine/dialect.js';
import { dialectOf } from '../engine/dialect-of.js';
import { requireUtf8 } from '../engine/encoding.js';
import { readsOf } from '../engine/read.js';
import type { Session } from '../engine/session.js';
import { unitsOf } from '../engine/unit.js';
import { distribute } from '../citus/distribute.js';
import { canSpread } from '../citus/spread.js';
import { commitInTwoPhases } from '../citus/two-phases.js';
import { TABLES_BY_CORPORATE, WHOLE_TABLES } from './by-corporate.js';
import { MIGRATIONS, type Migration } from './migrations.js';
import { beginningOf, QUEUE } from './plan-guard.js';
import { place, placingOf, type Placing } from './place.js';
import { fits, requireFit, versionsOf, type SchemaVersions, type VersionsRow } from './served.js';

const TABLE: Readonly<Record<Dialect['name'], string>> = {
  sqlite: `SELECT name FROM sqlite_schema WHERE type = 'table' AND name = 'hundi_schema'`,
  // Naming a table of the catalogue has a session that waited for another process's step hear of what that made: the name
  // alone is looked up as before the wait.
  postgres: `SELECT name FROM (SELECT to_regclass('hundi_schema') AS name FROM pg_namespace WHERE nspname = 'pg_catalog') t
    WHERE name IS NOT NULL`,
};

/** What a database says of its schema. */
interface Schema extends SchemaVersions {
  /** Whether the database keeps `serves`; one whose last step is older does not. */
  readonly keepsServes: boolean;
}

const schemaIn = async (session: Session, { name }: Dialect): Promise<Schema> => {
  if ((await session.all(TABLE[name])).length === 0)
    return { version: 0, serves: 0, keepsServes: true };
  const [row] = (await session.all('SELECT * FROM hundi_schema')) as ReadonlyArray<VersionsRow>;
  return { ...versionsOf(row), keepsServes: row?.serves !== undefined };
};

/** The schema after a step. */
const after = ({ version, serves }: Schema, next: Migration): Schema => ({
  version: version + 1,
  serves: next.isAdditive === true ? serves : version + 1,
  keepsServes: true,
});

/** What a step does, and how the schema notes it. */
const statementsOf = (
  schema: Schema,
  next: Migration,
  { schema: words }: Dialect,
): ReadonlyArray<string> => {
  const { int } = words;
  const { version, serves } = after(schema, next);
  const notes =
    schema.version === 0
      ? [
          `CREATE TABLE hundi_schema (version ${int} NOT NULL, serves ${int})`,
          'INSERT INTO hundi_schema (version, serves) VALUES (0, 0)',
        ]
      : schema.keepsServes
        ? []
        : [`ALTER TABLE hundi_schema ADD COLUMN serves ${int}`];
  return [
    ...notes,
    ...next(words),
    `UPDATE hundi_schema SET version = ${String(version)}, serves = ${String(serves)}`,
  ];
};

/** One step, and whether there may be another. */
const step = async (
  session: Session,
  dialect: Dialect,
  migrations: ReadonlyArray<Migration>,
): Promise<boolean> => {
  for (const statement of QUEUE[dialect.name]) await session.all(statement);
  const schema = await schemaIn(session, dialect);
  requireFit(schema, migrations.length);
  const next = migrations[schema.version];
  if (next === undefined) return false;
  if (dialect.name === 'postgres') await place(session);
  for (const statement of statementsOf(schema, next, dialect)) await session.run(statement);
  return true;
};

/** {@link migrate} over a given list of steps. */
export const migrateBy = async (db: Knex, migrations: ReadonlyArray<Migration>): Promise<void> => {
  const dialect = dialectOf(db);
  const connections = await placedConnections(db)();
  await readsOf(connections)(({ all }) => requireUtf8(all, dialect));
  const unit = unitsOf(connections, dialect);
  for (let more = true; more;) {
    const done = await unit<never, boolean>(async (session) =>
      E.right(await step(session, dialect, migrations)),
    );
    more = E.isRight(done) && done.right;
  }
};

/**
 * Brings the schema to the version of this program, one transaction per step: a step that is interrupted
 * leaves nothing. On PostgreSQL it makes the schema, too: `hundi`, unless a pool of `openPostgres` or its role names
 * another one. Tables that are elsewhere in the `search_path` stay where they are. Where it finds the extension Citus, it
 * then spreads the tables that grow over its machines. Any number of processes may call it at once, and again; on a
 * current schema it changes nothing, nor on a newer one that serves this program.
 *
 * @throws when the schema is newer than the program, and does not serve it; when it would make a second set of tables,
 *   beside one in `hundi` that this `search_path` does not find; for a database that does not keep texts as UTF-8.
 */
export const migrate = async (db: Knex): Promise<void> => {
  await migrateBy(db, MIGRATIONS);
  const dialect = dialectOf(db);
  if (dialect.name !== 'postgres') return;
  await unitsOf(
    await placedConnections(db)(),
    dialect,
  )<never, boolean>(async (session) => {
    if (!(await canSpread(session))) return E.right(false);
    for (const statement of QUEUE.postgres) await session.all(statement);
    await place(session);
    const spread = await distribute(session, TABLES_BY_CORPORATE);
    await commitInTwoPhases(session, WHOLE_TABLES);
    return E.right(spread);
  });
};

/** What {@link migrate} would do to a database. */
export interface MigrationPlan {
  /** The version of the schema; 0 for a database without one. */
  readonly from: number;
  readonly to: number;
  /** The version of the oldest program that may go on working on it afterwards. */
  readonly serves: number;
  /** The statements of each step, which take place in one transaction. */
  readonly steps: ReadonlyArray<ReadonlyArray<string>>;
}

/** SQLite has no schemas. */
const NOWHERE: Placing = { make: [], enter: [] };

/**
 * Says what {@link migrate} would do, and changes nothing. Whoever runs the statements of the steps one after another,
 * those of each step in one transaction, has the same schema. A step fails unless the schema is at the version before it.
 * On SQLite whoever runs them must also stop at the first error, because a failed statement does not end a transaction there.
 * On Citus `migrate` then spreads tables, which the plan leaves out.
 *
 * @throws when the schema is newer than the program, and does not serve it; for a database that does not keep texts as UTF-8.
 */
export const migrationPlan = async (db: Knex): Promise<MigrationPlan> => {
  const dialect = dialectOf(db);
  const read = readsOf(await placedConnections(db)());
  await read(({ all }) => requireUtf8(all, dialect));
  let schema = await read((session) => schemaIn(session, dialect));
  requireFit(schema, MIGRATIONS.length);
  const from = schema.version;
  const { make, enter } = dialect.name === 'postgres' ? await read(placingOf) : NOWHERE;
  const steps: ReadonlyArray<string>[] = [];
  for (const next of MIGRATIONS.slice(from)) {
    const first = steps.length === 0 ? make : [];
    steps.push([
      ...first,
      ...enter,
      ...beginningOf(dialect.name, schema.version),
      ...statementsOf(schema, next, dialect),
    ]);
    schema = after(schema, next);
  }
  return { from, to: schema.version, serves: schema.serves, steps };
};

/** The version of the schema; 0 for a database without one. */
export const schemaVersion = async (db: Knex): Promise<number> => {
  const dialect = dialectOf(db);
  const { version } = await readsOf(await placedConnections(db)())((session) =>
    schemaIn(session, dialect),
  );
  return version;
};

/** {@link fitsSchema} of a program with a given list of steps. */
export const fitsSchemaBy = async (
  db: Knex,
  migrations: ReadonlyArray<Migration>,
): Promise<boolean> => {
  const dialect = dialectOf(db);
  const schema = await readsOf(await placedConnections(db)())((session) =>
    schemaIn(session, dialect),
  );
  return fits(schema, migrations.length);
};

/** Whether this program may work on the schema: it is the program's own, or a newer one that serves it. */
export const fitsSchema = (db: Knex): Promise<boolean> => fitsSchemaBy(db, MIGRATIONS);
