import { rowsOf, type Connection, type Connections } from './connections.js';

/** The part of PostgreSQL's own driver that is used here; `end` aborts the connection's running statement. */
interface Driver extends Connection {
  readonly end: () => Promise<void>;
}

/** Connections whose session says how long a statement may take, and those that say nothing. */
const isEndless = new WeakMap<Connection, boolean>();

const asksForNoEnd = async ({ query }: Connections, connection: Connection): Promise<boolean> => {
  const known = isEndless.get(connection);
  if (known !== undefined) return known;
  const [row] = rowsOf(await query(connection, 'raw', 'SHOW statement_timeout', []));
  const found = (row as { readonly statement_timeout?: unknown }).statement_timeout === '0';
  isEndless.set(connection, found);
  return found;
};

/** Runs one statement, and has it ended when it takes too long. It fails as it would by the server's time-out. */
const ended = async <A>(
  connections: Connections,
  connection: Connection,
  ms: number,
  run: () => Promise<A>,
): Promise<A> => {
  let ending: Promise<void> | undefined;
  const timer = setTimeout(() => {
    ending = connections.cancel(connection).catch(async (error: unknown) => {
      // No connection is left to ask by: the waiting caller must not wait on.
      connection.__knex__disposed = error;
      await (connection as Driver).end();
    });
  }, ms);
  try {
    return await run();
  } finally {
    clearTimeout(timer);
    // Until it is over the connection is not reused: it could hit the next statement.
    await ending;
  }
};

/**
 * Connections for reads on PostgreSQL, whose statements end after `ms` where the session has no time-out of its
 * own. A unit of work sets one in its BEGIN; a read begins nothing, and a setting of the session would be the
 * host's too. So each connection is asked once for what its session says, and a read costs a timer and no statement.
 */
export const endingReads = (connections: Connections, ms: number): Connections => {
  if (ms === 0) return connections;
  return {
    ...connections,
    acquire: async () => {
      const connection = await connections.acquire();
      try {
        await asksForNoEnd(connections, connection);
        return connection;
      } catch (error) {
        await connections.release(connection);
        throw error;
      }
    },
    query: (connection, ...query) => {
      const run = () => connections.query(connection, ...query);
      return isEndless.get(connection) === true ? ended(connections, connection, ms, run) : run();
    },
  };
};
