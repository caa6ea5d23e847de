/**
 * Storage on SQLite and PostgreSQL: open a database, {@link migrate} it, hand it to {@link knexStorage}.
 *
 * @packageDocumentation
 */

export { knexStorage, type KnexStorageOptions } from './knex-storage.js';
export { knexRateLimiter } from './rate-limits/knex-rate-limiter.js';
export { openSqlite, type Sqlite, type SqliteOptions } from './open/open-sqlite.js';
export { openPostgres, type PostgresOptions } from './open/open-postgres.js';
export { checkPooler, WrongPooler } from './open/check-pooler.js';
export { behindPooler, localSettings, type Pooler, type Settings } from './engine/pooler.js';
export { DatabaseInUse } from './open/database-in-use.js';
export { isCurrent, migrate, schemaVersion } from './schema/migrate.js';
