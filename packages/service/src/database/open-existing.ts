import { existsSync } from 'node:fs';
import {
  checkPooler,
  fitsSchema,
  knexStorage,
  migrationPlan,
  missingRights,
  openDatabaseClock,
  openPostgres,
  openSqlite,
  openSqliteReader,
  takesWrites,
  type MigrationPlan,
  type Pooler,
} from '@hundi/adapter-knex';
import { systemClock } from '@hundi/adapter-node';
import type { Clock, Storage } from '@hundi/core';
import type { Knex } from 'knex';
import { missingSandboxRights } from '../bank/sandbox-rights.js';
import type { DatabasePlace } from '../config/config.js';
import { StartRefused } from '../config/start-refused.js';
import { directConnections } from './direct-connections.js';
import { aloneIn, orRefuse, type EngineDatabase } from './engine-database.js';

/** Where the engine keeps its records, and what stands before them. */
export interface NamedDatabase {
  readonly place: DatabasePlace;
  readonly pooler: Pooler;
}

/** `read`: it is only read, and an SQLite file may be in use by a service. */
export type Use = 'read' | 'write';

const open = async (
  place: DatabasePlace,
  pooler: Pooler,
  use: Use,
): Promise<{ readonly db: Knex; readonly close: () => Promise<void> }> => {
  if (place.kind === 'postgres') {
    const db = openPostgres(place.url, { pooler });
    return { db, close: () => db.destroy() };
  }
  // Opening one would make it.
  if (!existsSync(place.file)) throw new Error('there is no such file: hundi migrate makes it');
  if (use === 'read') {
    const db = await openSqliteReader(place.file);
    return { db, close: () => db.destroy() };
  }
  const { writer, close } = await openSqlite(place.file);
  return { db: writer, close };
};

/** A database that a service has made. */
export interface ExistingDatabase {
  readonly storage: Storage;
  /** The time that all processes on the database go by. */
  readonly openClock: () => Promise<Clock>;
  readonly alone: EngineDatabase['alone'];
  /** Whether the server takes writes: a standby does not. */
  readonly takesWrites: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}

const opened = async (
  place: DatabasePlace,
  pooler: Pooler,
  use: Use,
): Promise<{ readonly db: Knex; readonly database: ExistingDatabase }> => {
  const { db, close } = await orRefuse(() => open(place, pooler, use));
  try {
    await orRefuse(() => checkPooler(db));
  } catch (error) {
    await close();
    throw error;
  }
  let stopClock = (): Promise<void> => Promise.resolve();
  const database: ExistingDatabase = {
    storage: knexStorage(db),
    // One process has the file.
    takesWrites: () => (place.kind === 'postgres' ? takesWrites(db) : Promise.resolve(true)),
    alone: place.kind === 'postgres' ? aloneIn(db) : (work) => work(),
    openClock: async () => {
      if (place.kind === 'sqlite') return systemClock;
      const clock = await openDatabaseClock(db);
      stopClock = clock.stop;
      return clock;
    },
    close: async () => {
      await stopClock();
      await close();
    },
  };
  return { db, database };
};

/**
 * Opens a database that a service has made.
 *
 * @param pooler what stands between this process and PostgreSQL.
 * @throws StartRefused when it cannot be used, or its schema is not the one of this program.
 */
export const openExisting = async (
  place: DatabasePlace,
  pooler: Pooler,
  use: Use = 'write',
): Promise<ExistingDatabase> => {
  const { db, database } = await opened(place, pooler, use);
  try {
    if (!(await orRefuse(() => fitsSchema(db))))
      throw new StartRefused(
        'DATABASE_URL: the schema of the database does not match this program: hundi migrate brings an older one up to date',
      );
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
};

/** A database before a start, which may have to bring its schema up to date. */
export interface FoundDatabase extends Omit<ExistingDatabase, 'alone'> {
  /** What the start would do to the schema. */
  readonly plan: MigrationPlan;
  /** The rights that the role of the service lacks to start, in words. */
  readonly missingRights: () => Promise<ReadonlyArray<string>>;
  /** The rights that it lacks to keep the sandbox bank beside the engine, in words. */
  readonly missingSandboxRights: () => Promise<ReadonlyArray<string>>;
  /** Looks whether a URL leads past the pooler to the same database. @throws StartRefused */
  readonly lookAtDirect: (url: string) => Promise<void>;
}

/**
 * Opens a database to look at it, whatever its schema.
 *
 * @throws StartRefused when it cannot be used, or its schema is newer than this program and does not serve it.
 */
export const openFound = async (place: DatabasePlace, pooler: Pooler): Promise<FoundDatabase> => {
  const { db, database } = await opened(place, pooler, 'read');
  try {
    const plan = await orRefuse(() => migrationPlan(db));
    const lookAtDirect = async (url: string): Promise<void> =>
      (await directConnections(db, url)).destroy();
    return {
      ...database,
      plan,
      missingRights: () => missingRights(db, plan.steps.length === 0),
      // Beside an SQLite file the bank has a file of its own.
      missingSandboxRights: async () => (place.kind === 'postgres' ? missingSandboxRights(db) : []),
      lookAtDirect,
    };
  } catch (error) {
    await database.close();
    throw error;
  }
};
