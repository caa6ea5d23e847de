import type { Knex } from 'knex';
import type { Dialect } from './dialect.js';
import { postgresDialect } from './postgres-dialect.js';
import { sqliteDialect } from './sqlite-dialect.js';

/** @throws for a Knex of another database. */
export const dialectOf = (db: Knex): Dialect => {
  const { driverName } = db.client as { readonly driverName: string };
  switch (driverName) {
    case 'sqlite3':
    case 'better-sqlite3':
      return sqliteDialect;
    case 'pg':
      return postgresDialect;
    default:
      throw new Error(`storage needs SQLite or PostgreSQL, not ${driverName}`);
  }
};
