import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
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

export const freshFile = async (): Promise<Fresh> => {
  const folder = await freshFolder();
  const { writer: db, readers, close } = await openSqlite(join(folder.path, 'hundi.db'));
  await migrate(db);
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
  await db.raw(`CREATE SCHEMA ${schema}`);
  return {
    db,
    schema,
    close: async () => {
      await db.raw(`SET client_min_messages = warning; DROP SCHEMA ${schema} CASCADE`);
      await db.destroy();
    },
  };
};

export const freshPostgres = async (url: string): Promise<Fresh> => {
  const { db, close } = await freshSchema(url);
  await migrate(db);
  return { db, storage: knexStorage(db), close };
};
