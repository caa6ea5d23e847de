import type { Knex } from 'knex';
import { dialectOf } from '../engine/dialect-of.js';
import { literal, quoted } from '../engine/own-path.js';
import { placedConnections } from '../engine/placed-connections.js';
import { readsOf } from '../engine/read.js';
import type { Session } from '../engine/session.js';
import { EVERY_TABLE } from './by-corporate.js';
import { placeOf } from './place.js';

// Tables of the host's own may stand beside them.
const TABLES = EVERY_TABLE.map(literal).join(', ');

/** The sequences of these tables, and that of the tokens, which belongs to none. */
const IS_OURS = `(c.relname = 'work_tokens' OR EXISTS (
  SELECT 1 FROM pg_depend d JOIN pg_class t ON t.oid = d.refobjid
  WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('a', 'i')
    AND t.relname IN (${TABLES})))`;

/** What each look asks answers one row for each right that is missing. */
interface Missing {
  readonly what: string;
}

const look = async (session: Session, sql: string): Promise<ReadonlyArray<string>> => {
  const rows = (await session.all(sql)) as ReadonlyArray<Missing>;
  return rows.map(({ what }) => what);
};

const toMakeSchema = (schema: string): string =>
  `SELECT 'CREATE on the database, or the schema ' || ${literal(quoted(schema))} AS what
    WHERE NOT has_database_privilege(current_database(), 'CREATE')`;

const toEnter = (schema: string): string =>
  `SELECT 'USAGE on the schema ' || ${literal(quoted(schema))} AS what
    WHERE NOT has_schema_privilege(${literal(schema)}, 'USAGE')`;

const toMigrate = (schema: string): string =>
  `SELECT 'CREATE on the schema ' || ${literal(quoted(schema))} AS what
    WHERE NOT has_schema_privilege(${literal(schema)}, 'CREATE')
    UNION ALL
    SELECT 'ownership of the tables' AS what FROM pg_class c
    WHERE c.oid = to_regclass('hundi_schema') AND NOT pg_has_role(c.relowner, 'USAGE')`;

const toWork = (schema: string): string =>
  `SELECT what FROM (
    SELECT r.name || ' on the table ' || c.relname AS what, 1 AS place, c.relname, r.name AS right_name
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace,
      (VALUES ('SELECT'), ('INSERT'), ('UPDATE'), ('DELETE')) AS r (name)
    WHERE n.nspname = ${literal(schema)} AND c.relname IN (${TABLES})
      AND NOT has_table_privilege(c.oid, r.name)
    UNION ALL
    SELECT r.name || ' on the sequence ' || c.relname, 2, c.relname, r.name
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace,
      (VALUES ('USAGE'), ('SELECT'), ('UPDATE')) AS r (name)
    WHERE n.nspname = ${literal(schema)} AND c.relkind = 'S' AND ${IS_OURS}
      AND NOT has_sequence_privilege(c.oid, r.name)
  ) m ORDER BY place, relname, right_name LIMIT 5`;

/**
 * The rights that the role of a database lacks, in words, to bring the schema up to date, or else to work on it: at most
 * the first five. None on SQLite, which knows no roles.
 *
 * @param isCurrent whether the schema has every step already.
 */
export const missingRights = async (
  db: Knex,
  isCurrent: boolean,
): Promise<ReadonlyArray<string>> => {
  if (dialectOf(db).name !== 'postgres') return [];
  return readsOf(await placedConnections(db)())(async (session) => {
    const { schema, isThere } = await placeOf(session);
    if (!isThere) return look(session, toMakeSchema(schema));
    const closed = await look(session, toEnter(schema));
    if (closed.length > 0) return closed;
    return look(session, isCurrent ? toWork(schema) : toMigrate(schema));
  });
};
