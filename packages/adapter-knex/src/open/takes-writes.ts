import type { Knex } from 'knex';
import { connectionsOf, renewSessions, type Connection } from '../engine/connections.js';
import { dialectOf } from '../engine/dialect-of.js';
import { readsOf } from '../engine/read.js';

const READ_ONLY = `SELECT pg_is_in_recovery()
  OR current_setting('default_transaction_read_only')::boolean AS is_read_only`;

/** Pools whose database took no writes when it was asked last. */
const unwritable = new WeakSet<Knex>();

/**
 * Whether the database takes writes. A PostgreSQL that is a standby, or read-only by a default of the server, the
 * database or the role, takes none. SQLite says so when it is written. Once it
 * takes them again, the sessions that began before are used no more.
 */
export const takesWrites = async (db: Knex): Promise<boolean> => {
  if (dialectOf(db).name === 'sqlite') return true;
  const takes = await readsOf(connectionsOf(db))(async ({ all, connection }) => {
    const [row] = (await all(READ_ONLY)) as ReadonlyArray<{ readonly is_read_only: boolean }>;
    if (row?.is_read_only !== true) return true;
    // Its session keeps the default with which it began.
    (connection as Connection).__knex__disposed = new Error('the session is read-only');
    return false;
  });
  if (!takes) unwritable.add(db);
  else if (unwritable.delete(db)) renewSessions(db);
  return takes;
};
