import { literal, quoted } from '../engine/own-path.js';
import type { Session } from '../engine/session.js';

const TABLE = 'commit_phases';
const TRIGGER = 'commit_in_two_phases';

const UNKNOWN = `SELECT current_schema() AS schema, ARRAY(SELECT n.name FROM unnest(?::text[]) AS n (name)
    WHERE NOT EXISTS (SELECT 1 FROM pg_trigger t
      WHERE t.tgrelid = to_regclass(n.name) AND t.tgname = '${TRIGGER}') ORDER BY n.name) AS names`;

interface Unknown {
  readonly schema: string;
  readonly names: ReadonlyArray<string>;
}

const MANAGED = `SELECT 1 FROM pg_dist_partition WHERE logicalrelid = to_regclass('${TABLE}')`;

/** What the trigger does: a statement that writes no row. */
const asking = (schema: string): string => `CREATE OR REPLACE FUNCTION ${TRIGGER}() RETURNS trigger
  LANGUAGE plpgsql AS $do$ BEGIN DELETE FROM ${quoted(schema)}.${TABLE} WHERE id = 0; RETURN NULL; END $do$`;

/**
 * Lets each transaction that writes in a whole table, on the coordinator, commit in two phases where it also writes on a
 * worker. Citus counts no table but its own: it would commit on the worker first, then on the coordinator, and keep one
 * without the other where the worker's answer is lost. So a trigger asks for a table of its own that stands on the
 * coordinator. A transaction that writes on no worker prepares nothing.
 *
 * @param whole the names of these tables.
 * @throws where Citus was not given the address of the coordinator.
 */
export const commitInTwoPhases = async (
  session: Session,
  whole: ReadonlyArray<string>,
): Promise<void> => {
  const [found] = (await session.all(UNKNOWN, [whole])) as ReadonlyArray<Unknown>;
  const { schema, names } = found as Unknown;
  if (names.length === 0) return;
  await session.run(`CREATE TABLE IF NOT EXISTS ${TABLE} (id bigint PRIMARY KEY)`);
  if ((await session.all(MANAGED)).length === 0)
    await session.all(`SELECT citus_add_local_table_to_metadata(${literal(TABLE)})`);
  // Workers have none of these tables.
  await session.run(`SET LOCAL citus.enable_ddl_propagation TO off`);
  await session.run(asking(schema));
  for (const name of names)
    await session.run(`CREATE TRIGGER ${TRIGGER} AFTER INSERT OR UPDATE OR DELETE ON ${name}
      FOR EACH STATEMENT EXECUTE FUNCTION ${TRIGGER}()`);
};
