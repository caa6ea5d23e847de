import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { RateLimitOption } from '@hundi/adapter-koa';
import {
  checkPooler,
  fitsSchema,
  knexRateLimiter,
  knexStorage,
  localSettings,
  migrate,
  openDatabaseClock,
  openPostgres,
  openSqlite,
  takesWrites,
  WrongPooler,
  type DatabaseClock,
  type PostgresOptions,
} from '@hundi/adapter-knex';
import { systemClock } from '@hundi/adapter-node';
import type { Clock, RateLimits, Storage } from '@hundi/core';
import { StorageAway } from '@hundi/core/storage';
import type { Knex } from 'knex';
import type { DatabasePlace } from '../config/config.js';
import { StartRefused } from '../config/start-refused.js';
import { directConnections } from './direct-connections.js';
import type { ClockWatch } from '../watch/machine-clock.js';
import { readsGoOn } from './reads-go-on.js';

/** The engine's records, in a database whose schema is current. */
export interface EngineDatabase {
  readonly storage: Storage;
  /** The time that all processes on the database go by. */
  readonly clock: Clock;
  /** What counts calls: the database where several processes may share it. The sandbox's time changes no rate. */
  readonly limiting: (limits: RateLimits) => RateLimitOption;
  /** Runs something while no other process on the database runs what it is given here. */
  readonly alone: <A>(work: () => Promise<A>) => Promise<A>;
  /** Whether the database answers and takes writes, and its schema serves this program. */
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
    clock: systemClock,
    limiting: (limits) => limits,
    // One process has the file.
    alone: (work) => work(),
    isReady: () => fitsSchema(readers ?? writer),
    close,
  };
};

/** How the service connects to PostgreSQL. */
interface Way extends Pick<PostgresOptions, 'connections' | 'pooler'> {
  /** Leads past the pooler, to hear of the work of other processes. */
  readonly directUrl?: string;
  /** Hears how the clock of this machine and PostgreSQL's compare, again and again. */
  readonly clockWatch: ClockWatch;
}

// A number that no other user of the database's advisory locks takes, the engine's storage among them.
const LOCK = 7_210_485_294;

/** Another process has the lock for a start's worth of work; one that is frozen does not keep it for ever. */
const WAITS = `SET LOCAL statement_timeout = '10min'; SET LOCAL idle_in_transaction_session_timeout = '5min'`;

/** Runs something while no other process on this PostgreSQL runs what it is given here. */
export const aloneIn =
  (db: Knex): EngineDatabase['alone'] =>
  (work) =>
    db.transaction(
      async (trx) => {
        await trx.raw(
          `${localSettings(db)}${WAITS}; SELECT pg_advisory_xact_lock(${String(LOCK)})`,
        );
        return work();
      },
      { isolationLevel: 'read committed' },
    );

const inPostgres = async (
  url: string,
  { directUrl, clockWatch, ...way }: Way,
): Promise<EngineDatabase> => {
  const db = openPostgres(url, way);
  let direct: Knex | undefined;
  let clock: DatabaseClock;
  try {
    await checkPooler(db);
    if (!(await takesWrites(db)))
      throw new Error(
        'the database takes no writes: it is a standby, or default_transaction_read_only is on',
      );
    if (directUrl !== undefined) direct = await directConnections(db, directUrl);
    await migrate(db);
    clock = await openDatabaseClock(db, clockWatch);
  } catch (error) {
    await direct?.destroy();
    await db.destroy();
    throw error;
  }
  return {
    storage: knexStorage(db, direct === undefined ? {} : { direct }),
    clock,
    limiting: (limits) => readsGoOn(knexRateLimiter(db, limits, clock), limits, clock),
    alone: aloneIn(db),
    isReady: async () => (await fitsSchema(db)) && (await takesWrites(db)),
    close: async () => {
      await clock.stop();
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
  const words = wordsOf(error instanceof StorageAway ? error.cause : error);
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
 * @throws StartRefused when it cannot be used: not reachable, in use by another process, read-only, too new, behind another pooler.
 */
export const openEngineDatabase = (place: DatabasePlace, way: Way): Promise<EngineDatabase> =>
  orRefuse(() => (place.kind === 'sqlite' ? inSqlite(place.file) : inPostgres(place.url, way)));
