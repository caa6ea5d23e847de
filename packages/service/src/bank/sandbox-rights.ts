import type { Knex } from 'knex';

/** `CREATE … IF NOT EXISTS`, with which the sandbox bank makes its tables, asks for these rights where they exist, too. */
const LOOK = `
  SELECT 'CREATE on the database, or the schema "sandbox_bank"' AS what, '' AS name
    WHERE to_regnamespace('sandbox_bank') IS NULL
      AND NOT has_database_privilege(current_database(), 'CREATE')
  UNION ALL
  SELECT 'ownership of the schema "sandbox_bank"', '' FROM pg_namespace
    WHERE nspname = 'sandbox_bank' AND NOT pg_has_role(nspowner, 'USAGE')
  UNION ALL
  SELECT 'ownership of the table sandbox_bank.' || c.relname, c.relname
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'sandbox_bank' AND c.relkind = 'r' AND NOT pg_has_role(c.relowner, 'USAGE')
  ORDER BY name LIMIT 5`;

/** The rights that a role of PostgreSQL lacks to keep the sandbox bank in its database, in words: at most the first five. */
export const missingSandboxRights = async (db: Knex): Promise<ReadonlyArray<string>> => {
  const { rows } = await db.raw<{ readonly rows: ReadonlyArray<{ readonly what: string }> }>(LOOK);
  return rows.map(({ what }) => what);
};
