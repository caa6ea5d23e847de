import { localSettings, openPostgres, openSqlite, orAway, type Pooler } from '@hundi/adapter-knex';
import { StorageAway } from '@hundi/core/storage';
import type { Knex } from 'knex';
import { postgresSql, sqliteSql, type BooksSql } from './books-sql.js';

/** The statements of one transaction, answering rows. */
export type Ask = <Row>(sql: string, ...bindings: ReadonlyArray<Binding>) => Promise<Row[]>;
export type Binding = string | number | ReadonlyArray<string>;

/**
 * The sandbox's own data, apart from the engine's: the bank's books, mails, and how far its clock was moved. A call
 * rejects with `StorageAway` while the database cannot be had.
 */
export interface SandboxDatabase {
  readonly sql: BooksSql;
  /** One transaction, alone in the database over all processes. */
  readonly alone: <A>(work: (ask: Ask) => Promise<A>) => Promise<A>;
  /** How far the clock was moved, without waiting for transactions: in ms, as committed last. */
  readonly movedBy: () => Promise<number>;
  readonly close: () => Promise<void>;
}

// A number that no other user of the database's advisory locks takes, the engine's storage among them.
const LOCK = 7_210_485_293;

/** A request waits no longer for the time than a person does. */
const TIME_READ_MS = 2_000;

/** PostgreSQL's refusal of what a role may not do. */
const FORBIDDEN = '42501';

/** The database refused a statement. Errors name no values: a driver's message repeats account numbers. */
class SandboxDatabaseFailed extends Error {
  override readonly name = 'SandboxDatabaseFailed';
  /** For the log: the driver's own. */
  readonly code: string | undefined;

  constructor(error: unknown) {
    const code = codeOf(error);
    super(
      code === FORBIDDEN
        ? `the role of DATABASE_URL may not make or use the sandbox bank's tables (${FORBIDDEN}): grant it CREATE on the database, or make the schema sandbox_bank for it, as its owner`
        : `the sandbox bank's database failed: ${code ?? 'no code'}`,
    );
    this.code = code;
  }
}

const codeOf = (error: unknown): string | undefined => {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' ? code : undefined;
};

const rowsOf = (answer: unknown): unknown =>
  Array.isArray(answer) ? answer : (answer as { readonly rows: unknown }).rows;

const askOf =
  (trx: Pick<Knex, 'raw'>): Ask =>
  async <Row>(sql: string, ...bindings: ReadonlyArray<Binding>): Promise<Row[]> => {
    try {
      return await orAway(async () => {
        const answer: unknown = await trx.raw(sql, bindings as Knex.RawBinding[]);
        return rowsOf(answer) as Row[];
      });
    } catch (error) {
      throw error instanceof StorageAway ? error : new SandboxDatabaseFailed(error);
    }
  };

interface Moved {
  readonly moved_by: unknown;
}

/** How far the clock was moved, in ms. */
export const movedBy = async (ask: Ask, { movedBy }: BooksSql): Promise<number> => {
  const [row] = await ask<Moved>(movedBy);
  return Number(row?.moved_by ?? 0);
};

const withTables = async (database: SandboxDatabase): Promise<SandboxDatabase> => {
  try {
    await database.alone(async (ask) => {
      for (const statement of database.sql.tables) await ask(statement);
    });
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
};

/** The sandbox in an SQLite file of its own. */
export const sandboxInSqlite = async (file: string): Promise<SandboxDatabase> => {
  const { writer, close } = await openSqlite(file, { readers: 0, cacheKib: 16_384 });
  return withTables({
    sql: sqliteSql,
    // One connection, and one process that has the file: a transaction is alone by itself.
    alone: (work) => orAway(() => writer.transaction((trx) => work(askOf(trx)))),
    movedBy: () => movedBy(askOf(writer), sqliteSql),
    close,
  });
};

/** The sandbox in a schema of its own, `sandbox_bank`, of the engine's PostgreSQL database. */
export const sandboxInPostgres = async (
  url: string,
  pooler: Pooler = 'none',
): Promise<SandboxDatabase> => {
  const options = { connections: 1, schema: 'sandbox_bank', pooler };
  // Transactions run one after the other, and requests that ask for the time do not queue with them.
  const db = openPostgres(url, options);
  const beside = openPostgres(url, {
    ...options,
    acquireTimeoutMs: TIME_READ_MS,
    statementTimeoutMs: TIME_READ_MS,
  });
  return withTables({
    sql: postgresSql,
    alone: (work) =>
      orAway(() =>
        db.transaction(
          async (trx) => {
            const ask = askOf(trx);
            await ask(`${localSettings(db)}SELECT pg_advisory_xact_lock(${String(LOCK)})`);
            return work(ask);
          },
          { isolationLevel: 'read committed' },
        ),
      ),
    movedBy: () => movedBy(askOf(beside), postgresSql),
    close: async () => {
      await Promise.all([db.destroy(), beside.destroy()]);
    },
  });
};
