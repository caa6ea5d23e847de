import { ADVISORY_LOCKS } from './advisory-locks.js';
import { AT_REST } from './at-rest.js';
import { runInChunks } from './chunks.js';
import { COPY_ROWS_MIN, copyRows } from './copy.js';
import { inserting, type Dialect } from './dialect.js';
import { overRows, type RowSource } from './over-rows.js';
import { postgresBegin, postgresBeginAgain } from './postgres-begin.js';

const TYPES = { text: 'text', long: 'text', int: 'bigint', uuid: 'uuid' } as const;

/**
 * Rows travel as one array per column. OFFSET keeps the planner from looking inside: it would find the
 * constants, take the few rows that it guesses have them, and join those with the batch one by one.
 */
export const POSTGRES_ROWS: RowSource = {
  from: (columns) => {
    const cells = columns.map(({ name, type, varies }) =>
      varies ? `u.${name}` : `?::${TYPES[type]} AS ${name}`,
    );
    const varying = columns.filter(({ varies }) => varies);
    if (varying.length === 0) return `(SELECT ${cells.join(', ')}) s`;
    const arrays = varying.map(({ type }) => `?::${TYPES[type]}[]`).join(', ');
    const names = varying.map(({ name }) => name).join(', ');
    return `(SELECT ${cells.join(', ')} FROM unnest(${arrays}) AS u(${names}) OFFSET 0) s`;
  },
  bind: (rows, varying) => varying.map((i) => rows.map((row) => row[i])),
};

const over = overRows(POSTGRES_ROWS);

interface PostgresError {
  readonly code?: string;
  readonly constraint?: string;
}
/** More numbers than are ever drawn while one statement runs. */
const AHEAD = 2 ** 32;

const UNIQUE_VIOLATION = '23505';
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';

const insert: Dialect['insert'] = (into) => {
  const bind = over(into.columns, inserting(into));
  return async (session, items, cells) => {
    if (items.length < COPY_ROWS_MIN)
      await runInChunks(session, items, (chunk) => bind(chunk.map(cells)));
    else await copyRows(session, into, items, cells);
    return true;
  };
};

const tryInsert: Dialect['tryInsert'] = (into) => async (session, items, cells) =>
  items.length >= COPY_ROWS_MIN &&
  // Any statement between the savepoint and its end would be undone with the attempt.
  (await session.alone(async (alone) => {
    await alone.run('SAVEPOINT attempt');
    try {
      await copyRows(alone, into, items, cells);
    } catch (error) {
      const { code, constraint } = error as PostgresError;
      if (code !== UNIQUE_VIOLATION || constraint !== into.unless) throw error;
      await alone.run('ROLLBACK TO SAVEPOINT attempt');
      return false;
    }
    await alone.run('RELEASE SAVEPOINT attempt');
    return true;
  }));

/**
 * A planner that takes `t` for empty walks through it in the order of an index, and looks among the bound rows for
 * each. It cannot do that where the first column is compared by ANY, or there would be no place in the index to begin,
 * and the last by BETWEEN, because it may leave out an ANY. Those between stay equal: behind a column that lies between
 * two values an index does not narrow down any further, and each look would be at all rows that share the first.
 */
const byIndex = (where: string): string => {
  const comparisons = /(\b\w+\.\w+) = (\w+\.\w+)/g;
  const last = [...where.matchAll(comparisons)].length - 1;
  let place = -1;
  return where.replace(comparisons, (equal, column: string, bound: string) => {
    place += 1;
    if (place === 0) return `${column} = ANY (ARRAY[${bound}])`;
    return place === last ? `${column} BETWEEN ${bound} AND ${bound}` : equal;
  });
};

/** A sequence and not a row: the next block never waits for the commit of another transaction. */
export const drawBlock = (name: string): string => `SELECT nextval('${name}') AS first`;

/**
 * Others draw numbers meanwhile, and no lock of ours stops them: the sequence goes so far ahead that none of them can be
 * beyond it. Of two that skip at the same time the second finds nothing left to do.
 */
export const goBeyond = (name: string): string =>
  `WITH turn AS MATERIALIZED (SELECT pg_advisory_xact_lock(${String(ADVISORY_LOCKS.skip)}))
    SELECT b.beyond, (SELECT CASE WHEN last_value < b.beyond THEN setval('${name}', b.beyond + ${String(AHEAD)}) END
      FROM ${name}) AS next
    FROM turn, (SELECT CAST(? AS bigint) AS beyond) b`;

/**
 * A sequence comes back ahead of its last number when the server is recovered, from a crash or from a copy of its files.
 * So units note what they draw, in rows that come back as they were committed. A few hundred rows, so that units on
 * different connections do not wait for each other.
 */
const PLACES = 1_024;

const keepHighest = (name: string): string =>
  `ON CONFLICT (place) DO UPDATE SET last = greatest(${name}_given.last, excluded.last)`;

/**
 * The start of the server, or of another that was promoted; the reset of its statistics, which follows a crash that the
 * server itself outlives; and the sequence, which a restored backup makes anew.
 */
const life = (table: string, serial: string): string =>
  `concat_ws(' ', extract(epoch FROM pg_postmaster_start_time()),
    extract(epoch FROM pg_stat_get_bgwriter_stat_reset_time()), '${table}_${serial}_seq'::regclass::oid)`;

/**
 * PostgreSQL. Every join of ours has a small side of bound rows and an index on the other, but the planner
 * knows neither how selective those are nor that the batch is small beside the table, and past a few
 * thousand rows prefers to hash, sort or walk through the whole table. So a unit of work plans without
 * hash joins, merge joins and sequential scans, and without compiling statements that it overrates; a
 * look-up says LATERAL … LIMIT, which holds outside of a unit too.
 */
export const postgresDialect: Dialect = {
  name: 'postgres',
  isSpread: false,
  begin: postgresBegin,
  beginAgain: postgresBeginAgain,
  makeDurable: () => Promise.resolve(),
  over,
  tuple: (columns) => columns.join(', '),
  primaryOf: (table) => `${table}_pkey`,
  using: () => '',
  byIndex,
  each: ({ table, as, where }) => ({
    from: (s) =>
      `${s} CROSS JOIN LATERAL (SELECT * FROM ${table} ${as} WHERE ${where} OFFSET 0) ${as}`,
    where: 'true',
  }),
  lookup:
    ({ table, select, where, only = 'true' }) =>
    (s) =>
      `SELECT ${select} FROM ${s}
        CROSS JOIN LATERAL (SELECT * FROM ${table} t WHERE ${where} LIMIT 1) t WHERE ${only}`,
  // OFFSET keeps it from becoming a join that walks through the whole table.
  join:
    ({ table, select, where, by }) =>
    (s) =>
      `SELECT ${select} FROM ${s}
        CROSS JOIN LATERAL (SELECT * FROM ${table} t WHERE ${where} ORDER BY t.${by} OFFSET 0) t`,
  tally:
    ({ table, of, by, sum, where }) =>
    (s) =>
      `SELECT s.${of}, t.* FROM ${s} CROSS JOIN LATERAL (
        SELECT ${by.join(', ')}, count(*) AS count, CAST(sum(${sum}) AS text) AS ${sum} FROM ${table} t WHERE ${where}
        GROUP BY ${by.join(', ')}) t`,
  newest:
    ({ table, select, own, by, where }) =>
    (s) =>
      `SELECT ${select} FROM ${s} CROSS JOIN LATERAL (
        SELECT * FROM ${table} t
        WHERE ${own.map((name) => `t.${name} = s.${name} AND `).join('')}${where}
        ORDER BY t.${by} DESC LIMIT ?) t ORDER BY t.${by} DESC LIMIT ?`,
  among: (column, values) => ({ sql: `${column} = ANY(?::text[])`, bindings: [[...values]] }),
  amongFound: (column, select) => `${column} = ANY(ARRAY(${select}))`,
  minute: '(CAST(extract(epoch FROM now()) AS bigint) / 60)',
  least: (one, other) => `least(${one}, ${other})`,
  greatest: (one, other) => `greatest(${one}, ${other})`,
  firstLine: (text) => `split_part(${text}, E'\\n', 1)`,
  contains: (text, part) => `strpos(${text}, ${part}) > 0`,
  update:
    ({ table, set, clear = [], where }) =>
    (s) =>
      `UPDATE ${table} t SET ${[
        ...set.map((name) => `${name} = s.${name}`),
        ...clear.map((name) => `${name} = NULL`),
      ].join(', ')} FROM ${s} WHERE ${byIndex(where)}`,
  remove:
    ({ table, where }) =>
    (s) =>
      `DELETE FROM ${table} t USING ${s} WHERE ${byIndex(where)}`,
  holding:
    ({ table, select, where }) =>
    (s) =>
      `SELECT ${select} FROM ${s} CROSS JOIN ${table} t WHERE ${byIndex(where)} FOR UPDATE OF t`,
  hold: 'FOR UPDATE OF t',
  insert,
  tryInsert,
  holdFree: 'FOR UPDATE OF t SKIP LOCKED',
  inTurn: `SELECT pg_advisory_xact_lock(${String(ADVISORY_LOCKS.claim)})`,
  atRest: AT_REST,
  nextBlock: (name, size, beside) =>
    `WITH n AS MATERIALIZED (${drawBlock(name)}), given AS (
        INSERT INTO ${name}_given (place, last)
        SELECT pg_backend_pid() % ${String(PLACES)}, first + ${String(size - 1)} FROM n ${keepHighest(name)})
      SELECT first, ${beside} FROM n`,
  lastOfBlocks: (name) => `SELECT coalesce(max(last), 0) AS last FROM ${name}_given`,
  skipBlocks: (name) =>
    `WITH n AS MATERIALIZED (${goBeyond(name)}), given AS (
        INSERT INTO ${name}_given (place, last) SELECT ${String(PLACES)}, beyond FROM n ${keepHighest(name)})
      SELECT next FROM n`,
  life,
  lastSerial: (table, serial) =>
    `SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS last, ${life(table, serial)} AS life
      FROM ${table}_${serial}_seq`,
  // Adding a row takes this lock before its number and keeps it until the commit can be seen. Where sessions
  // were configured to take numbers ahead, it is unknown who has which: then it counts as always being written.
  writers: (table, serial) =>
    `SELECT virtualtransaction AS writer FROM pg_locks
      WHERE locktype = 'relation' AND relation = '${table}'::regclass
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND mode = 'RowExclusiveLock' AND granted
      UNION ALL
      SELECT 'ahead' AS writer FROM pg_sequence
      WHERE seqrelid = '${table}_${serial}_seq'::regclass AND seqcache > 1`,
  lostRace: (error) => {
    const { code } = (error ?? {}) as PostgresError;
    return code === SERIALIZATION_FAILURE || code === DEADLOCK;
  },
  schema: {
    // Ids order by their bytes, as they do in SQLite and in JavaScript, with any locale of the database.
    text: 'text COLLATE "C"',
    int: 'bigint',
    uuid: 'uuid',
    must: { text: 'text COLLATE "C" NOT NULL', int: 'bigint NOT NULL' },
    serial: 'bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
    end: '',
    endChanging: 'WITH (fillfactor = 50)',
    endKeyed: 'WITH (fillfactor = 50)',
    endNarrow: '',
    elements: (json, member) =>
      `LATERAL (SELECT jsonb_array_elements_text(${json}::jsonb -> '${member}') AS value)`,
    member: (json, member) => `(${json}::jsonb ->> '${member}')`,
    createFleeting: 'CREATE UNLOGGED TABLE',
    // Compressing a megabyte costs more than the disk that it saves.
    bulky: (table, column) => [`ALTER TABLE ${table} ALTER COLUMN ${column} SET STORAGE EXTERNAL`],
    drained: (table) => [
      `ALTER TABLE ${table} SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
        autovacuum_vacuum_cost_delay = 0)`,
    ],
    growing: (table) => [
      `ALTER TABLE ${table} SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000,
        autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_vacuum_insert_threshold = 100000,
        autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 10000)`,
    ],
    serialWithin: (table, index, column, serial) =>
      `ALTER TABLE ${table} DROP CONSTRAINT ${table}_pkey,
        ADD CONSTRAINT ${index} PRIMARY KEY (${column}, ${serial})`,
    keyBy: ({ table, key }) => [
      `ALTER TABLE ${table} DROP CONSTRAINT ${table}_pkey, ADD PRIMARY KEY (${key})`,
    ],
    keySerialBy: ({ table, key, columns, alone }) => [
      `ALTER TABLE ${table} DROP CONSTRAINT ${key}, ADD CONSTRAINT ${key} PRIMARY KEY (${columns})`,
      ...(alone === undefined ? [] : [`CREATE INDEX ${table}_by_number ON ${table} (${alone})`]),
    ],
    noteBlocks: (name, size) => [
      `CREATE TABLE ${name}_given (place bigint PRIMARY KEY, last bigint NOT NULL) WITH (fillfactor = 50)`,
      `INSERT INTO ${name}_given (place, last) SELECT ${String(PLACES)}, last_value + ${String(size - 1)}
        FROM ${name} WHERE is_called`,
    ],
    blocks: (name, size) => [`CREATE SEQUENCE ${name} INCREMENT ${String(size)}`],
  },
};
