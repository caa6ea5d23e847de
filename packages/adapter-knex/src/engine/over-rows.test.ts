import test from 'ava';
import { postgresDialect } from './postgres-dialect.js';
import { sqliteDialect } from './sqlite-dialect.js';

const COLUMNS = { a: 'text', b: 'int', c: 'text' } as const;
const select = (s: string): string => `SELECT * FROM ${s}`;

test('SQLite: what every row shares is bound once, and what varies as one JSON text', (t) => {
  t.deepEqual(
    sqliteDialect.over(
      COLUMNS,
      select,
    )([
      ['same', 1, null],
      ['same', 2, undefined],
    ]),
    {
      sql: 'SELECT * FROM (SELECT ? AS a, ? AS c, value->>0 AS b FROM jsonb_each(jsonb(CAST(? AS TEXT)))) s',
      bindings: ['same', null, '[[1],[2]]'],
    },
  );
});

test('SQLite: a single row is bound as it is', (t) => {
  t.deepEqual(sqliteDialect.over(COLUMNS, select)([['x', 1, null]]), {
    sql: 'SELECT * FROM (SELECT ? AS a, ? AS b, ? AS c) s',
    bindings: ['x', 1, null],
  });
});

test('SQLite: many rows are bound as the bytes of their JSON', (t) => {
  const rows = Array.from({ length: 2_000 }, (_, i) => ['same', i, `किराया "${String(i)}" ł`]);

  const [, bytes] = sqliteDialect.over(COLUMNS, select)(rows).bindings;

  t.true(bytes instanceof Uint8Array);
  t.deepEqual(
    JSON.parse(new TextDecoder().decode(bytes as Uint8Array)),
    rows.map(([, i, text]) => [i, text]),
  );
});

test('SQLite: long texts are bound as the bytes of all of them, and each row says where its own are', (t) => {
  const { sql, bindings } = sqliteDialect.over(
    { a: 'long', b: 'int', c: 'text', d: 'long' },
    select,
  )([
    ['₹"1"', 1, 'same', 'x'],
    [null, 2, 'same', 'yz'],
    ['é', 3, 'same', ''],
  ]);

  t.is(
    sql,
    `SELECT * FROM (SELECT ? AS c, CAST(substr(?, value->>0, value->>1) AS TEXT) AS a, value->>2 AS b, \
CAST(substr(?, value->>3, value->>4) AS TEXT) AS d FROM jsonb_each(jsonb(CAST(? AS TEXT)))) s`,
  );
  t.deepEqual(bindings, [
    'same',
    new TextEncoder().encode('₹"1"é'),
    new TextEncoder().encode('xyz'),
    '[[1,6,1,1,1],[null,null,2,2,2],[7,2,3,4,0]]',
  ]);
});

test('PostgreSQL: what every row shares is bound once, and what varies as one array per column', (t) => {
  t.deepEqual(
    postgresDialect.over(
      COLUMNS,
      select,
    )([
      ['same', 1, 'x'],
      ['same', 2, null],
    ]),
    {
      sql: 'SELECT * FROM (SELECT ?::text AS a, u.b, u.c FROM unnest(?::bigint[], ?::text[]) AS u(b, c) OFFSET 0) s',
      bindings: ['same', [1, 2], ['x', null]],
    },
  );
});

test('rows that are all alike stay as many as they are', (t) => {
  t.deepEqual(
    sqliteDialect.over(
      COLUMNS,
      select,
    )([
      ['x', 1, null],
      ['x', 1, null],
    ]).bindings,
    ['[["x",1,null],["x",1,null]]'],
  );
});
