import type { CellRows, Columns, ColumnType, Dialect } from './dialect.js';
import type { Binding, Cell } from './session.js';

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  /** Whether rows differ in it. A value that is the same in every row is bound once. */
  readonly varies: boolean;
}

/** How one database takes bound rows. Constant columns are bound first, in order, then those that vary. */
export interface RowSource {
  readonly from: (columns: ReadonlyArray<Column>) => string;
  readonly bind: (
    rows: CellRows,
    varying: ReadonlyArray<number>,
    types: ReadonlyArray<ColumnType>,
  ) => ReadonlyArray<Binding>;
}

const cellAt = (rows: CellRows, row: number, column: number): Cell => rows[row]?.[column] ?? null;

/** Rows of one batch share most of their values: their tenant, job and maker, and what they leave out. */
const varies = (rows: CellRows, column: number): boolean => {
  const first = cellAt(rows, 0, column);
  for (let row = 1; row < rows.length; row += 1)
    if (cellAt(rows, row, column) !== first) return true;
  return false;
};

const TEXTS_MAX = 200;

/** Rewrites a statement, given the bound rows as its text has them, and its constant columns. */
export type Rewriting = (text: string, s: string, constants: ReadonlyArray<string>) => string;

const asWritten: Rewriting = (text) => text;

/**
 * Makes {@link Dialect.over} of a row source.
 *
 * @param constant a column in which the rows of one statement never differ.
 */
export const overRows =
  (
    { from, bind }: RowSource,
    constant?: string,
    rewritten: Rewriting = asWritten,
  ): Dialect['over'] =>
  (columns: Columns, statement) => {
    const named = Object.entries(columns);
    const types = Object.values(columns);
    const texts = new Map<string, string>();

    const textFor = (varying: ReadonlySet<number>): string => {
      const shape = [...varying].join(' ');
      const known = texts.get(shape);
      if (known !== undefined) return known;
      const own = named.map(([name, type], i) => ({ name, type, varies: varying.has(i) }));
      const s = from(own);
      const constants = own.filter((column) => !column.varies).map(({ name }) => name);
      const text = rewritten(statement(s), s, constants);
      if (texts.size >= TEXTS_MAX) texts.clear();
      texts.set(shape, text);
      return text;
    };

    return (rows) => {
      const all = named.map((_, column) => column);
      const found = all.filter((column) => varies(rows, column));
      const others = all.filter((column) => named[column]?.[0] !== constant);
      // Rows that are all the same must still be as many as they are.
      const varying = new Set(found.length > 0 || rows.length === 1 ? found : others);
      const constants = all.filter((column) => !varying.has(column));
      return {
        sql: textFor(varying),
        bindings: [
          ...constants.map((column) => cellAt(rows, 0, column)),
          ...(varying.size === 0 ? [] : bind(rows, [...varying], types)),
        ],
      };
    };
  };
