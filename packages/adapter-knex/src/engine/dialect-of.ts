import type { Knex } from 'knex';
import type { Dialect } from './dialect.js';
import { postgresDialect } from './postgres-dialect.js';
import { sqliteDialect } from './sqlite-dialect.js';

/** @throws for a Knex of another database, and for what is no Knex. */
export const dialectOf = (db: Knex): Dialect => {
  const client = db.client as { readonly driverName: string } | undefined;
  switch (client?.driverName) {
    case 'sqlite3':
    case 'better-sqlite3':
      return sqliteDialect;
    case 'pg':
      return postgresDialect;
    case undefined:
      throw new Error('storage needs a Knex: pass what knex({ client, connection, pool }) answers');
    default:
      throw new Error(`storage needs SQLite or PostgreSQL, not ${client?.driverName}`);
  }
};
