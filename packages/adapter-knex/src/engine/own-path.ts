/** Where the tables are on PostgreSQL, unless the host or the role names another schema. */
export const OWN_SCHEMA = 'hundi';

/** PostgreSQL's own `search_path`: server, database and role name no other. */
const DEFAULT_PATH = '"$user", public';

/** Looks for names in the engine's schema first: older tables are still found in `public`. */
const OWN_PATH = `${OWN_SCHEMA}, ${DEFAULT_PATH}`;

/** The same order of schemas; PostgreSQL's own gets the engine's first. */
export const ownPathOf = (path: string): string => (path === DEFAULT_PATH ? OWN_PATH : path);

/** An expression that puts the engine's schema first, unless server, database or role name another order. */
export const ownPathWhereUnchosen = (untilEnd: boolean): string =>
  `CASE current_setting('search_path') WHEN '${DEFAULT_PATH}' THEN set_config('search_path', '${OWN_PATH}', ${String(untilEnd)}) END`;

/** An expression: the schema in which the engine's tables are, if the session finds them; otherwise NULL. */
export const HOLDING = `(SELECT n.nspname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.oid = to_regclass('hundi_schema'))`;

/** A name as SQL takes it. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
