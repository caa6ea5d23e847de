/**
 * Storage on SQLite and PostgreSQL: open a database, {@link migrate} it, hand it to {@link knexStorage}.
 *
 * @packageDocumentation
 */

export { knexStorage, type KnexStorage, type KnexStorageOptions } from './knex-storage.js';
export { knexRateLimiter } from './rate-limits/knex-rate-limiter.js';
export {
  openDatabaseClock,
  type DatabaseClock,
  type DatabaseClockOptions,
} from './clock/database-clock.js';
export {
  openSqlite,
  openSqliteReader,
  type Sqlite,
  type SqliteOptions,
} from './open/open-sqlite.js';
export { openPostgres, type PostgresOptions } from './open/open-postgres.js';
export { checkPooler, WrongPooler } from './open/check-pooler.js';
export { behindPooler, localSettings, type Pooler, type Settings } from './engine/pooler.js';
export { orAway } from './engine/away.js';
export { missingRights } from './schema/missing-rights.js';
export { takesWrites } from './open/takes-writes.js';
export { DatabaseInUse } from './open/database-in-use.js';
export {
  fitsSchema,
  migrate,
  migrationPlan,
  schemaVersion,
  type MigrationPlan,
} from './schema/migrate.js';
