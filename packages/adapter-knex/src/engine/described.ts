import type { Cell, Rows } from './session.js';
import type { Cells, Columns, ColumnType } from './dialect.js';
import type { Values } from './named.js';

declare const held: unique symbol;

/** A column: its type, and what it holds of an `A`. */
export interface ColumnOf<A, V> {
  readonly type: ColumnType;
  readonly cell: (item: A) => Cell;
  /** The type of that value. The property never exists at run time: it gives readers of the column its type. */
  readonly [held]?: V;
}

type Described<A> = Readonly<Record<string, ColumnOf<A, unknown>>>;

/** Columns, and how an `A` becomes a row of them: bound by position, but written down by name. */
export interface RowsOf<A> {
  readonly columns: Columns;
  /** Puts the cells of an item into a row from this place on, in the order of the columns. */
  readonly fill: (item: A, row: Cell[], from: number) => void;
  readonly cells: (item: A) => Cells;
}

/** The value that the driver returns for a column: PostgreSQL sends a number of 64 bits as text. */
type Returned<V> =
  | (Exclude<V, undefined> extends number ? number | string : Exclude<V, undefined>)
  | (undefined extends V ? null : never);

/** A row as the driver returns it, with these of the described columns. */
export type ReturnedRow<D, K extends keyof D> = {
  readonly [N in K]: D[N] extends ColumnOf<never, infer V> ? Returned<V> : never;
};

/** Columns that statements select, and the rows that these return. */
export interface Selection<R> {
  /** The columns as a statement names them, each after the prefix. */
  readonly list: (prefix?: string) => string;
  readonly rows: (rows: Rows) => ReadonlyArray<R>;
}

/** {@link RowsOf} with a description of each column. */
export interface DescribedRows<A, D> extends RowsOf<A> {
  readonly columns: { readonly [K in keyof D]: ColumnType };
  readonly names: ReadonlyArray<keyof D & string>;
  readonly described: D;
  /** The cells of an item, each under the name of its column: for a statement that writes one row. */
  readonly values: (item: A) => Values;
  readonly select: <K extends keyof D & string>(
    names: ReadonlyArray<K>,
  ) => Selection<ReturnedRow<D, K>>;
}

/** The value of a described column, as its text or number; NULL where the field may be absent. */
export type Held<D, K extends keyof D> =
  D[K] extends ColumnOf<never, infer V> ? Exclude<V, undefined> : never;

// An array of its full size from the start: 20,000 rows of journal entries go through here at once.
const cellsBy =
  <A>(width: number, fill: RowsOf<A>['fill']) =>
  (item: A): Cells => {
    const row = new Array<Cell>(width);
    fill(item, row, 0);
    return row;
  };

const widthOf = ({ columns }: Pick<RowsOf<never>, 'columns'>): number =>
  Object.keys(columns).length;

/** Describes the rows in which `A`s are kept: each column by its name, in order. */
export const rowsOf =
  <A>() =>
  <D extends Described<A>>(described: D): DescribedRows<A, D> => {
    const names = Object.keys(described) as ReadonlyArray<keyof D & string>;
    const readers = names.map((name) => (described[name] as ColumnOf<A, unknown>).cell);
    const fill: RowsOf<A>['fill'] = (item, row, from) => {
      let place = from;
      for (const cell of readers) {
        row[place] = cell(item);
        place += 1;
      }
    };
    return {
      columns: Object.fromEntries(
        Object.entries(described).map(([name, { type }]) => [name, type]),
      ) as DescribedRows<A, D>['columns'],
      names,
      described,
      fill,
      cells: cellsBy(names.length, fill),
      values: (item) => Object.fromEntries(names.map((name, i) => [name, readers[i]?.(item)])),
      select: (selected) => ({
        list: (prefix = '') => selected.map((name) => `${prefix}${name}`).join(', '),
        rows: (rows) => rows as never,
      }),
    };
  };

/** The rows of a part of an `A`. */
export const of = <A, B>(
  { columns, fill: fillPart }: RowsOf<B>,
  part: (item: A) => B,
): RowsOf<A> => {
  const fill: RowsOf<A>['fill'] = (item, row, from) => {
    fillPart(part(item), row, from);
  };
  return { columns, fill, cells: cellsBy(widthOf({ columns }), fill) };
};

/** Rows beside each other. @throws when two have a column of one name. */
export const beside = <A>(...parts: ReadonlyArray<RowsOf<A>>): RowsOf<A> => {
  const named = parts.flatMap(({ columns }) => Object.entries(columns));
  const columns = Object.fromEntries(named);
  const width = widthOf({ columns });
  if (width < named.length) throw new Error('a column is described twice');
  const sized = parts.map((part) => ({ fill: part.fill, width: widthOf(part) }));
  const fill: RowsOf<A>['fill'] = (item, row, from) => {
    let place = from;
    for (const part of sized) {
      part.fill(item, row, place);
      place += part.width;
    }
  };
  return { columns, fill, cells: cellsBy(width, fill) };
};

/** Rows of a list whose items share something, such as their corporate: its cells come first. */
export interface SharingRows<S, A> {
  readonly columns: Columns;
  readonly cells: (shared: S) => (item: A) => Cells;
}

/** Rows that begin with the cells of what they share. @throws when two columns have one name. */
export const sharing = <S, A>(shared: RowsOf<S>, each: RowsOf<A>): SharingRows<S, A> => {
  const { columns } = beside<never>(shared, each);
  const width = widthOf(shared);
  return {
    columns,
    cells: (of) => {
      const first = shared.cells(of);
      return cellsBy(widthOf({ columns }), (item: A, row, from) => {
        for (let i = 0; i < width; i += 1) row[from + i] = first[i];
        each.fill(item, row, from + width);
      });
    },
  };
};

/** A column of text. */
export const text = <A, V extends string | undefined>(cell: (item: A) => V): ColumnOf<A, V> => ({
  type: 'text',
  cell,
});

/** A column of text of about a kilobyte or more. */
export const long = <A, V extends string | undefined>(cell: (item: A) => V): ColumnOf<A, V> => ({
  type: 'long',
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

/** A column of a number of 64 bits that may be beyond what a number of JavaScript holds exactly. */
export const bigInt = <A>(value: (item: A) => bigint | undefined): ColumnOf<A, bigint> => ({
  type: 'int',
  cell: (item) => value(item)?.toString(),
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
