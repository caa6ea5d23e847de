/** Where the tables are on PostgreSQL, unless somebody chose another schema. */
export const OWN_SCHEMA = 'hundi';

/** The `search_path` of a PostgreSQL in which nobody set one. */
const UNCHOSEN = '"$user", public';

/** Looks for names in the engine's schema first: older tables are still found in `public`. */
const OWN_PATH = `${OWN_SCHEMA}, ${UNCHOSEN}`;

/** The same order of schemas, with the engine's first where nobody chose one. */
export const ownPathOf = (path: string): string => (path === UNCHOSEN ? OWN_PATH : path);

/** An expression that puts the engine's schema first, unless server, database or role name another order. */
export const ownPathWhereUnchosen = (untilEnd: boolean): string =>
  `CASE current_setting('search_path') WHEN '${UNCHOSEN}' THEN set_config('search_path', '${OWN_PATH}', ${String(untilEnd)}) END`;

/** An expression: the schema in which the engine's tables are, if the session finds them; otherwise NULL. */
export const HOLDING = `(SELECT n.nspname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.oid = to_regclass('hundi_schema'))`;

/** A name as SQL takes it. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
