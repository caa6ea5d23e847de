import type { Knex } from 'knex';
import type { Binding, Rows, Tuple } from './session.js';

/** What a driver answered, as far as Knex leaves it to us. */
interface Answered {
  readonly response?: unknown;
  readonly context?: { readonly changes?: number };
}

/** `raw` answers rows, `tuples` rows as arrays where the driver can, `counter` how many rows were written. */
export type Method = 'raw' | 'tuples' | 'counter';

interface Query {
  readonly sql: string;
  readonly bindings: ReadonlyArray<Binding>;
  readonly method: Exclude<Method, 'tuples'>;
  /** Passed on to pg; the SQLite drivers do not look. */
  readonly options?: { readonly rowMode: 'array' };
}

/** The part of a Knex client that its types leave out. */
interface Client {
  readonly pool?: { readonly max: number };
  readonly acquireConnection: () => Promise<Connection>;
  readonly releaseConnection: (connection: Connection) => Promise<void>;
  readonly positionBindings: (sql: string) => string;
  readonly _query: (connection: Connection, query: Query) => Promise<Answered>;
}

/** A driver's connection. Knex does not hand one out again that carries a reason to dispose of it. */
export interface Connection {
  __knex__disposed?: unknown;
}

export interface Connections {
  /** How many connections the pool holds at most. */
  readonly max: number;
  readonly acquire: () => Promise<Connection>;
  readonly release: (connection: Connection) => Promise<void>;
  readonly query: (
    connection: Connection,
    method: Method,
    sql: string,
    bindings: ReadonlyArray<Binding>,
  ) => Promise<Answered>;
}

const POSITIONED_MAX = 2_000;

/**
 * The connections of a Knex pool, one at a time. Statements pass Knex by on their way to the driver:
 * its query builder costs more than a hot read does, and on an error it writes every bound value, account
 * numbers among them, into the message.
 */
export const connectionsOf = (db: Knex): Connections => {
  const client = db.client as Client;
  const positioned = new Map<string, string>();
  const position = (sql: string): string => {
    const known = positioned.get(sql);
    if (known !== undefined) return known;
    const text = client.positionBindings(sql);
    if (positioned.size >= POSITIONED_MAX) positioned.clear();
    positioned.set(sql, text);
    return text;
  };
  return {
    max: client.pool?.max ?? 1,
    acquire: () => client.acquireConnection(),
    release: (connection) => client.releaseConnection(connection),
    query: (connection, method, sql, bindings) =>
      client._query(connection, {
        sql: position(sql),
        bindings,
        method: method === 'counter' ? 'counter' : 'raw',
        ...(method === 'tuples' ? { options: { rowMode: 'array' } } : {}),
      }),
  };
};

/** The rows of an answer: sqlite3 answers the rows themselves, pg an object that holds them. */
export const rowsOf = ({ response }: Answered): Rows =>
  Array.isArray(response)
    ? response
    : ((response as { readonly rows?: Rows } | undefined)?.rows ?? []);

/** The tuples of an answer: SQLite sends each as one JSON text, pg as an array. */
export const tuplesOf = (answered: Answered): ReadonlyArray<Tuple> =>
  Array.isArray(answered.response)
    ? (answered.response as ReadonlyArray<{ readonly tuple: string }>).map(
        ({ tuple }) => JSON.parse(tuple) as Tuple,
      )
    : (rowsOf(answered) as ReadonlyArray<Tuple>);

/** How many rows a statement wrote. */
export const changesOf = ({ response, context }: Answered): number =>
  context?.changes ?? (response as { readonly rowCount?: number | null }).rowCount ?? 0;

/** What the server says it did; undefined where the driver does not tell. */
export const commandOf = ({ response }: Answered): string | undefined =>
  (response as { readonly command?: string } | undefined)?.command;
