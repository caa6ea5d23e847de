import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Storage } from '@hundi/core/storage';
import type { Knex } from 'knex';
import { knexStorage, migrate, openPostgres, openSqlite, type PostgresOptions } from './index.js';

/** A database of a test's own. */
export interface Fresh {
  readonly db: Knex;
  readonly storage: Storage;
  readonly close: () => Promise<void>;
}

/** An empty folder. */
export const freshFolder = async (): Promise<{ path: string; remove: () => Promise<void> }> => {
  const path = await mkdtemp(join(tmpdir(), 'hundi-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
};

/** The part of the SQLite driver that copies a database; its types leave it out. */
interface Driver {
  readonly backup: (
    ...args: readonly [
      file: string,
      to: 'main',
      from: 'main',
      intoFile: boolean,
      done: (error: Error | null) => void,
    ]
  ) => {
    readonly step: (pages: number, done: (error: Error | null) => void) => void;
    readonly finish: (done: () => void) => void;
  };
}

/** Copies an open database into a file, or a file into it. */
const copy = async (db: Knex, file: string, intoFile: boolean): Promise<void> => {
  const client = db.client as {
    readonly acquireConnection: () => Promise<Driver>;
    readonly releaseConnection: (driver: Driver) => Promise<void>;
  };
  const driver = await client.acquireConnection();
  await new Promise<void>((resolve, reject) => {
    const begun = (error: Error | null): void => {
      if (error === null) copying.step(-1, stepped);
      else reject(error);
    };
    const stepped = (error: Error | null): void => {
      copying.finish(() => {
        if (error === null) resolve();
        else reject(error);
      });
    };
    const copying = driver.backup(file, 'main', 'main', intoFile, begun);
  });
  await client.releaseConnection(driver);
};

/** The bytes of an SQLite database that was migrated. */
const migratedBytes = async (): Promise<Buffer> => {
  const folder = await freshFolder();
  const file = join(folder.path, 'hundi.db');
  // Its header does not ask for a write-ahead log, as that of a file does: a database in memory cannot have one.
  const { writer, close } = await openSqlite(':memory:');
  await migrate(writer);
  await copy(writer, file, true);
  await close();
  const bytes = await readFile(file);
  await folder.remove();
  return bytes;
};
let migrated: Promise<Buffer> | undefined;

/** A migrated file in a folder of its own: one write in place of a hundred statements. */
const migratedFile = async () => {
  const folder = await freshFolder();
  const file = join(folder.path, 'hundi.db');
  migrated ??= migratedBytes();
  await writeFile(file, await migrated);
  return { file, remove: folder.remove };
};

export const freshMemory = async (): Promise<Fresh> => {
  const { file, remove } = await migratedFile();
  const { writer: db, close } = await openSqlite(':memory:');
  await copy(db, file, false);
  await remove();
  return { db, storage: knexStorage(db), close };
};

export const freshFile = async (): Promise<Fresh> => {
  const { file, remove } = await migratedFile();
  const { writer: db, readers, close } = await openSqlite(file);
  return {
    db,
    storage: knexStorage(db, readers === undefined ? {} : { readers }),
    close: async () => {
      await close();
      await remove();
    },
  };
};

/** An empty schema. */
export const freshSchema = async (
  url: string,
  options: PostgresOptions = {},
): Promise<Omit<Fresh, 'storage'> & { readonly schema: string }> => {
  const schema = `hundi_${randomBytes(8).toString('hex')}`;
  const db = openPostgres(url, { connections: 6, ...options, schema });
  try {
    await db.raw(`CREATE SCHEMA ${schema}`);
  } catch (error) {
    // Its connection would keep the test runner from ending.
    await db.destroy();
    throw error;
  }
  return {
    db,
    schema,
    close: async () => {
      // Citus locks local tables of all schemas here, unless told not to: two droppings at once would wait for each other.
      await db.raw(
        `SET client_min_messages = warning; SET citus.enable_local_reference_table_foreign_keys = off;
          DROP SCHEMA ${schema} CASCADE`,
      );
      await db.destroy();
    },
  };
};

export const freshPostgres = async (url: string): Promise<Fresh> => {
  const { db, close } = await freshSchema(url);
  await migrate(db);
  return { db, storage: knexStorage(db), close };
};
