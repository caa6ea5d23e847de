import type { Knex } from 'knex';
import { TABLES_BY_CORPORATE } from '../schema/by-corporate.js';

const PARTITIONS = 3;

/** Rebuilds a table that is empty. PostgreSQL refuses a unique key that does not hold the corporate. */
const partition = async (db: Knex, table: string): Promise<void> => {
  const { rows } = (await db.raw(
    `SELECT a.attname AS name FROM pg_attribute a
      WHERE a.attrelid = '${table}'::regclass AND a.attidentity <> ''`,
  )) as unknown as { readonly rows: ReadonlyArray<{ readonly name: string }> };
  await db.raw(
    `CREATE TABLE ${table}_apart (LIKE ${table} INCLUDING ALL) PARTITION BY HASH (corporate_id)`,
  );
  await db.raw(`DROP TABLE ${table}`);
  await db.raw(`ALTER TABLE ${table}_apart RENAME TO ${table}`);
  for (const { name } of rows)
    await db.raw(`ALTER SEQUENCE ${table}_apart_${name}_seq RENAME TO ${table}_${name}_seq`);
  for (let n = 0; n < PARTITIONS; n += 1)
    await db.raw(
      `CREATE TABLE ${table}_${String(n)} PARTITION OF ${table}
        FOR VALUES WITH (MODULUS ${String(PARTITIONS)}, REMAINDER ${String(n)})`,
    );
};

/** Splits the big tables by corporate. */
export const partitionByCorporate = async (db: Knex): Promise<void> => {
  for (const table of TABLES_BY_CORPORATE) await partition(db, table);
};
