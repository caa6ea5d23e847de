import { randomBytes } from 'node:crypto';
import { knexStorage, migrate, openPostgres, openSqlite } from '@hundi/adapter-knex';
import { memoryStorage } from '@hundi/adapter-memory';
import { citusUrl, postgresUrl } from '@hundi/testkit/contract';
import type { EmptyStorage } from '@hundi/testkit/simulator';
import type { Knex } from 'knex';

export const STORAGES = ['memory', 'sqlite', 'postgres', 'citus'] as const;
export type StorageName = (typeof STORAGES)[number];

/** Gives out empty storages, one at a time: the one before is emptied. */
export interface Storages {
  readonly fresh: () => Promise<EmptyStorage>;
  readonly close: () => Promise<void>;
}

/** The tables that hold what the engine wrote. */
const TABLES: Readonly<Record<string, string>> = {
  sqlite: `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`,
  postgres: 'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()',
};

type Named = ReadonlyArray<{ readonly name: string }>;

const emptied = async (db: Knex, tables: ReadonlyArray<string>): Promise<void> => {
  for (const table of tables) await db(table).delete();
};

const tablesOf = async (db: Knex, dialect: string): Promise<ReadonlyArray<string>> => {
  const found = await db.raw<Named | { readonly rows: Named }>(TABLES[dialect] ?? '');
  const tables: string[] = [];
  for (const { name } of 'rows' in found ? found.rows : found) {
    // Rows that the migrations themselves wrote stay.
    if ((await db(name).first()) === undefined) tables.push(name);
  }
  return tables;
};

const overDatabase = async (
  db: Knex,
  dialect: string,
  close: () => Promise<void>,
): Promise<Storages> => {
  await migrate(db);
  const tables = await tablesOf(db, dialect);
  const storage = knexStorage(db);
  return {
    fresh: async () => {
      await emptied(db, tables);
      return { storage };
    },
    close,
  };
};

const sqlite = async (): Promise<Storages> => {
  const { writer, close } = await openSqlite(':memory:');
  return overDatabase(writer, 'sqlite', close);
};

const postgres = async (url: string | undefined): Promise<Storages> => {
  if (url === undefined) throw new Error('no PostgreSQL answers');
  const schema = `hundi_simulation_${randomBytes(6).toString('hex')}`;
  const db = openPostgres(url, { connections: 4, schema });
  await db.raw(`CREATE SCHEMA ${schema}`);
  return overDatabase(db, 'postgres', async () => {
    // Citus locks local tables of all schemas here, unless told not to: two droppings at once would wait for each other.
    await db.raw(
      `SET client_min_messages = warning; SET citus.enable_local_reference_table_foreign_keys = off;
        DROP SCHEMA ${schema} CASCADE`,
    );
    await db.destroy();
  });
};

/** Only memory is backed up and restored at no cost. */
const inMemory = (): EmptyStorage => {
  const storage = memoryStorage();
  return { storage, backUp: storage.backUp };
};

export const openStorages = async (name: StorageName): Promise<Storages> => {
  switch (name) {
    case 'memory':
      return { fresh: async () => inMemory(), close: async () => undefined };
    case 'sqlite':
      return sqlite();
    case 'postgres':
      return postgres(await postgresUrl());
    case 'citus':
      return postgres(await citusUrl());
  }
};
