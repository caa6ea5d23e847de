import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  knexRateLimiter,
  knexStorage,
  migrate,
  openPostgres,
  openSqlite,
} from '@hundi/adapter-knex';
import type { RateLimitOption } from '@hundi/adapter-koa';
import { systemClock } from '@hundi/adapter-node';
import { DEFAULT_RATE_LIMITS, type Storage } from '@hundi/core';
import { driverLog, type DriverLog } from './driver-log.js';

/** An empty database with the engine's tables, whose drivers are logged. */
export interface LoggedDatabase {
  readonly storage: Storage;
  /** What counts calls, as in the service. */
  readonly rateLimits: RateLimitOption;
  readonly log: DriverLog;
  readonly close: () => Promise<void>;
}

export type OpenLogged = () => Promise<LoggedDatabase>;

/** A file with readers beside the writer, as the service opens it. */
export const loggedSqlite: OpenLogged = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hundi-budgets-'));
  const { writer, readers, close } = await openSqlite(join(folder, 'hundi.db'));
  const log = driverLog();
  log.watch(writer);
  if (readers !== undefined) log.watch(readers);
  await migrate(writer);
  return {
    storage: knexStorage(writer, readers === undefined ? {} : { readers }),
    rateLimits: DEFAULT_RATE_LIMITS,
    log,
    close: async () => {
      await close();
      await rm(folder, { recursive: true });
    },
  };
};

/** A schema of its own. */
export const loggedPostgres =
  (server: string): OpenLogged =>
  async () => {
    const schema = `hundi_budgets_${randomBytes(6).toString('hex')}`;
    const db = openPostgres(server, { schema });
    const log = driverLog();
    log.watch(db);
    await db.raw(`CREATE SCHEMA ${schema}`);
    await migrate(db);
    return {
      // Else the storage asks each connection once for its time-out, whenever the pool opens another one.
      // How often other processes are told depends on the time, and no payment waits for it.
      storage: knexStorage(db, { statementTimeoutMs: 0, notify: 'off' }),
      rateLimits: knexRateLimiter(db, DEFAULT_RATE_LIMITS, systemClock),
      log,
      close: async () => {
        await db.raw(`SET client_min_messages = warning; DROP SCHEMA ${schema} CASCADE`);
        await db.destroy();
      },
    };
  };
