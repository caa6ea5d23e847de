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

export const freshMemory = async (): Promise<Fresh> => {
  const { writer: db, close } = await openSqlite(':memory:');
  await migrate(db);
  return { db, storage: knexStorage(db), close };
};

/** The bytes of an SQLite file that was migrated and closed. */
const migratedFile = async (): Promise<Buffer> => {
  const folder = await freshFolder();
  const file = join(folder.path, 'hundi.db');
  const { writer, close } = await openSqlite(file);
  await migrate(writer);
  await close();
  const bytes = await readFile(file);
  await folder.remove();
  return bytes;
};
let migrated: Promise<Buffer> | undefined;

/** A copy of one file that was migrated: one write in place of a hundred statements. */
export const freshFile = async (): Promise<Fresh> => {
  const folder = await freshFolder();
  const file = join(folder.path, 'hundi.db');
  migrated ??= migratedFile();
  await writeFile(file, await migrated);
  const { writer: db, readers, close } = await openSqlite(file);
  return {
    db,
    storage: knexStorage(db, readers === undefined ? {} : { readers }),
    close: async () => {
      await close();
      await folder.remove();
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
