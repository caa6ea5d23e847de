import type { Knex } from 'knex';
import type { Client } from 'pg';

/** What a database was asked for. */
export interface Asked {
  /** In the order in which they were sent; of a text with several statements each one. */
  readonly statements: ReadonlyArray<string>;
  /**
   * Messages that follow an answer: statements that are sent together are one round trip. On SQLite each statement
   * is one, to the thread of the driver and back.
   */
  readonly roundTrips: number;
  /** Commits of transactions that had a statement that writes. */
  readonly commits: number;
}

/** Logs what goes through the connections of pools. */
export interface DriverLog {
  /** Logs a pool, which has not been used yet. */
  readonly watch: (db: Knex) => void;
  /** Returns what was asked for while `work` ran. One at a time. */
  readonly during: (work: () => Promise<unknown>) => Promise<Asked>;
}

interface Sent {
  readonly sql: string;
  readonly connection: object;
}

/** A statement that was sent, or a round trip that began. */
interface Listener {
  readonly onText: (connection: object, text: string) => void;
  readonly onRoundTrip: () => void;
}

type Method = (this: unknown, ...args: unknown[]) => unknown;

/** Calls `before` with the arguments of every call of a method, and then the method. */
const tap = (
  target: object,
  name: string,
  before: (args: ReadonlyArray<unknown>) => void,
): void => {
  const methods = target as Record<string, Method>;
  const original = methods[name];
  if (original === undefined) throw new Error(`the driver has no ${name}`);
  methods[name] = function (this: unknown, ...args) {
    before(args);
    return original.apply(this, args);
  };
};

/** The part of a pg connection that its types leave out. */
interface Wire {
  readonly stream: object;
  readonly prependListener: (event: string, listener: () => void) => void;
}

/** The message by which a pool closes a connection that was idle for long. */
const TERMINATE = 'X'.charCodeAt(0);
const TERMINATE_BYTES = 5;

const isTerminate = (message: unknown): boolean =>
  Buffer.isBuffer(message) && message.length === TERMINATE_BYTES && message[0] === TERMINATE;

const listenToPostgres = (client: Client, { onText, onRoundTrip }: Listener): void => {
  tap(client, 'query', ([query]) => {
    // COPY and cursors are objects that have a text, too.
    onText(client, typeof query === 'string' ? query : (query as { readonly text: string }).text);
  });
  const { connection: wire } = client as unknown as { readonly connection: Wire };
  let isWaiting = false;
  tap(wire.stream, 'write', ([message]) => {
    if (isWaiting || isTerminate(message)) return;
    isWaiting = true;
    onRoundTrip();
  });
  // Before the driver's own listeners, which send what comes next.
  for (const answer of ['readyForQuery', 'copyInResponse'])
    wire.prependListener(answer, () => {
      isWaiting = false;
    });
};

const SQLITE_METHODS = ['run', 'all', 'get', 'each'] as const;

const listenToSqlite = (connection: object, { onText, onRoundTrip }: Listener): void => {
  const listen = (target: object, name: string, textOf: (first: unknown) => string): void => {
    tap(target, name, ([first]) => {
      onRoundTrip();
      onText(connection, textOf(first));
    });
  };
  for (const name of [...SQLITE_METHODS, 'exec']) listen(connection, name, String);
  const methods = connection as { prepare: (...args: unknown[]) => object };
  const prepare = methods.prepare.bind(connection);
  // The engine keeps statements that it has prepared, so preparing is not counted.
  methods.prepare = (...args) => {
    const statement = prepare(...args);
    for (const name of SQLITE_METHODS) listen(statement, name, () => String(args[0]));
    return statement;
  };
};

/** The part of a Knex client that its types leave out. */
interface KnexClient {
  readonly driverName: string;
  acquireConnection: () => Promise<object>;
}

/** Listens to each connection that a pool hands out, from its first statement on. */
const listenTo = (db: Knex, listener: Listener): void => {
  const client = db.client as KnexClient;
  const acquire = client.acquireConnection.bind(client);
  const known = new WeakSet<object>();
  client.acquireConnection = async () => {
    const connection = await acquire();
    if (!known.has(connection)) {
      known.add(connection);
      if (client.driverName === 'pg') listenToPostgres(connection as Client, listener);
      else listenToSqlite(connection, listener);
    }
    return connection;
  };
};

/** No statement of the engine has a semicolon inside. */
const statementsOf = (text: string): ReadonlyArray<string> =>
  text
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '');

const WRITES = /\b(INSERT INTO|DELETE FROM|COPY|UPDATE \w+ .*\bSET)\b/;

const commitsOf = (sent: ReadonlyArray<Sent>): number => {
  const writing = new Set<object>();
  let commits = 0;
  for (const { sql, connection } of sent) {
    // What was written before it was no part of a transaction.
    if (sql.startsWith('BEGIN')) writing.delete(connection);
    if (WRITES.test(sql)) writing.add(connection);
    if (sql === 'COMMIT' && writing.has(connection)) commits += 1;
    if (sql === 'COMMIT' || sql === 'ROLLBACK') writing.delete(connection);
  }
  return commits;
};

/**
 * A log at the drivers themselves: it also has what passes Knex by, such as COPY, prepared statements, and the
 * beginning and end of transactions.
 */
export const driverLog = (): DriverLog => {
  let sent: Sent[] = [];
  let roundTrips = 0;
  const listener: Listener = {
    onText: (connection, text) => {
      for (const sql of statementsOf(text)) sent.push({ sql, connection });
    },
    onRoundTrip: () => {
      roundTrips += 1;
    },
  };
  return {
    watch: (db) => {
      listenTo(db, listener);
    },
    during: async (work) => {
      sent = [];
      roundTrips = 0;
      await work();
      return { statements: sent.map(({ sql }) => sql), roundTrips, commits: commitsOf(sent) };
    },
  };
};

/** What several pieces of work asked for together. */
export const together = (all: ReadonlyArray<Asked>): Asked => ({
  statements: all.flatMap(({ statements }) => statements),
  roundTrips: all.reduce((sum, { roundTrips }) => sum + roundTrips, 0),
  commits: all.reduce((sum, { commits }) => sum + commits, 0),
});
