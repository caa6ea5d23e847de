/** The part of a driver's connection that is used here. */
interface Session {
  readonly query: (sql: string, done: (error: unknown) => void) => void;
  readonly end: () => Promise<void>;
}

/** Runs a statement in each new session of a pool, before anything else. */
export const beginningSessions =
  (sql: string) =>
  (session: Session, done: (error: unknown, session: Session) => void): void => {
    session.query(sql, (error) => {
      // Knex forgets a session that does not take its settings, and leaves it open.
      if (error !== null && error !== undefined) void session.end();
      done(error, session);
    });
  };
