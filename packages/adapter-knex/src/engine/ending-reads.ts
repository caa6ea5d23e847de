import { rowsOf, type Connection, type Connections } from './connections.js';

/** The part of PostgreSQL's own driver that is used here; `end` aborts the connection's running statement. */
interface Driver extends Connection {
  readonly end: () => Promise<void>;
}

/**
 * The process of the server behind each connection whose session does not say how long a statement may take; `undefined`
 * for the others. The server is asked for it: a pooler tells the driver a number of its own.
 */
const endless = new WeakMap<Connection, number | undefined>();

const ASK = `SELECT CASE current_setting('statement_timeout') WHEN '0' THEN pg_backend_pid() END AS process`;

const askForEnd = async ({ query }: Connections, connection: Connection): Promise<void> => {
  if (endless.has(connection)) return;
  const [row] = rowsOf(await query(connection, 'raw', ASK, []));
  endless.set(connection, (row as { readonly process: number | null }).process ?? undefined);
};

/** Runs one statement, and has it ended when it takes too long. It fails as it would by the server's time-out. */
const ended = async <A>(
  connections: Connections,
  connection: Connection,
  { processId, ms }: { readonly processId: number; readonly ms: number },
  run: () => Promise<A>,
): Promise<A> => {
  let ending: Promise<void> | undefined;
  const timer = setTimeout(() => {
    ending = connections.cancel(processId).catch(async (error: unknown) => {
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
 * Where a read is a transaction, because no session keeps settings, that one has a time-out.
 */
export const endingReads = (connections: Connections, ms: number): Connections => {
  if (ms === 0 || connections.settings !== undefined) return connections;
  return {
    ...connections,
    acquire: async () => {
      const connection = await connections.acquire();
      try {
        await askForEnd(connections, connection);
        return connection;
      } catch (error) {
        await connections.release(connection);
        throw error;
      }
    },
    query: (connection, ...query) => {
      const run = () => connections.query(connection, ...query);
      const processId = endless.get(connection);
      return processId === undefined
        ? run()
        : ended(connections, connection, { processId, ms }, run);
    },
  };
};
