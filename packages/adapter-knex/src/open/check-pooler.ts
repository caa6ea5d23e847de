import type { Knex } from 'knex';
import { connectionsOf, rowsOf, type Connection, type Connections } from '../engine/connections.js';
import { dialectOf } from '../engine/dialect-of.js';
import { poolerOf } from '../engine/pooler.js';

/** What stands between a Knex and PostgreSQL is not what the Knex was opened for. The message names it. */
export class WrongPooler extends Error {
  override readonly name = 'WrongPooler';
}

/** The driver's connection to the server, with the process that answers for it as the driver was told. */
interface Driver extends Connection {
  readonly processID?: number;
}

/** Under load a pooler may give two connections two sessions by chance. */
const ROUNDS = 5;

const processOf = async ({ query }: Connections, connection: Connection): Promise<number> => {
  const [row] = rowsOf(await query(connection, 'raw', 'SELECT pg_backend_pid() AS process', []));
  return (row as { readonly process: number }).process;
};

/** Holds some connections at the same time. */
const holding = async (
  connections: Connections,
  count: number,
  work: (held: ReadonlyArray<Connection>) => Promise<void>,
): Promise<void> => {
  const held: Connection[] = [];
  try {
    while (held.length < count) held.push(await connections.acquire());
    await work(held);
  } finally {
    for (const connection of held) await connections.release(connection);
  }
};

const requireNone = (connections: Connections): Promise<void> =>
  holding(connections, 1, async ([connection = {}]) => {
    // A pooler makes up the number that it tells a client.
    if ((connection as Driver).processID !== (await processOf(connections, connection)))
      throw new WrongPooler(
        'a pooler stands before PostgreSQL: name its mode, session or transaction',
      );
  });

const requireSessions = (connections: Connections): Promise<void> =>
  holding(connections, Math.min(2, connections.max), async (held) => {
    const seen = held.map(() => new Set<number>());
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [i, connection] of held.entries())
        seen[i]?.add(await processOf(connections, connection));
    const distinct = new Set(seen.flatMap((processes) => [...processes]));
    if (distinct.size !== held.length || seen.some(({ size }) => size !== 1))
      throw new WrongPooler(
        'the pooler is not in session mode, because it does not keep one session of PostgreSQL for each connection: name the mode transaction',
      );
  });

/**
 * Finds out whether what stands between a Knex and PostgreSQL is what `openPostgres` or `behindPooler` was
 * told. What is said of `transaction` holds behind any of them. Does nothing on SQLite.
 *
 * @throws WrongPooler where settings of sessions would be lost in silence.
 */
export const checkPooler = async (db: Knex): Promise<void> => {
  if (dialectOf(db).name !== 'postgres') return;
  const pooler = poolerOf(db);
  if (pooler === 'none') await requireNone(connectionsOf(db));
  if (pooler === 'session') await requireSessions(connectionsOf(db));
};
