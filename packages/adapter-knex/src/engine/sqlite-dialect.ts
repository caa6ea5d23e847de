import { runInChunks } from './chunks.js';
import { inserting, type Dialect } from './dialect.js';
import { overRows } from './over-rows.js';
import { makeDurable } from './sqlite-durability.js';
import { sqliteRows } from './sqlite-rows.js';

const over = overRows(sqliteRows);

/**
 * SQLite. Its planner has no statistics on a fresh database and old ones on most others, and then puts
 * the big table outside a join, or scans it inside one. So joins are CROSS JOINs, whose order it keeps,
 * and big tables name their index.
 */
export const sqliteDialect: Dialect = {
  name: 'sqlite',
  isSpread: false,
  begin: () => 'BEGIN IMMEDIATE',
  beginAgain: () => 'BEGIN IMMEDIATE',
  makeDurable,
  over,
  // The driver makes an object of each row, a property at a time; one text is several times faster.
  tuple: (columns, short) => {
    const whole = `json_array(${columns.join(', ')})`;
    return short === undefined
      ? `${whole} AS tuple`
      : `CASE WHEN ${short.where} THEN json_array(${columns.slice(0, short.columns).join(', ')})
      ELSE ${whole} END AS tuple`;
  },
  primaryOf: (table) => `sqlite_autoindex_${table}_1`,
  using: (index) => `INDEXED BY ${index}`,
  // INDEXED BY says it.
  byIndex: (where) => where,
  each: ({ table, index, as, where }) => ({
    from: (s) => `${s} CROSS JOIN ${table} ${as} INDEXED BY ${index}`,
    where,
  }),
  lookup:
    ({ table, index, select, where, only = 'true' }) =>
    (s) =>
      `SELECT ${select} FROM ${s} CROSS JOIN ${table} t INDEXED BY ${index}
        WHERE ${where} AND ${only}`,
  join:
    ({ table, index, select, where }) =>
    (s) =>
      `SELECT ${select} FROM ${s} CROSS JOIN ${table} t INDEXED BY ${index} WHERE ${where}`,
  tally:
    ({ table, index, of, by, sum, where }) =>
    (s) => {
      const group = [`s.${of}`, ...by.map((name) => `t.${name}`)].join(', ');
      return `SELECT ${group}, count(*) AS count, CAST(sum(t.${sum}) AS text) AS ${sum}
        FROM ${s} CROSS JOIN ${table} t INDEXED BY ${index} WHERE ${where} GROUP BY ${group}`;
    },
  // There is no LATERAL; what IN lists may look at the rows before it.
  newest: ({ table, index, select, own, by, where }) => {
    const equal = own.map((name) => `t.${name} = s.${name} AND `).join('');
    return (s) =>
      `SELECT ${select} FROM ${s} CROSS JOIN ${table} t INDEXED BY ${index}
        WHERE ${equal} t.${by} IN (SELECT t.${by} FROM ${table} t INDEXED BY ${index}
          WHERE ${equal} ${where} ORDER BY t.${by} DESC LIMIT ?)
        ORDER BY t.${by} DESC LIMIT ?`;
  },
  among: (column, values) => ({
    sql: `${column} IN (SELECT value FROM json_each(?))`,
    bindings: [JSON.stringify([...values])],
  }),
  amongFound: (column, select) => `${column} IN (${select})`,
  minute: undefined,
  least: (one, other) => `min(${one}, ${other})`,
  greatest: (one, other) => `max(${one}, ${other})`,
  firstLine: (text) => `substr(${text}, 1, instr(${text}, char(10)) - 1)`,
  contains: (text, part) => `instr(${text}, ${part}) > 0`,
  // UPDATE … FROM always joins its target first, so the join stands in an INSERT whose rows all exist.
  update:
    ({ table, index, key, set, clear = [], where }) =>
    (s) =>
      `INSERT INTO ${table} (${[...key, ...set].join(', ')})
        SELECT ${[...key.map((name) => `t.${name}`), ...set.map((name) => `s.${name}`)].join(', ')}
        FROM ${s} CROSS JOIN ${table} t INDEXED BY ${index} WHERE ${where}
        ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${[
          ...set.map((name) => `${name} = excluded.${name}`),
          ...clear.map((name) => `${name} = NULL`),
        ].join(', ')}`,
  remove:
    ({ table, index, key, where }) =>
    (s) =>
      `DELETE FROM ${table} INDEXED BY ${index} WHERE (${key.join(', ')}) IN (
        SELECT ${key.map((name) => `t.${name}`).join(', ')}
        FROM ${s} CROSS JOIN ${table} t INDEXED BY ${index} WHERE ${where})`,
  holding:
    ({ table, index, select, where }) =>
    (s) =>
      `SELECT ${select} FROM ${s} CROSS JOIN ${table} t INDEXED BY ${index} WHERE ${where}`,
  insert: (into) => {
    const bind = over(into.columns, inserting(into));
    return async (session, items, cells) => {
      await runInChunks(session, items, (chunk) => bind(chunk.map(cells)));
      return true;
    };
  },
  tryInsert: () => () => Promise.resolve(false),
  // The one writer holds everything.
  hold: '',
  holdFree: '',
  inTurn: undefined,
  atRest: 'TRUE',
  nextBlock: (name, size, beside) =>
    `UPDATE ${name} SET next = next + ${String(size)}
      RETURNING next - ${String(size)} AS first, ${beside}`,
  lastOfBlocks: (name) => `SELECT next - 1 AS last FROM ${name}`,
  skipBlocks: (name) => `UPDATE ${name} SET next = max(next, ? + 1) RETURNING next`,
  // A number stays or goes with the commit that gave it out.
  life: () => `''`,
  lastSerial: (table) =>
    `SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = '${table}'), 0) AS last, '' AS life`,
  writers: () => undefined,
  lostRace: (error) =>
    String((error as { readonly code?: unknown } | null)?.code).startsWith('SQLITE_BUSY'),
  schema: {
    text: 'TEXT',
    int: 'INTEGER',
    uuid: 'TEXT',
    // The INSERT that updates leaves these out, and SQLite asks for them before it sees that the row exists.
    must: { text: `TEXT NOT NULL DEFAULT ''`, int: 'INTEGER NOT NULL DEFAULT 0' },
    serial: 'INTEGER PRIMARY KEY AUTOINCREMENT',
    // STRICT turns the REALs, as which the driver binds numbers above 2^31, into integers or refuses them.
    end: 'STRICT',
    endChanging: 'STRICT',
    // The key is the table: one tree less to write.
    endKeyed: 'STRICT, WITHOUT ROWID',
    endNarrow: 'STRICT, WITHOUT ROWID',
    elements: (json, member) => `json_each(${json}, '$.${member}')`,
    member: (json, member) => `json_extract(${json}, '$.${member}')`,
    createFleeting: 'CREATE TABLE',
    bulky: () => [],
    drained: () => [],
    growing: () => [],
    serialWithin: (table, index, column, serial) =>
      `CREATE INDEX ${index} ON ${table} (${column}, ${serial})`,
    keyBy: ({ table, columns, key, end }) => [
      `CREATE TABLE ${table}_keyed (${columns}, PRIMARY KEY (${key})) ${end}`,
      `INSERT INTO ${table}_keyed SELECT * FROM ${table}`,
      `DROP TABLE ${table}`,
      `ALTER TABLE ${table}_keyed RENAME TO ${table}`,
    ],
    keySerialBy: () => [],
    // The row that the numbers come from is one of those that a backup holds.
    noteBlocks: () => [],
    blocks: (name) => [
      `CREATE TABLE ${name} (next INTEGER NOT NULL) STRICT`,
      `INSERT INTO ${name} (next) VALUES (1)`,
    ],
  },
};
