import type { Settings } from '../engine/pooler.js';

/** The part of a driver's connection that is used here. */
interface Session {
  readonly query: (sql: string, done: (error: unknown) => void) => void;
  readonly end: () => Promise<void>;
}

/** The statements that give a session its settings, for poolers that take none as a connection begins. */
export const setAll = (settings: Settings): ReadonlyArray<string> =>
  Object.entries(settings).map(([name, value]) => `SET ${name} = ${String(value)}`);

/** Runs statements in each new session of a pool, before anything else. */
export const beginningSessions = (statements: ReadonlyArray<string>) => {
  const sql = statements.join('; ');
  return (session: Session, done: (error: unknown, session: Session) => void): void => {
    session.query(sql, (error) => {
      // Knex forgets a session that does not take its settings, and leaves it open.
      if (error !== null && error !== undefined) void session.end();
      done(error, session);
    });
  };
};
