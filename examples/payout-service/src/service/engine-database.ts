import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { RateLimitOption } from '@hundi/adapter-koa';
import {
  checkPooler,
  isCurrent,
  knexRateLimiter,
  knexStorage,
  migrate,
  openPostgres,
  openSqlite,
  WrongPooler,
  type PostgresOptions,
} from '@hundi/adapter-knex';
import { systemClock } from '@hundi/adapter-node';
import type { RateLimits, Storage } from '@hundi/core';
import type { Knex } from 'knex';
import type { DatabasePlace } from '../config/config.js';
import { StartRefused } from '../config/start-refused.js';
import { directConnections } from './direct-connections.js';

/** The engine's records, in a database whose schema is current. */
export interface EngineDatabase {
  readonly storage: Storage;
  /** What counts calls: the database where several processes may share it. The sandbox's time changes no rate. */
  readonly limiting: (limits: RateLimits) => RateLimitOption;
  /** Whether the database answers and its schema is the one this program was written for. */
  readonly isReady: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}

const inSqlite = async (file: string): Promise<EngineDatabase> => {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const { writer, readers, close } = await openSqlite(file);
  try {
    await migrate(writer);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    storage: knexStorage(writer, readers === undefined ? {} : { readers }),
    limiting: (limits) => limits,
    isReady: () => isCurrent(readers ?? writer),
    close,
  };
};

/** How the service connects to PostgreSQL. */
interface Way extends Pick<PostgresOptions, 'connections' | 'pooler'> {
  /** Leads past the pooler, to hear of the work of other processes. */
  readonly directUrl?: string;
}

const inPostgres = async (url: string, { directUrl, ...way }: Way): Promise<EngineDatabase> => {
  const db = openPostgres(url, way);
  let direct: Knex | undefined;
  try {
    await checkPooler(db);
    if (directUrl !== undefined) direct = await directConnections(db, directUrl);
    await migrate(db);
  } catch (error) {
    await direct?.destroy();
    await db.destroy();
    throw error;
  }
  return {
    storage: knexStorage(db, direct === undefined ? {} : { direct }),
    limiting: (limits) => knexRateLimiter(db, limits, systemClock),
    isReady: () => isCurrent(db),
    close: async () => {
      await Promise.all([db.destroy(), direct?.destroy()]);
    },
  };
};

/** The failure in a few words; a refused connection to several addresses has only a code. */
const wordsOf = (error: unknown): string => {
  const { message, code } = error as { readonly message?: string; readonly code?: string };
  return message !== undefined && message !== '' ? message : (code ?? 'unknown error');
};

/** PgBouncer's word on settings with which a connection begins. */
const UNNAMED_POOLER = /^unsupported startup parameter/;

/** The setting that is wrong, and what is wrong with it. */
const faultOf = (error: unknown): string => {
  const words = wordsOf(error);
  if (error instanceof WrongPooler) return `DATABASE_POOLER: ${words}`;
  return UNNAMED_POOLER.test(words)
    ? `DATABASE_POOLER: a pooler stands before PostgreSQL (${words}): name its mode, session or transaction`
    : `DATABASE_URL: ${words}`;
};

/** Runs what a database can refuse. @throws StartRefused with the reason. */
export const orRefuse = async <A>(open: () => Promise<A>): Promise<A> => {
  try {
    return await open();
  } catch (error) {
    throw error instanceof StartRefused ? error : new StartRefused(faultOf(error));
  }
};

/**
 * Opens the database and brings its schema up to date.
 *
 * @throws StartRefused when it cannot be used: not reachable, in use by another process, too new, behind another pooler.
 */
export const openEngineDatabase = (place: DatabasePlace, way: Way): Promise<EngineDatabase> =>
  orRefuse(() => (place.kind === 'sqlite' ? inSqlite(place.file) : inPostgres(place.url, way)));
