import { HOLDING, literal, OWN_SCHEMA, pathWith, quoted } from '../engine/own-path.js';
import type { Session } from '../engine/session.js';

/** Where the steps of a PostgreSQL write. */
export interface Place {
  readonly schema: string;
  /** Whether the schema is there. */
  readonly isThere: boolean;
  readonly path: string;
}

const WHERE = `SELECT current_setting('search_path') AS path, current_schema() AS current,
  ${HOLDING} AS holding,
  (SELECT source FROM pg_settings WHERE name = 'search_path') AS source,
  EXISTS (SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = '${OWN_SCHEMA}' AND c.relname = 'hundi_schema') AS elsewhere`;

interface Found {
  readonly path: string;
  /** The first schema of the path that is there; NULL if none is. */
  readonly current: string | null;
  /** The schema in which the tables are. */
  readonly holding: string | null;
  /** Who named the path. */
  readonly source: string;
  /** Whether the engine's own schema has its tables. */
  readonly elsewhere: boolean;
}

/** Where a path comes from that nobody names who asks for the tables. */
const ADMINISTRATORS: ReadonlyArray<string> = [
  'configuration file',
  'database',
  'user',
  'database user',
];

/** @throws for a role that would get a second set of tables: what the first one has would be missing in it. */
const requireOne = (schema: string, { path, holding, source, elsewhere }: Found): void => {
  if (holding === null && elsewhere && schema !== OWN_SCHEMA && ADMINISTRATORS.includes(source))
    throw new Error(
      `the engine's tables are in the schema ${OWN_SCHEMA}, and the search_path ${path} of this role does not find them: put ${OWN_SCHEMA} first in it, or name another schema by openPostgres(url, { schema })`,
    );
};

/** The first name of a `search_path`; undefined where that is the schema of whatever role asks. */
const firstOf = (path: string): string | undefined => {
  const [, quoted, bare] = /^\s*(?:"((?:[^"]|"")*)"|([^\s,"]+))/.exec(path) ?? [];
  const name = quoted?.replaceAll('""', '"') ?? bare;
  return name === '$user' || name === '' ? undefined : name;
};

/** @throws where there is no such place, or another set of tables beside it. */
export const placeOf = async (session: Session): Promise<Place> => {
  const [row] = (await session.all(WHERE)) as ReadonlyArray<Found>;
  const found = row as Found;
  const { path, current, holding } = found;
  const schema = holding ?? firstOf(path) ?? current;
  if (schema === null) throw new Error(`no schema of the search_path ${path} is there`);
  requireOne(schema, found);
  const known = await session.all('SELECT 1 FROM pg_namespace WHERE nspname = ?', [schema]);
  return { schema, isThere: known.length > 0, path };
};

/** What each step of a PostgreSQL begins with. */
export interface Placing {
  /** Makes the schema, where it is not there. */
  readonly make: ReadonlyArray<string>;
  /** Lets the step find its tables, and make its own beside them. */
  readonly enter: ReadonlyArray<string>;
}

/** What each step begins with: the tables stay together, in the schema that has them, or else in the first of the path. */
export const placingOf = async (session: Session): Promise<Placing> => {
  const { schema, isThere, path } = await placeOf(session);
  return {
    make: isThere ? [] : [`CREATE SCHEMA ${quoted(schema)}`],
    enter: [`SELECT set_config('search_path', ${literal(pathWith(schema, path))}, true)`],
  };
};

/** PostgreSQL's refusal of what a role may not do. */
const FORBIDDEN = '42501';

/** @throws in words where the role may make no schema. */
export const place = async (session: Session): Promise<void> => {
  const { make, enter } = await placingOf(session);
  for (const statement of make)
    await session.run(statement).catch((cause: unknown) => {
      if ((cause as { readonly code?: unknown }).code !== FORBIDDEN) throw cause;
      throw new Error(
        `this role may not do it: ${statement}. Run it as an administrator, with AUTHORIZATION for this role, or grant the role CREATE on the database`,
        { cause },
      );
    });
  for (const statement of enter) await session.run(statement);
};
