import type { Cell } from './session.js';
import type { Cells, Columns, ColumnType } from './dialect.js';

declare const held: unique symbol;

/** A column: its type, and what it holds of an `A`. */
export interface ColumnOf<A, V> {
  readonly type: ColumnType;
  readonly cell: (item: A) => Cell;
  /** Of what type that is. Never there: it tells whoever reads the column. */
  readonly [held]?: V;
}

type Described<A> = Readonly<Record<string, ColumnOf<A, unknown>>>;

/** Columns, and how an `A` becomes a row of them: bound by position, but written down by name. */
export interface RowsOf<A> {
  readonly columns: Columns;
  /** Appends the cells of an item to a row, in the order of the columns. */
  readonly fill: (item: A, row: Cell[]) => void;
  readonly cells: (item: A) => Cells;
}

/** The same, with what each of its columns holds. */
export interface DescribedRows<A, D> extends RowsOf<A> {
  readonly columns: { readonly [K in keyof D]: ColumnType };
  readonly names: ReadonlyArray<keyof D & string>;
  readonly described: D;
}

/** What a described column holds, as its text or number; NULL where the field may be absent. */
export type Held<D, K extends keyof D> =
  D[K] extends ColumnOf<never, infer V> ? Exclude<V, undefined> : never;

/** Describes the rows in which `A`s are kept: each column by its name, in order. */
export const rowsOf =
  <A>() =>
  <D extends Described<A>>(described: D): DescribedRows<A, D> => {
    const names = Object.keys(described) as ReadonlyArray<keyof D & string>;
    const readers = names.map((name) => (described[name] as ColumnOf<A, unknown>).cell);
    const fill = (item: A, row: Cell[]): void => {
      for (const cell of readers) row.push(cell(item));
    };
    return {
      columns: Object.fromEntries(
        Object.entries(described).map(([name, { type }]) => [name, type]),
      ) as DescribedRows<A, D>['columns'],
      names,
      described,
      fill,
      // An array of its full size from the start: 20,000 rows of journal entries go through here at once.
      cells: (item) => readers.map((cell) => cell(item)),
    };
  };

const cellsBy =
  <A>(fill: RowsOf<A>['fill']) =>
  (item: A): Cells => {
    const row: Cell[] = [];
    fill(item, row);
    return row;
  };

/** The rows of a part of an `A`. */
export const of = <A, B>({ columns, fill }: RowsOf<B>, part: (item: A) => B): RowsOf<A> => {
  const fillPart: RowsOf<A>['fill'] = (item, row) => {
    fill(part(item), row);
  };
  return { columns, fill: fillPart, cells: cellsBy(fillPart) };
};

/** Rows beside each other. @throws when two have a column of one name. */
export const beside = <A>(...parts: ReadonlyArray<RowsOf<A>>): RowsOf<A> => {
  const named = parts.flatMap(({ columns }) => Object.entries(columns));
  const columns = Object.fromEntries(named);
  if (Object.keys(columns).length < named.length) throw new Error('a column is described twice');
  const fill: RowsOf<A>['fill'] = (item, row) => {
    for (const part of parts) part.fill(item, row);
  };
  return { columns, fill, cells: cellsBy(fill) };
};

/** A column of text. */
export const text = <A, V extends string | undefined>(cell: (item: A) => V): ColumnOf<A, V> => ({
  type: 'text',
  cell,
});

/** A column of an id that is a UUID. */
export const uuid = <A, V extends string | undefined>(cell: (item: A) => V): ColumnOf<A, V> => ({
  type: 'uuid',
  cell,
});

/** A column of a number of 64 bits. */
export const int = <A, V extends number | undefined>(cell: (item: A) => V): ColumnOf<A, V> => ({
  type: 'int',
  cell,
});

/** A column of a yes or no, as 1 and 0. */
export const flag = <A>(value: (item: A) => boolean): ColumnOf<A, number> => ({
  type: 'int',
  cell: (item) => (value(item) ? 1 : 0),
});

/** A column of JSON text. NULL for a value that is absent. */
export const json = <A, V>(value: (item: A) => V): ColumnOf<A, string> => {
  // Rows of one job carry the same maker, approver and policy: the same object is written once.
  let last: unknown;
  let written: string | null = null;
  return {
    type: 'text',
    cell: (item) => {
      const next: unknown = value(item);
      if (next === undefined) return null;
      if (next !== last || typeof next !== 'object') {
        last = next;
        written = JSON.stringify(next);
      }
      return written;
    },
  };
};
