import type { Storage } from '@hundi/core';
import type { Knex } from 'knex';
import { connectionsOf, type Connections } from './engine/connections.js';
import type { Dialect } from './engine/dialect.js';
import { dialectOf } from './engine/dialect-of.js';
import { readsOf } from './engine/read.js';
import { unitsOf } from './engine/unit.js';
import { storesOf } from './stores/stores.js';

export interface KnexStorageOptions {
  /**
   * Where `read` reads: read-only connections to the same SQLite file. Default: the storage's own connections.
   * PostgreSQL takes none: what is decided on must be what was committed last.
   */
  readonly readers?: Knex;
}

const readersOf = (readers: Knex, { name }: Dialect): Connections => {
  if (name !== 'sqlite' || dialectOf(readers).name !== 'sqlite')
    throw new Error('`readers` are connections to an SQLite file, beside a storage on that file');
  return connectionsOf(readers);
};

/**
 * Storage in the database of a Knex, whose schema {@link migrate} has made. The Knex stays its owner's:
 * closing it is up to whoever opened it.
 *
 * @throws for a Knex that is a transaction (a unit of work would commit it: pass the Knex that began it), one
 *   that was destroyed, one of another database, `readers` on PostgreSQL, and an SQLite pool of more than one
 *   connection: writers would then lock each other out.
 */
export const knexStorage = (db: Knex, { readers }: KnexStorageOptions = {}): Storage => {
  const dialect = dialectOf(db);
  const connections = connectionsOf(db);
  if (dialect.name === 'sqlite' && connections.max > 1)
    throw new Error('an SQLite storage writes through a pool of one connection');
  const stores = storesOf(dialect);
  const unit = unitsOf(connections, dialect);
  const read = readsOf(readers === undefined ? connections : readersOf(readers, dialect));
  return {
    atomically: (work) => unit((session) => work(stores(session))),
    read: (work) => read((session) => work(stores(session))),
  };
};
