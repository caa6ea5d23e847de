import type { Statement } from 'sqlite3';
import type { DriverAnswer, Connection } from './connections.js';
import type { Binding } from './session.js';

/** The part of the sqlite3 driver's connection beyond single queries. */
interface Driver extends Connection {
  readonly prepare: (sql: string, done: (error: Error | null) => void) => Statement;
  close: (done: (error: Error | null) => void) => void;
}

/** Statement shapes that one connection keeps compiled; the one that was asked least recently goes first. */
const KEPT_MAX = 300;

const kept = new WeakMap<Connection, Map<string, Statement>>();

/** SQLite refuses to close a connection that has statements left. */
const finalizeBeforeClose = (connection: Driver, statements: Map<string, Statement>): void => {
  const close = connection.close.bind(connection);
  connection.close = (done) => {
    for (const statement of statements.values()) statement.finalize();
    statements.clear();
    close(done);
  };
};

const statementsOf = (connection: Driver): Map<string, Statement> => {
  const known = kept.get(connection);
  if (known !== undefined) return known;
  const statements = new Map<string, Statement>();
  kept.set(connection, statements);
  finalizeBeforeClose(connection, statements);
  return statements;
};

const prepare = (connection: Driver, sql: string): Promise<Statement> =>
  new Promise((resolve, reject) => {
    const statement = connection.prepare(sql, (error) => {
      if (error === null) resolve(statement);
      else reject(error);
    });
  });

const statementFor = async (connection: Driver, sql: string): Promise<Statement> => {
  const statements = statementsOf(connection);
  const known = statements.get(sql);
  if (known !== undefined) {
    statements.delete(sql);
    statements.set(sql, known);
    return known;
  }
  const statement = await prepare(connection, sql);
  statements.set(sql, statement);
  const [oldest] = statements;
  if (statements.size > KEPT_MAX && oldest !== undefined) {
    statements.delete(oldest[0]);
    oldest[1].finalize();
  }
  return statement;
};

/**
 * Asks the sqlite3 driver by a statement that stays compiled: short statements take longer to compile than to run,
 * and the driver compiles every text again.
 */
export const askPrepared = async (
  connection: Connection,
  counting: boolean,
  sql: string,
  bindings: ReadonlyArray<Binding>,
): Promise<DriverAnswer> => {
  const statement = await statementFor(connection as Driver, sql);
  return new Promise((resolve, reject) => {
    if (counting) {
      statement.run(bindings, function (this: { readonly changes: number }, error: Error | null) {
        if (error === null) resolve({ context: { changes: this.changes } });
        else reject(error);
      });
    } else {
      statement.all(bindings, (error: Error | null, rows: unknown) => {
        if (error === null) resolve({ response: rows });
        else reject(error);
      });
    }
  });
};
