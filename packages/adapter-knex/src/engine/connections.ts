import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import type { Knex } from 'knex';
import { requirePool } from './pool-of-own.js';
import { poolerOf, settingsOf, type Settings } from './pooler.js';
import { askPrepared } from './prepared.js';
import type { Binding, Rows, Tuple } from './session.js';

/** The part of a driver's answer that Knex passes on. */
export interface DriverAnswer {
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
  readonly options: { readonly rowMode?: 'array'; readonly name?: string };
}

/** How the owner of a pool begins each session of it. */
type AfterCreate = (
  connection: Connection,
  done: (error: unknown, connection: Connection) => void,
) => void;

/** The part of a Knex client that its types leave out. */
interface Client {
  readonly driverName: string;
  readonly pool?: { readonly max: number; readonly destroyed: boolean };
  readonly config: { readonly pool?: { readonly afterCreate?: AfterCreate } };
  readonly acquireRawConnection: () => Promise<Connection>;
  readonly acquireConnection: () => Promise<Connection>;
  readonly releaseConnection: (connection: Connection) => Promise<void>;
  readonly positionBindings: (sql: string) => string;
  readonly _query: (connection: Connection, query: Query) => Promise<DriverAnswer>;
  /** @param connection of which it takes the number of the server's process. */
  readonly cancelQuery: (connection: { readonly processID: number }) => Promise<unknown>;
}

/** A driver's connection. Knex does not hand one out again that carries a reason to dispose of it. */
export interface Connection {
  __knex__disposed?: unknown;
}

export interface Connections {
  /** How many connections the pool holds at most. */
  readonly max: number;
  /** What each transaction has to set, because no session keeps it; undefined where sessions keep their settings. */
  readonly settings: Settings | undefined;
  readonly acquire: () => Promise<Connection>;
  readonly release: (connection: Connection) => Promise<void>;
  readonly query: (
    connection: Connection,
    method: Method,
    sql: string,
    bindings: ReadonlyArray<Binding>,
  ) => Promise<DriverAnswer>;
  /** Opens a connection as those of the pool are, but outside of it: the caller ends it. */
  readonly openBeside: () => Promise<Connection>;
  /** Throws where nothing may be asked any more, because whoever began the transaction has ended it. */
  readonly requireOpen?: () => void;
  /** Whether the pool was destroyed. */
  readonly isClosed: () => boolean;
  /** Has PostgreSQL end the statement that one of its processes is busy with, by a connection beside the pool. */
  readonly cancel: (processId: number) => Promise<void>;
}

const TEXTS_MAX = 2_000;

/** PostgreSQL's refusal to write. */
const READ_ONLY = '25006';

/** A session keeps the default with which it began, also after the database takes writes again: it leaves its pool. */
export const disposeIfReadOnly = (connection: Connection, error: unknown): void => {
  if ((error as { readonly code?: unknown }).code === READ_ONLY)
    connection.__knex__disposed = error;
};

/** When sessions began, and from when on those of a pool are used. */
const begunAt = new WeakMap<Connection, number>();
const usedFrom = new WeakMap<object, number>();

/** Has a pool use no session any more that has begun by now: each keeps the defaults with which it began. */
export const renewSessions = (db: Knex): void => {
  usedFrom.set(db.client as Client, performance.now());
};

const isPast = (client: Client, connection: Connection): boolean => {
  const begun = begunAt.get(connection) ?? performance.now();
  begunAt.set(connection, begun);
  return begun < (usedFrom.get(client) ?? 0);
};

interface Text {
  readonly text: string;
  readonly name: string;
}

const nameOf = (sql: string): string => createHash('sha256').update(sql).digest('base64url');

/**
 * The connections of a Knex pool, one at a time. Statements pass Knex by on their way to the driver:
 * its query builder costs more than a hot read does, and on an error it writes every bound value, account
 * numbers among them, into the message.
 *
 * @param own settings that the sessions lack, beside those that a pooler would lose.
 * @throws for a Knex that is a transaction, or has no connections.
 */
export const connectionsOf = (db: Knex, own: Settings = {}): Connections => {
  requirePool(db);
  const client = db.client as Client;
  const kept = settingsOf(db);
  const settings = Object.keys(own).length === 0 ? kept : { ...kept, ...own };
  const knowsNames = poolerOf(db) !== 'transaction';
  const known = new Map<string, Text>();
  const textOf = (sql: string): Text => {
    const found = known.get(sql);
    if (found !== undefined) return found;
    const text = { text: client.positionBindings(sql), name: nameOf(sql) };
    if (known.size >= TEXTS_MAX) known.clear();
    known.set(sql, text);
    return text;
  };
  return {
    max: client.pool?.max ?? 1,
    settings,
    acquire: async () => {
      let connection = await client.acquireConnection();
      while (isPast(client, connection)) {
        connection.__knex__disposed = new Error('the session has begun before what holds now');
        await client.releaseConnection(connection);
        connection = await client.acquireConnection();
      }
      return connection;
    },
    release: (connection) => client.releaseConnection(connection),
    openBeside: async () => {
      const connection = await client.acquireRawConnection();
      const begin = client.config.pool?.afterCreate;
      if (begin !== undefined) await promisify(begin)(connection);
      return connection;
    },
    isClosed: () => client.pool?.destroyed !== false,
    cancel: async (processId) => {
      await client.cancelQuery({ processID: processId });
    },
    query: (connection, method, sql, bindings) => {
      if (client.driverName === 'sqlite3') {
        return askPrepared(connection, method === 'counter', sql, bindings);
      }
      const { text, name } = textOf(sql);
      const asked = client._query(connection, {
        sql: text,
        bindings,
        method: method === 'counter' ? 'counter' : 'raw',
        options: {
          ...(method === 'tuples' ? { rowMode: 'array' } : {}),
          // Small statements are planned once. One over a batch is planned for the size of the batch. A session that is
          // another one for the next transaction does not know the name then.
          ...(knowsNames && bindings.length > 0 && !bindings.some(Array.isArray) ? { name } : {}),
        },
      });
      return asked.catch((error: unknown) => {
        disposeIfReadOnly(connection, error);
        throw error;
      });
    },
  };
};

/** The rows of an answer: sqlite3 answers the rows themselves, pg an object that holds them. */
export const rowsOf = ({ response }: DriverAnswer): Rows =>
  Array.isArray(response)
    ? response
    : ((response as { readonly rows?: Rows } | undefined)?.rows ?? []);

/** The tuples of an answer: SQLite sends each as one JSON text, pg as an array. */
export const tuplesOf = (answered: DriverAnswer): ReadonlyArray<Tuple> =>
  Array.isArray(answered.response)
    ? parseAll(answered.response as ReadonlyArray<{ readonly tuple: string }>)
    : (rowsOf(answered) as ReadonlyArray<Tuple>);

/** One parse for all of them. */
const parseAll = (rows: ReadonlyArray<{ readonly tuple: string }>): ReadonlyArray<Tuple> =>
  JSON.parse(`[${rows.map(({ tuple }) => tuple).join(',')}]`) as ReadonlyArray<Tuple>;

/** How many rows a statement wrote. */
export const changesOf = ({ response, context }: DriverAnswer): number =>
  context?.changes ?? (response as { readonly rowCount?: number | null }).rowCount ?? 0;

/** The command that the server reports; undefined if the driver does not report it. */
export const commandOf = ({ response }: DriverAnswer): string | undefined =>
  (response as { readonly command?: string } | undefined)?.command;
