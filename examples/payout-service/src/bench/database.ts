import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { knexStorage, migrate, openPostgres, openSqlite } from '@hundi/adapter-knex';
import type { Storage } from '@hundi/core';
import type { Knex } from 'knex';
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
    const name = `hundi_bench_${randomBytes(6).toString('hex')}`;
    // Making and dropping a database waits for a checkpoint of the whole server.
    const admin = openPostgres(server, { connections: 1, statementTimeoutMs: 0 });
    await admin.raw(`CREATE DATABASE ${name}`);
    const url = new URL(server);
    url.pathname = `/${name}`;
    const db = openPostgres(way(url.href));
    await migrate(db);
    const others: Knex[] = [];
    return {
      db,
      storage: knexStorage(db),
      elsewhere: () => {
        const other = openPostgres(way(url.href));
        others.push(other);
        return knexStorage(other);
      },
      openBank: () => sandboxInPostgres(url.href),
      openBareRead: () => Promise.resolve(barePostgresRead(url.href, CONNECTIONS)),
      close: async () => {
        await Promise.all([db, ...others].map((pool) => pool.destroy()));
        await admin.raw(`DROP DATABASE ${name} WITH (FORCE)`);
        await admin.destroy();
      },
    };
  };
