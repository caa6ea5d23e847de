import type { Binding, Cell, Session } from './session.js';

/** `int` holds 64 bits. */
export type ColumnType = 'text' | 'int' | 'uuid';

/** Names and types of columns, in order. */
export type Columns = Readonly<Record<string, ColumnType>>;

export type CellRows = ReadonlyArray<ReadonlyArray<Cell>>;

/** Bound rows as something to select from, under the alias `s`. */
export interface RowSource {
  readonly from: string;
  readonly bind: (rows: CellRows) => ReadonlyArray<Binding>;
}

/** A table `t`, and the unique index by which each of its rows is found. */
export interface Indexed {
  readonly table: string;
  readonly index: string;
}

export interface Lookup extends Indexed {
  /** The bound rows, `s`; at most one row of the table belongs to each. */
  readonly rows: RowSource;
  /** What to select of `t`. */
  readonly select: string;
  /** Which row of `t` belongs to `s`. */
  readonly where: string;
}

export interface Update extends Indexed {
  readonly rows: RowSource;
  /** The columns of the index. */
  readonly key: ReadonlyArray<string>;
  /** Which columns of `s` are written. */
  readonly set: ReadonlyArray<string>;
  /** Columns that are written NULL. */
  readonly clear?: ReadonlyArray<string>;
  /** The other columns of the table that may not be NULL. */
  readonly required: ReadonlyArray<string>;
  readonly where: string;
}

export interface Insert {
  readonly table: string;
  readonly columns: Columns;
}

/** Words of one database for the same thing in the schema. */
export interface SchemaWords {
  readonly text: string;
  readonly int: string;
  readonly uuid: string;
  /** A number that grows with each insert, and the primary key. */
  readonly serial: string;
  /** Ends a table. */
  readonly end: string;
  /** Ends a table whose rows change: room on the page for the next version of a row. */
  readonly endChanging: string;
  /** Follows the type of a column with megabytes. */
  readonly bulky: (table: string, column: string) => ReadonlyArray<string>;
  /** Makes a source of blocks of numbers; see {@link Dialect.nextBlock}. */
  readonly blocks: (name: string, size: number) => ReadonlyArray<string>;
}

/** Everything in which SQLite and PostgreSQL differ. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres';
  /** Begins a unit of work. */
  readonly begin: string;
  readonly rows: (columns: Columns) => RowSource;
  /** Names the index that a statement on one table must use. */
  readonly using: (index: string) => string;
  /** A SELECT that finds one row of a big table for each bound row, by index in every state of the statistics. */
  readonly lookup: (lookup: Lookup) => string;
  /** An UPDATE of a table by bound rows, by index in every state of the statistics. Binds the rows, then `where`. */
  readonly update: (update: Update) => string;
  /** A DELETE of the rows `t` that belong to bound rows. */
  readonly remove: (rows: RowSource, from: Indexed & { readonly where: string }) => string;
  /** Adds rows of which none may exist. */
  readonly insert: (insert: Insert) => (session: Session, rows: CellRows) => Promise<void>;
  /**
   * Adds rows unless one breaks the unique index `unless`, or another way is faster: then it adds
   * nothing and answers false.
   */
  readonly tryInsert: (
    insert: Insert & { readonly unless: string },
  ) => (session: Session, rows: CellRows) => Promise<boolean>;
  /** Ends a SELECT that holds the rows `t` until the unit ends. */
  readonly hold: string;
  /** Ends a SELECT that holds the rows `t`, leaving out those that another unit holds. */
  readonly holdFree: string;
  /** A statement whose one row holds, as `first`, the first number of a block that is given out once. */
  readonly nextBlock: (name: string, size: number) => string;
  /** Whether the unit lost a race, so that running it again may succeed. */
  readonly lostRace: (error: unknown) => boolean;
  readonly schema: SchemaWords;
}

/** `INSERT … SELECT` of bound rows: the same text in both databases. */
export const insertText = ({ table, columns }: Insert, rows: RowSource): string => {
  const names = Object.keys(columns).join(', ');
  // SQLite would read ON CONFLICT as the condition of a join, were there no WHERE before it.
  return `INSERT INTO ${table} (${names}) SELECT ${names} FROM ${rows.from} WHERE true`;
};
