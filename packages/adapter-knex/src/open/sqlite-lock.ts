import sqlite3 from 'sqlite3';
import { DatabaseInUse } from './database-in-use.js';

/** Held until it is released, or its process is gone, however it went. */
export interface SqliteLock {
  readonly release: () => Promise<void>;
}

const promised = (run: (done: (error: Error | null) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    run((error) => {
      if (error === null) resolve();
      else reject(error);
    });
  });

/**
 * Takes the lock of a database: an exclusive transaction, never ended, on an empty database beside it. The
 * database itself cannot be locked so, because its own readers would be shut out too.
 *
 * @throws DatabaseInUse at once when another process has it.
 */
export const lockSqlite = async (file: string): Promise<SqliteLock> => {
  let db: sqlite3.Database | undefined;
  const close = (): Promise<void> =>
    promised((done) => {
      if (db === undefined) done(null);
      else db.close(done);
    });
  await promised((done) => {
    db = new sqlite3.Database(`${file}.lock`, done);
  });
  try {
    db?.configure('busyTimeout', 0);
    await promised((done) => db?.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE', done));
  } catch (error) {
    await close();
    throw (error as { readonly code?: string }).code === 'SQLITE_BUSY'
      ? new DatabaseInUse(file)
      : error;
  }
  return { release: close };
};
