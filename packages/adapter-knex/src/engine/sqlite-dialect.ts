import { inChunks } from './chunks.js';
import { insertText, type Columns, type Dialect, type Insert, type RowSource } from './dialect.js';

/** Rows travel as one JSON text of arrays: one binding, parsed once into JSONB. */
const rows = (columns: Columns): RowSource => ({
  from: `(SELECT ${Object.keys(columns)
    .map((name, i) => `value->>${String(i)} AS ${name}`)
    .join(', ')} FROM jsonb_each(jsonb(?))) s`,
  bind: (cells) => [JSON.stringify(cells)],
});

const insert = (into: Insert): ReturnType<Dialect['insert']> => {
  const source = rows(into.columns);
  const sql = insertText(into, source);
  return async (session, cells) => {
    await inChunks(cells, (chunk) => session.run(sql, source.bind(chunk)));
  };
};

/**
 * SQLite. Its planner has no statistics on a fresh database and old ones on most others, and then puts
 * the big table outside a join, or scans it inside one. So joins are CROSS JOINs, whose order it keeps,
 * and big tables name their index.
 */
export const sqliteDialect: Dialect = {
  name: 'sqlite',
  begin: 'BEGIN IMMEDIATE',
  rows,
  using: (index) => `INDEXED BY ${index}`,
  lookup: ({ rows: { from }, table, index, select, where }) =>
    `SELECT ${select} FROM ${from} CROSS JOIN ${table} t INDEXED BY ${index} WHERE ${where}`,
  // UPDATE … FROM always joins its target first, so the join stands in an INSERT whose rows all exist.
  update: ({ rows: { from }, table, index, key, set, clear = [], required, where }) => {
    const kept = [...key, ...required.filter((name) => !set.includes(name))];
    return `INSERT INTO ${table} (${[...kept, ...set].join(', ')})
      SELECT ${[...kept.map((name) => `t.${name}`), ...set.map((name) => `s.${name}`)].join(', ')}
      FROM ${from} CROSS JOIN ${table} t INDEXED BY ${index} WHERE ${where}
      ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${[
        ...set.map((name) => `${name} = excluded.${name}`),
        ...clear.map((name) => `${name} = NULL`),
      ].join(', ')}`;
  },
  remove: ({ from }, { table, index, where }) =>
    `DELETE FROM ${table} WHERE rowid IN (
      SELECT t.rowid FROM ${from} CROSS JOIN ${table} t INDEXED BY ${index} WHERE ${where})`,
  insert,
  tryInsert: () => () => Promise.resolve(false),
  // The one writer holds everything.
  hold: '',
  holdFree: '',
  nextBlock: (name, size) =>
    `UPDATE ${name} SET next = next + ${String(size)} RETURNING next - ${String(size)} AS first`,
  lostRace: (error) =>
    String((error as { readonly code?: unknown } | null)?.code).startsWith('SQLITE_BUSY'),
  schema: {
    text: 'TEXT',
    int: 'INTEGER',
    uuid: 'TEXT',
    serial: 'INTEGER PRIMARY KEY AUTOINCREMENT',
    // STRICT turns the REALs, as which the driver binds numbers above 2^31, into integers or refuses them.
    end: 'STRICT',
    endChanging: 'STRICT',
    bulky: () => [],
    blocks: (name) => [
      `CREATE TABLE ${name} (next INTEGER NOT NULL) STRICT`,
      `INSERT INTO ${name} (next) VALUES (1)`,
    ],
  },
};
