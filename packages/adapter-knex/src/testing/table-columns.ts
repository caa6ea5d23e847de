import type { Knex } from 'knex';

/** The columns of a table, with the types that the database gives them. */
export interface Table {
  readonly name: string;
  readonly columns: ReadonlyMap<string, string>;
}

/** Rows, each value under the name of its column. */
export type ExpectedRows = ReadonlyArray<Readonly<Record<string, string | number | null>>>;

/** Rows by table. */
export type ExpectedTables = Readonly<Record<string, ExpectedRows>>;

interface Found {
  readonly table_name: string;
  readonly column_name: string;
  readonly type: string;
}

type Answer = ReadonlyArray<Found> | { readonly rows: ReadonlyArray<Found> };

/** The tables that hold no records: the schema's version, the counters of numbers, the counts of calls. */
const INTERNAL: ReadonlySet<string> = new Set([
  'hundi_schema',
  'work_tokens',
  'work_tokens_given',
  'sqlite_sequence',
  'rate_buckets',
  'call_buckets',
]);

const SQLITE = `SELECT m.name AS table_name, p.name AS column_name, p.type AS type
  FROM sqlite_master m JOIN pragma_table_info(m.name) p WHERE m.type = 'table'`;
const POSTGRES = `SELECT table_name, column_name, data_type AS type
  FROM information_schema.columns WHERE table_schema = current_schema()`;

/** Every table of records that a migrated database has, as its catalogue says. */
export const tablesOf = async (
  db: Knex,
  dialect: 'sqlite' | 'postgres',
): Promise<ReadonlyArray<Table>> => {
  const answer: Answer = await db.raw(dialect === 'sqlite' ? SQLITE : POSTGRES);
  const tables = new Map<string, Map<string, string>>();
  for (const { table_name, column_name, type } of 'rows' in answer ? answer.rows : answer) {
    if (INTERNAL.has(table_name)) continue;
    const columns = tables.get(table_name) ?? new Map<string, string>();
    tables.set(table_name, columns.set(column_name, type));
  }
  return [...tables]
    .map(([name, columns]) => ({ name, columns }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
};
