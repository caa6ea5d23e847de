/** Where the tables are on PostgreSQL, unless the host or the role names another schema. */
export const OWN_SCHEMA = 'hundi';

/** PostgreSQL's own `search_path`: server, database and role name no other. */
const DEFAULT_PATH = '"$user", public';

/** An administrator's word that names are looked for nowhere. */
const EMPTY_PATH = '""';

/** The paths that name no schema for the engine, each with the engine's schema first: older tables stay in reach. */
const OWN_PATHS: ReadonlyMap<string, string> = new Map([
  [DEFAULT_PATH, `${OWN_SCHEMA}, ${DEFAULT_PATH}`],
  [EMPTY_PATH, OWN_SCHEMA],
]);

/** The same order of schemas; one that names none for the engine gets the engine's first. */
export const ownPathOf = (path: string): string => OWN_PATHS.get(path) ?? path;

/** An expression that puts the engine's schema first, unless server, database or role name another one. */
export const ownPathWhereUnchosen = (untilEnd: boolean): string => {
  const cases = [...OWN_PATHS].map(
    ([path, own]) => `WHEN '${path}' THEN set_config('search_path', '${own}', ${String(untilEnd)})`,
  );
  return `CASE current_setting('search_path') ${cases.join(' ')} END`;
};

/** The path with a schema before the others. */
export const pathWith = (schema: string, path: string): string =>
  path === EMPTY_PATH ? quoted(schema) : `${quoted(schema)}, ${path}`;

/** An expression: the schema in which the engine's tables are, if the session finds them; otherwise NULL. */
export const HOLDING = `(SELECT n.nspname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.oid = to_regclass('hundi_schema'))`;

/** A text as SQL takes it. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** A name as SQL takes it. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
