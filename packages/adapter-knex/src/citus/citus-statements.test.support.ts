import { citusDialect } from './citus-dialect.js';
import type { Cells, Columns, ColumnType } from '../engine/dialect.js';
import { sqlText } from '../testing/sql-text.js';

const HEAD = `-- What the stores run on Citus in place of a statement of postgresql.sql, where the dialect rewrites it: bound to one
-- corporate, or counting what it wrote. npm run docs:generate writes this file from that one.
`;

const CELL = String.raw`(?:u\.\w+|\?::\w+ AS \w+)`;
/** The bound rows of a statement: their cells, and where rows differ, an array for each column in which they do. */
const ROWS = new RegExp(
  String.raw`\( ?(SELECT ${CELL}(?:, ${CELL})*(?: FROM unnest\([^)]*\) AS u\([^)]*\) OFFSET 0)?) ?\) s\b`,
);

const TYPES: Readonly<Record<string, ColumnType>> = { text: 'text', bigint: 'int', uuid: 'uuid' };

/** A statement with bound rows as the dialect of Citus writes it; the same where it has none. */
const onCitus = (sql: string): string => {
  const [, rows] = ROWS.exec(sql) ?? [];
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
  return citusDialect.over(columns, (s) => sql.replace(ROWS, () => s))(all).sql;
};

/** The statements of a file of PostgreSQL that are others on Citus, as a file of their own. */
export const citusStatements = (postgres: string): string => {
  const [, ...named] = postgres.split(/^-- (?=\w+\.\w+$)/m);
  const changed = named.flatMap((block) => {
    const [name = ''] = block.split('\n');
    const statements = block
      .slice(name.length)
      .split(/;\n/)
      .map(sqlText)
      .filter((one) => one !== '');
    const others = statements.flatMap((sql) => {
      const other = sqlText(onCitus(sql.replaceAll(/\s+/g, ' ')));
      return other === sql ? [] : [`${other};\n`];
    });
    return others.length === 0 ? [] : [`-- ${name}\n${others.join('\n')}`];
  });
  return [HEAD, ...changed].join('\n');
};
