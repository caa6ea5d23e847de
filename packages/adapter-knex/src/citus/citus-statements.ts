import { citusDialect } from './citus-dialect.js';
import type { Cells, Columns, ColumnType } from '../engine/dialect.js';

const HEAD = `-- What the stores run on Citus in place of a statement of postgresql.sql, where the dialect rewrites it: bound to one
-- corporate, or counting what it wrote. npm run docs:generate writes this file from that one.
`;

const CELL = String.raw`(?:u\.\w+|\?::\w+ AS \w+)`;
/** The bound rows of a statement: their cells, and where rows differ, an array for each column in which they do. */
const ROWS = new RegExp(
  String.raw`\(\s*(SELECT ${CELL}(?:,\s+${CELL})*(?:\s+FROM unnest\([^)]*\) AS u\([^)]*\)\s+OFFSET 0)?)\s*\) s\b`,
);

const TYPES: Readonly<Record<string, ColumnType>> = { text: 'text', bigint: 'int', uuid: 'uuid' };

/** A statement with bound rows as the dialect of Citus writes it; the same where it has none. */
const onCitus = (sql: string): string => {
  const [laidOut = '', rows] = ROWS.exec(sql) ?? [];
  if (rows === undefined) return sql;
  const [, arrays = '', names = ''] = /unnest\((.*)\) AS u\((.*)\)/.exec(rows) ?? [];
  const casts = [...arrays.matchAll(/::(\w+)/g)].map(([, cast]) => cast);
  const cells = [...rows.matchAll(/\bu\.(\w+)|\?::(\w+) AS (\w+)/g)].map(
    ([, differing, cast, same = '']) => ({
      name: differing ?? same,
      cast: cast ?? casts[names.split(', ').indexOf(differing ?? '')] ?? '',
      differs: differing !== undefined,
    }),
  );
  const columns: Columns = Object.fromEntries(
    cells.map(({ name, cast }) => [name, TYPES[cast] ?? 'text'] as const),
  );
  const row = (cell: string): Cells => cells.map(({ differs }) => (differs ? cell : ''));
  const all = names === '' ? [row('')] : [row('one'), row('other')];
  let bound = '';
  const statement = (s: string): string => {
    bound = s;
    return sql.replace(laidOut, () => s);
  };
  return citusDialect
    .over(
      columns,
      statement,
    )(all)
    .sql.replace(bound, () => laidOut);
};

/** The statements of `sql/postgresql.sql` that Citus gets in other words, as a file of their own. */
export const citusStatements = (postgres: string): string => {
  const [, ...named] = postgres.split(/^-- (?=\w+\.\w+$)/m);
  const changed = named.flatMap((block) => {
    const [name = '', ...lines] = block.split('\n');
    const statements = lines.join('\n').split(/;\n+/).filter(Boolean);
    const others = statements.filter((sql) => onCitus(sql) !== sql);
    return others.length === 0
      ? []
      : [`-- ${name}\n${others.map((sql) => `${onCitus(sql)};\n`).join('\n')}`];
  });
  return [HEAD, ...changed].join('\n');
};
