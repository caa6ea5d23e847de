import { rowsOf, tuplesOf, type Connection, type Connections } from './connections.js';
import { postgresBeginRead, type Timeouts } from './postgres-begin.js';
import type { Session } from './session.js';

const refuse = (): Promise<never> => Promise.reject(new Error('a read does not write'));

/** A session that reads on a connection. */
export const readingOn = ({ query }: Connections, connection: Connection): Session => {
  const session: Session = {
    all: async (sql, bindings = []) => rowsOf(await query(connection, 'raw', sql, bindings)),
    tuples: async (sql, bindings) => tuplesOf(await query(connection, 'tuples', sql, bindings)),
    run: refuse,
    returning: refuse,
    connection,
    alone: (reading) => reading(session),
  };
  return session;
};

/** A read that has its answer does not fail for how its transaction ends; a connection still inside is no good. */
const end = async ({ query }: Connections, connection: Connection): Promise<void> => {
  try {
    await query(connection, 'raw', 'COMMIT', []);
  } catch (error) {
    connection.__knex__disposed = error;
  }
};

/**
 * Runs reads outside of any unit: each statement sees what was committed when it began. Behind a pooler whose sessions
 * keep no settings a read is a transaction that sets them, which costs two round trips.
 *
 * @param timeouts of such a transaction, where nothing else says how long a statement may take.
 */
export const readsOf = (
  connections: Connections,
  timeouts: Timeouts = { statementMs: 0, idleMs: 0 },
) => {
  const { acquire, release, query, settings } = connections;
  const begin = settings === undefined ? undefined : postgresBeginRead({ ...timeouts, settings });
  return async <A>(work: (session: Session) => Promise<A>): Promise<A> => {
    const connection = await acquire();
    try {
      if (begin === undefined) return await work(readingOn(connections, connection));
      try {
        await query(connection, 'raw', begin, []);
        return await work(readingOn(connections, connection));
      } finally {
        await end(connections, connection);
      }
    } finally {
      await release(connection);
    }
  };
};
