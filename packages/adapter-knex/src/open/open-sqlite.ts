import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Knex } from 'knex';
import { knex } from './knex.js';
import type { Database } from 'sqlite3';
import { startCheckpoints } from './sqlite-checkpoints.js';
import { quiet } from './quiet.js';
import { setPageSize, setPragmas, type Pragmas } from './sqlite-pragmas.js';

export interface SqliteOptions {
  /** Read-only connections beside the writer; 0 sends reads through the writer, between units. Default 3. */
  readonly readers?: number;
  /** How long a connection waits for a lock of another one before it gives up. Default 5,000. */
  readonly busyTimeoutMs?: number;
  /** Page cache of the writer and of each reader. Default 65,536. */
  readonly cacheKib?: number;
}

/** An open SQLite database, ready for `knexStorage(writer, { readers })`. */
export interface Sqlite {
  /** One connection: units of work queue for it. */
  readonly writer: Knex;
  /** Read-only connections; absent for `:memory:` and where none were asked for. */
  readonly readers?: Knex;
  /** Closes every connection, then lets go of the file. */
  readonly close: () => Promise<void>;
}

/** The writer checkpoints by itself only when the timer has fallen behind by so many pages (128 MiB). */
const WAL_PAGES_MAX = 16_384;

/** From here on a checkpoint may run beside other connections without harm to the WAL. */
const VERSION_MIN = [3, 51, 3] as const;

const pool = (filename: string, size: number, pragmas: Pragmas): Knex =>
  knex({
    client: 'sqlite3',
    connection: { filename, flags: ['OPEN_URI'] },
    useNullAsDefault: true,
    log: quiet,
    pool: {
      min: size,
      max: size,
      // tarn would close idle connections above `min`; an in-memory database would be gone with its one.
      afterCreate: (db: Database, done: (error: unknown, db: Database) => void) => {
        setPageSize(db)
          .then(() => setPragmas(db, pragmas))
          .then(
            () => {
              done(null, db);
            },
            (error: unknown) => {
              done(error, db);
            },
          );
      },
    },
  });

const readerPool = (path: string, size: number, common: Pragmas): Knex =>
  pool(`${pathToFileURL(path).href}?mode=ro`, size, { ...common, query_only: 1 });

const requireVersion = async (db: Knex): Promise<void> => {
  const [row] = await db.raw<ReadonlyArray<{ readonly version: string }>>(
    'SELECT sqlite_version() AS version',
  );
  const version = row?.version ?? '0.0.0';
  const parts = version.split('.').map(Number);
  const differing = VERSION_MIN.findIndex((wanted, i) => parts[i] !== wanted);
  if (differing >= 0 && (parts[differing] ?? 0) < (VERSION_MIN[differing] ?? 0)) {
    throw new Error(
      `SQLite ${version} can corrupt a database that several connections use; ${VERSION_MIN.join('.')} or newer is needed`,
    );
  }
};

const lackOfDriver = (error: unknown): string | undefined => {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ERR_MODULE_NOT_FOUND')
    return 'SQLite needs its driver beside this package: npm install sqlite3@^6.0.1';
  return message.startsWith('Could not locate the bindings file')
    ? "SQLite's driver was neither fetched nor compiled, which takes Python 3, make, a C++ compiler and a path without blanks: npm rebuild sqlite3 (in a clone of Hundi: npm run sqlite)"
    : undefined;
};

/** Loads the driver only here: who keeps the records in PostgreSQL does not install it. */
const driver = async () => {
  try {
    return await import('./sqlite-lock.js');
  } catch (error) {
    const lacks = lackOfDriver(error);
    throw lacks === undefined ? error : new Error(lacks, { cause: error });
  }
};

/** One lock for each file, under any path. */
const realFile = async (file: string): Promise<string> => {
  const path = resolve(file);
  try {
    return await realpath(path);
  } catch {
    return join(await realpath(dirname(path)), basename(path));
  }
};

/**
 * Opens an SQLite database, and creates it if it does not exist: WAL, every commit synced, foreign keys on. It serves
 * one process at a time. `:memory:` is one connection without readers.
 *
 * @throws DatabaseInUse at once when another process has the file open; an error when SQLite is older than
 *   3.51.3 and readers are asked for, or does not take a setting.
 */
export const openSqlite = async (file: string, options: SqliteOptions = {}): Promise<Sqlite> => {
  const { readers: wanted = 3, busyTimeoutMs = 5_000, cacheKib = 65_536 } = options;
  const common = { foreign_keys: 1, busy_timeout: busyTimeoutMs, cache_size: -cacheKib };
  const { lockSqlite } = await driver();
  const inMemory = file === ':memory:';
  const path = inMemory ? file : await realFile(file);
  const lock = inMemory ? undefined : await lockSqlite(path);

  const journal = { journal_mode: inMemory ? 'memory' : 'wal', synchronous: 2 };
  const count = inMemory ? 0 : wanted;
  const checkpointing = count === 0 ? {} : { wal_autocheckpoint: WAL_PAGES_MAX };
  const writer = pool(path, 1, { ...journal, ...common, ...checkpointing });
  const readers = count === 0 ? undefined : readerPool(path, count, common);
  const checkpointer = count === 0 ? undefined : pool(path, 1, { ...journal, ...common });
  const checkpoints = checkpointer === undefined ? undefined : startCheckpoints(checkpointer);
  const close = async (): Promise<void> => {
    await checkpoints?.stop();
    await checkpointer?.destroy();
    await readers?.destroy();
    await writer.destroy();
    await lock?.release();
  };
  try {
    // The writer comes first: it makes the file, and the WAL that readers need.
    await writer.raw('SELECT 1');
    if (readers !== undefined) {
      await requireVersion(writer);
      await readers.raw('SELECT 1');
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { writer, ...(readers === undefined ? {} : { readers }), close };
};

/**
 * Opens an SQLite database that exists to read it, beside the process that writes it: `knexStorage(db)` then answers
 * reads, and every write throws. `db.destroy()` closes it.
 *
 * @throws when there is no such file, or SQLite is older than 3.51.3.
 */
export const openSqliteReader = async (file: string): Promise<Knex> => {
  const db = readerPool(await realpath(resolve(file)), 1, { foreign_keys: 1, busy_timeout: 5_000 });
  try {
    await requireVersion(db);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return db;
};
