import { postgresUrl, storageContract } from '@hundi/testkit/contract';
import test from 'ava';
import type { Knex } from 'knex';
import { dialectOf } from './engine/dialect-of.js';
import { freshMemory, freshPostgres } from './fresh.test.support.js';
import { EXPECTED_ROWS } from './testing/expected-rows.js';
import { writeOneOfEach } from './testing/one-of-each-record.js';
import { tablesOf } from './testing/table-columns.js';

type Row = Readonly<Record<string, unknown>>;

/** Numbers as numbers: PostgreSQL sends 64 bits as text. A record is kept whole, and is read by its codec. */
const plain = (row: Row, types: ReadonlyMap<string, string>): Row =>
  Object.fromEntries(
    [...types].map(([name, type]) => {
      const value = row[name];
      if (value === null || value === undefined) return [name, null];
      if (name === 'record') return [name, 'the record'];
      return [name, /int/i.test(type) ? Number(value) : value];
    }),
  );

const inOrder = (rows: ReadonlyArray<Row>): ReadonlyArray<Row> => {
  const key = (row: Row) => JSON.stringify(Object.entries(row).sort());
  return [...rows].sort((a, b) => (key(a) < key(b) ? -1 : 1));
};

const rowsIn = async (db: Knex): Promise<Readonly<Record<string, ReadonlyArray<Row>>>> => {
  const found: Record<string, ReadonlyArray<Row>> = {};
  for (const { name, columns } of await tablesOf(db, dialectOf(db).name)) {
    const rows = (await db(name).select('*')) as ReadonlyArray<Row>;
    found[name] = inOrder(rows.map((row) => plain(row, columns)));
  }
  return found;
};

/** Columns that hold nothing in any of the rows, and pairs that hold the same in all of them. */
const indistinct = (table: string, rows: ReadonlyArray<Row>): ReadonlyArray<string> => {
  const names = Object.keys(rows[0] ?? {});
  return [
    ...names.filter((name) => rows.every((row) => row[name] === null)),
    ...names.flatMap((one, i) =>
      names
        .slice(i + 1)
        .flatMap((other) =>
          rows.every((row) => row[one] === row[other]) ? [`${one} and ${other}`] : [],
        ),
    ),
  ].map((found) => `${table}: ${found}`);
};

const url = await postgresUrl();

for (const [database, fresh] of [
  ['SQLite', freshMemory],
  ['PostgreSQL', url === undefined ? undefined : () => freshPostgres(url)],
] as const) {
  (fresh === undefined ? test.skip : test)(
    `${database}: every column of every table holds what its name says, and each is told from the others`,
    async (t) => {
      if (fresh === undefined) return;
      const { db, storage, close } = await fresh();
      t.teardown(close);
      for (const { title, run } of storageContract)
        if (title.startsWith('every field of')) await run(storage);
      await writeOneOfEach(storage);

      const rows = await rowsIn(db);
      t.deepEqual(
        rows,
        Object.fromEntries(
          Object.entries(EXPECTED_ROWS).map(([table, expected]) => [table, inOrder(expected)]),
        ),
      );
      t.deepEqual(
        Object.entries(rows).flatMap(([table, found]) =>
          found.length === 0 ? [`${table}: no row`] : indistinct(table, found),
        ),
        [],
      );
    },
  );
}
