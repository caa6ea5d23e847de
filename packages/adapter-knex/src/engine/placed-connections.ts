import type { Knex } from 'knex';
import { connectionsOf, type Connections } from './connections.js';
import { dialectOf } from './dialect-of.js';
import { HOLDING, OWN_SCHEMA, pathWith } from './own-path.js';
import { isPlaced } from './pooler.js';
import { readsOf } from './read.js';
import type { Session } from './session.js';

const ASK = `SELECT ${HOLDING} AS holding, current_schema() AS first, current_setting('search_path') AS path`;

interface Asked {
  /** The schema in which the tables are, if the session finds them; NULL where it does not. */
  readonly holding: string | null;
  /** The schema into which the session looks first. */
  readonly first: string | null;
  readonly path: string;
}

/** Lets something read, wherever it reads. */
export type Reading = <A>(work: (session: Session) => Promise<A>) => Promise<A>;

/** Connections by which the engine finds its tables. Asks once where they are; by default through the pool. */
export type Placed = (read?: Reading) => Connections | Promise<Connections>;

/**
 * The connections of a Knex, by which the engine finds its tables. Sessions of a host's own Knex look for names where the
 * host's tables are, which may have the same names. Unless the engine's schema comes first there, each transaction puts it
 * first, and a read becomes a transaction.
 */
export const placedConnections = (db: Knex): Placed => {
  const connections = connectionsOf(db);
  if (dialectOf(db).name !== 'postgres' || isPlaced(db)) return () => connections;
  const byPool = readsOf(connections);
  let known: Connections | undefined;
  const ask = async (read: Reading): Promise<Connections> => {
    const [row] = (await read(({ all }) => all(ASK))) as ReadonlyArray<Asked>;
    const { holding, first, path } = row as Asked;
    known =
      holding !== null && holding === first
        ? connections
        : connectionsOf(db, { search_path: pathWith(holding ?? OWN_SCHEMA, path) });
    return known;
  };
  return (read = byPool) => known ?? ask(read);
};
