import { inChunks } from './chunks.js';
import { COPY_ROWS_MIN, copyRows } from './copy.js';
import { insertText, type Columns, type Dialect, type Insert, type RowSource } from './dialect.js';

const TYPES = { text: 'text', int: 'bigint', uuid: 'uuid' } as const;

/** Rows travel as one array per column. */
const rows = (columns: Columns): RowSource => ({
  from: `unnest(${Object.values(columns)
    .map((type) => `?::${TYPES[type]}[]`)
    .join(', ')}) AS s(${Object.keys(columns).join(', ')})`,
  bind: (cells) => Object.keys(columns).map((_, i) => cells.map((row) => row[i])),
});

const insert = (into: Insert): ReturnType<Dialect['insert']> => {
  const source = rows(into.columns);
  const sql = insertText(into, source);
  return async (session, cells) => {
    if (cells.length < COPY_ROWS_MIN)
      await inChunks(cells, (chunk) => session.run(sql, source.bind(chunk)));
    else await copyRows(session, into, cells);
  };
};

interface PostgresError {
  readonly code?: string;
  readonly constraint?: string;
}
const UNIQUE_VIOLATION = '23505';
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';

const tryInsert: Dialect['tryInsert'] = (into) => async (session, cells) => {
  if (cells.length < COPY_ROWS_MIN) return false;
  await session.run('SAVEPOINT attempt');
  try {
    await copyRows(session, into, cells);
  } catch (error) {
    const { code, constraint } = error as PostgresError;
    if (code !== UNIQUE_VIOLATION || constraint !== into.unless) throw error;
    await session.run('ROLLBACK TO SAVEPOINT attempt');
    return false;
  }
  await session.run('RELEASE SAVEPOINT attempt');
  return true;
};

/**
 * PostgreSQL. Every join of ours has a small side of bound rows and an index on the other, but the planner
 * knows neither how selective those are nor that the batch is small beside the table, and past a few
 * thousand rows prefers to hash or sort the whole table. So a unit of work plans without hash and merge
 * joins, and without compiling statements that it overrates; a read outside of one says LATERAL … LIMIT 1.
 */
export const postgresDialect: Dialect = {
  name: 'postgres',
  begin:
    'BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL enable_hashjoin = off; ' +
    'SET LOCAL enable_mergejoin = off; SET LOCAL jit = off',
  rows,
  using: () => '',
  lookup: ({ rows: { from }, table, select, where }) =>
    `SELECT ${select} FROM ${from}
      CROSS JOIN LATERAL (SELECT * FROM ${table} t WHERE ${where} LIMIT 1) t`,
  update: ({ rows: { from }, table, set, clear = [], where }) =>
    `UPDATE ${table} t SET ${[
      ...set.map((name) => `${name} = s.${name}`),
      ...clear.map((name) => `${name} = NULL`),
    ].join(', ')} FROM ${from} WHERE ${where}`,
  remove: ({ from }, { table, where }) => `DELETE FROM ${table} t USING ${from} WHERE ${where}`,
  insert,
  tryInsert,
  hold: 'FOR UPDATE OF t',
  holdFree: 'FOR UPDATE OF t SKIP LOCKED',
  // A sequence and not a row: nobody waits for the next block until somebody else commits.
  nextBlock: (name) => `SELECT nextval('${name}') AS first`,
  lostRace: (error) => {
    const { code } = (error ?? {}) as PostgresError;
    return code === SERIALIZATION_FAILURE || code === DEADLOCK;
  },
  schema: {
    // Ids order by their bytes, as they do in SQLite and in JavaScript, whatever the database's locale.
    text: 'text COLLATE "C"',
    int: 'bigint',
    uuid: 'uuid',
    serial: 'bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
    end: '',
    endChanging: 'WITH (fillfactor = 50)',
    // Compressing a megabyte costs more than the disk that it saves.
    bulky: (table, column) => [`ALTER TABLE ${table} ALTER COLUMN ${column} SET STORAGE EXTERNAL`],
    blocks: (name, size) => [`CREATE SEQUENCE ${name} INCREMENT ${String(size)}`],
  },
};
