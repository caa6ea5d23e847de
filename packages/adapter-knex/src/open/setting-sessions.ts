import { disposeIfReadOnly, type Connection } from '../engine/connections.js';

/** The part of PostgreSQL's own driver that is used here; its types leave `connection` out. */
interface Session extends Connection {
  readonly connection: {
    readonly on: (event: 'errorMessage', listener: (error: unknown) => void) => unknown;
  };
  readonly query: (sql: string, done: (error: unknown) => void) => void;
  readonly end: () => Promise<void>;
}

/**
 * Begins each new session of a pool. One that answers that it may not write leaves the pool, whoever asked: a COPY and
 * the statements of Knex, too.
 *
 * @param sql runs before anything else, if there is any.
 */
export const beginningSessions =
  (sql?: string) =>
  (session: Session, done: (error: unknown, session: Session) => void): void => {
    session.connection.on('errorMessage', (error) => {
      disposeIfReadOnly(session, error);
    });
    if (sql === undefined) {
      done(undefined, session);
      return;
    }
    session.query(sql, (error) => {
      // Knex forgets a session that does not take its settings, and leaves it open.
      if (error !== null && error !== undefined) void session.end();
      done(error, session);
    });
  };
