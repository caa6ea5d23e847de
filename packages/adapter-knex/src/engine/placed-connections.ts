import type { Knex } from 'knex';
import { connectionsOf, type Connections } from './connections.js';
import { dialectOf } from './dialect-of.js';
import { HOLDING, OWN_SCHEMA, pathWith } from './own-path.js';
import { isPlaced, type Settings } from './pooler.js';
import { readsOf } from './read.js';
import { RELIED_ON } from './relied-on.js';
import type { Session } from './session.js';

const ASK = `SELECT ${[
  `${HOLDING} AS holding`,
  'current_schema() AS first',
  ...['search_path', ...Object.keys(RELIED_ON)].map(
    (name) => `current_setting('${name}') AS ${name}`,
  ),
].join(', ')}`;

interface Asked extends Readonly<Record<string, string | null>> {
  /** The schema in which the tables are, if the session finds them; NULL where it does not. */
  readonly holding: string | null;
  /** The schema into which the session looks first. */
  readonly first: string | null;
  readonly search_path: string;
}

/** Lets something read, wherever it reads. */
export type Reading = <A>(work: (session: Session) => Promise<A>) => Promise<A>;

/** Connections by which the engine finds its tables. Asks once where they are; by default through the pool. */
export type Placed = (read?: Reading) => Connections | Promise<Connections>;

/** What sessions lack, for the engine to find its tables first, and of what its statements rely on. */
const lackingIn = ({ holding, first, ...asked }: Asked): Settings => ({
  ...(!(holding !== null && holding === first) && {
    search_path: pathWith(holding ?? OWN_SCHEMA, asked.search_path),
  }),
  ...Object.fromEntries(Object.entries(RELIED_ON).filter(([name, value]) => asked[name] !== value)),
});

/**
 * The connections of a Knex, by which the engine finds its tables. Sessions of a host's own Knex look for names where the
 * host's tables are, which may have the same names, and have the settings that an administrator gave them. What the
 * engine lacks in them, each transaction sets, and a read becomes a transaction.
 */
export const placedConnections = (db: Knex): Placed => {
  const connections = connectionsOf(db);
  if (dialectOf(db).name !== 'postgres' || isPlaced(db)) return () => connections;
  const byPool = readsOf(connections);
  let known: Connections | undefined;
  const ask = async (read: Reading): Promise<Connections> => {
    const [row] = (await read(({ all }) => all(ASK))) as ReadonlyArray<Asked>;
    known = connectionsOf(db, lackingIn(row as Asked));
    return known;
  };
  return (read = byPool) => known ?? ask(read);
};
