import type { Settings } from '../engine/pooler.js';

/** The part of a driver's connection that is used here. */
interface Session {
  readonly query: (sql: string, done: (error: unknown) => void) => void;
  readonly end: () => Promise<void>;
}

/** Gives each new session of a pool its settings, by a statement: for poolers that take none as a connection begins. */
export const settingSessions = (settings: Settings) => {
  const sql = Object.entries(settings)
    .map(([name, value]) => `SET ${name} = ${String(value)}`)
    .join('; ');
  return (session: Session, done: (error: unknown, session: Session) => void): void => {
    session.query(sql, (error) => {
      // Knex forgets a session that does not take its settings, and leaves it open.
      if (error !== null && error !== undefined) void session.end();
      done(error, session);
    });
  };
};
