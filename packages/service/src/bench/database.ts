import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { knexStorage, migrate, openPostgres, openSqlite } from '@hundi/adapter-knex';
import type { Storage } from '@hundi/core';
import type { Knex } from 'knex';
import { freshOn } from '../testing/fresh-postgres.js';
import { barePostgresRead, bareSqliteRead, type BareRead } from './bare-read.js';
import {
  sandboxInPostgres,
  sandboxInSqlite,
  type SandboxDatabase,
} from '../bank/sandbox-database.js';

// As many as a pool of the engine holds by default.
const CONNECTIONS = 16;

/** An empty database with the engine's tables, and the sandbox bank's beside it. */
export interface BenchDatabase {
  readonly db: Knex;
  readonly storage: Storage;
  /** Opened only where a service runs; a floor needs no bank. */
  readonly openBank: () => Promise<SandboxDatabase>;
  /** The reads of the bare server. */
  readonly openBareRead: () => Promise<BareRead>;
  /** The storage of another process on the same PostgreSQL. */
  readonly elsewhere?: () => Storage;
  readonly close: () => Promise<void>;
}

export type MakeDatabase = () => Promise<BenchDatabase>;

export const sqliteDatabase: MakeDatabase = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hundi-bench-'));
  const { writer, readers, close } = await openSqlite(join(folder, 'hundi.db'));
  await migrate(writer);
  return {
    db: writer,
    storage: knexStorage(writer, readers === undefined ? {} : { readers }),
    openBank: () => sandboxInSqlite(join(folder, 'bank.db')),
    openBareRead: () => bareSqliteRead(join(folder, 'hundi.db')),
    close: async () => {
      await close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** @param way leads the engine, and only it, to the server in another way */
export const postgresDatabase =
  (server: string, way: (url: string) => string = (url) => url): MakeDatabase =>
  async () => {
    const fresh = await freshOn(server);
    const db = openPostgres(way(fresh.url));
    await migrate(db);
    const others: Knex[] = [];
    return {
      db,
      storage: knexStorage(db),
      elsewhere: () => {
        const other = openPostgres(way(fresh.url));
        others.push(other);
        return knexStorage(other);
      },
      openBank: () => sandboxInPostgres(fresh.url),
      openBareRead: () => Promise.resolve(barePostgresRead(fresh.url, CONNECTIONS)),
      close: async () => {
        await Promise.all([db, ...others].map((pool) => pool.destroy()));
        await fresh.drop();
      },
    };
  };
