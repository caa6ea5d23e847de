import type { Connection, Connections } from './connections.js';
import type { Beginning } from './postgres-begin.js';
import type { Bound, Cell, Session } from './session.js';

/** `int` holds 64 bits. `long` is a text of about a kilobyte or more, which differs from row to row. */
export type ColumnType = 'text' | 'long' | 'int' | 'uuid';

/** Names and types of columns, in order. */
export type Columns = Readonly<Record<string, ColumnType>>;

export type Cells = ReadonlyArray<Cell>;
export type CellRows = ReadonlyArray<Cells>;

/** For rows that are cells already. */
export const identity = (cells: Cells): Cells => cells;

/** The text of a statement that reads bound rows, given what stands after FROM for them (alias `s`). */
export type Statement = (s: string) => string;

/** A table `t`, and the unique index by which each of its rows is found. */
export interface Indexed {
  readonly table: string;
  readonly index: string;
  /** Which row of `t` belongs to `s`. It compares columns with columns: see the dialects for why. */
  readonly where: string;
}

export interface Lookup extends Indexed {
  /** The columns to select of `t`. */
  readonly select: string;
  /** The condition on the rows for which `t` is found; its values are bound after those of `where`. */
  readonly only?: string;
}

export type Holding = Omit<Lookup, 'only'>;

export interface Join extends Omit<Lookup, 'only'> {
  /**
   * The last column of the index, which `where` leaves open: it distinguishes the index from others that begin alike.
   */
  readonly by: string;
}

export interface Tally extends Indexed {
  /** The column of `s` that names the group of rows. */
  readonly of: string;
  /** The columns of `t` whose values are counted. */
  readonly by: ReadonlyArray<string>;
  /** A column of `t` that is summed, as a text under its own name. */
  readonly sum: string;
}

/** For each bound row, the rows of a table that come last in its index. */
export interface Newest extends Omit<Indexed, 'where'> {
  /** The columns to select of `t`. */
  readonly select: string;
  /** The leading columns of the index, in which `t` equals `s`. */
  readonly own: ReadonlyArray<string>;
  /** The last column of the index. */
  readonly by: string;
  /** A further condition on `t`. It may bind values. */
  readonly where: string;
}

export interface Remove extends Indexed {
  /** The columns of the index. */
  readonly key: ReadonlyArray<string>;
}

export interface Update extends Indexed {
  /** The columns of the index. */
  readonly key: ReadonlyArray<string>;
  /** Which columns of `s` are written. */
  readonly set: ReadonlyArray<string>;
  /** Columns that are written NULL. */
  readonly clear?: ReadonlyArray<string>;
}

export interface Insert {
  readonly table: string;
  readonly columns: Columns;
}

/** A table whose rows a statement meets for each bound row, before it meets others. */
export interface Each extends Indexed {
  /** The name of the table in the statement, and in `where`. */
  readonly as: string;
}

/** Things to write, and the cells of one of them. */
export type InsertRows = <A>(
  session: Session,
  items: ReadonlyArray<A>,
  cells: (item: A) => Cells,
) => Promise<boolean>;

/** A table that gets another primary key. */
interface Keyed {
  readonly table: string;
  /** All of its columns as they are declared, in their order. */
  readonly columns: string;
  readonly key: string;
  /** How its declaration ends. */
  readonly end: string;
}

/** A table with a serial number whose primary key gets other columns. */
interface KeyedSerial {
  readonly table: string;
  /** The name of the key. */
  readonly key: string;
  readonly columns: string;
  /** The serial number, if rows are also found by it alone. */
  readonly alone?: string;
}

/** Words of one database for the same thing in the schema. */
export interface SchemaWords {
  readonly text: string;
  readonly int: string;
  readonly uuid: string;
  /** Columns that are never NULL, of a table that is updated in bulk. */
  readonly must: { readonly text: string; readonly int: string };
  /** A number that grows with each insert, and the primary key. */
  readonly serial: string;
  /** Ends a table. */
  readonly end: string;
  /** Ends a table whose rows change: room on the page for the next version of a row. */
  readonly endChanging: string;
  /** The same for a table of narrow rows that are found by their primary key. */
  readonly endKeyed: string;
  /** Ends a table of narrow rows that never change and are found by their primary key. */
  readonly endNarrow: string;
  /** The texts, each as `value`, of a list that is a member of a JSON text. */
  readonly elements: (json: string, member: string) => string;
  /** The text of a member of a JSON text; NULL where it is absent. */
  readonly member: (json: string, member: string) => string;
  /** Begins a table that may be empty after a crash of the server: PostgreSQL then logs nothing of what is written to it. */
  readonly createFleeting: string;
  /** Follows a table with a column of megabytes. */
  readonly bulky: (table: string, column: string) => ReadonlyArray<string>;
  /** Follows a table whose rows come and go: what is gone is cleared away soon, and as fast as the disk allows. */
  readonly drained: (table: string) => ReadonlyArray<string>;
  /** Follows a table that grows for years: its statistics and its free space stay true all the time. */
  readonly growing: (table: string) => ReadonlyArray<string>;
  /**
   * Finds the rows of a table by a column and then by their serial number. PostgreSQL gives up finding them
   * by the number alone for it, and has one index as before to write.
   */
  readonly serialWithin: (table: string, index: string, column: string, serial: string) => string;
  /** Gives a table another primary key. Its other indexes are dropped before, and made again afterwards. */
  readonly keyBy: (keyed: Keyed) => ReadonlyArray<string>;
  /**
   * Lets the rows of a table be found by other columns and then by their serial number, where a database has its
   * primary key for that: PostgreSQL. SQLite finds them by the number alone, and by the indexes that it has.
   */
  readonly keySerialBy: (keyed: KeyedSerial) => ReadonlyArray<string>;
  /** Lets a source of blocks keep what it gives out with what the unit commits. */
  readonly noteBlocks: (name: string, size: number) => ReadonlyArray<string>;
  /** Makes a source of blocks of numbers; see {@link Dialect.nextBlock}. */
  readonly blocks: (name: string, size: number) => ReadonlyArray<string>;
}

/** Everything in which SQLite and PostgreSQL differ. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres';
  /** Whether the rows of corporates stand on several machines: a statement on them is about one corporate. */
  readonly isSpread: boolean;
  /**
   * A statement that begins a unit of work, whose commit waits for the disk. Its time-outs are these where the session
   * names none.
   */
  readonly begin: (beginning: Beginning) => string;
  /** The same for a unit that lost a race: such units run one after the other, or they would meet again and again. */
  readonly beginAgain: (beginning: Beginning) => string;
  /** What follows {@link Dialect.begin} and cannot be sent with it. */
  readonly begun?: string;
  /** Sets what a connection needs for durable commits and {@link Dialect.begin} cannot set. */
  readonly makeDurable: (connections: Connections, connection: Connection) => Promise<void>;
  /** Binds rows to a statement. Each text is written once, for each set of columns that do not vary. */
  readonly over: (columns: Columns, statement: Statement) => (rows: CellRows) => Bound;
  /**
   * Selects columns as one tuple, for reading wide rows in bulk; see {@link Session.tuples}. Where the condition of
   * `short` holds, a tuple may end after so many columns.
   */
  readonly tuple: (
    columns: ReadonlyArray<string>,
    short?: { readonly columns: number; readonly where: string },
  ) => string;
  /** The index of a table's primary key. */
  readonly primaryOf: (table: string) => string;
  /** Names the index that a statement on one table must use. */
  readonly using: (index: string) => string;
  /**
   * The condition of a join, which compares columns of a table with columns of bound rows, those of the index first and
   * in its order: each row of the table is found by the index, whatever the statistics say.
   */
  readonly byIndex: (where: string) => string;
  /** Every row of a table for each bound row, by index likewise: what stands after FROM, and the condition. */
  readonly each: (each: Each) => { readonly from: Statement; readonly where: string };
  /** Finds at most one row of a table for each bound row, by index likewise. */
  readonly lookup: (lookup: Lookup) => Statement;
  /** Finds every row of a table for each bound row, by index likewise. */
  readonly join: (join: Join) => Statement;
  /** Counts (as `count`) and sums the rows of a table that belong to each bound row, by index likewise. */
  readonly tally: (tally: Tally) => Statement;
  /**
   * Finds the last rows for each bound row, however many it has, by index likewise: at most so many of
   * each as is bound after what `where` binds, and at most so many in all as is bound then, last first.
   */
  readonly newest: (newest: Newest) => Statement;
  /** A condition: the column has one of the values. */
  readonly among: (column: string, values: Iterable<string>) => Bound;
  /** A condition: the column has one of the values that a SELECT finds, by the column's own index. */
  readonly amongFound: (column: string, select: string) => string;
  /**
   * The minute of the server's clock, as a number. Undefined where a row that changes often leaves no old versions
   * behind, over which statements would step for as long as a transaction is open that could see them.
   */
  readonly minute: string | undefined;
  /** The lesser of two numbers. */
  readonly least: (one: string, other: string) => string;
  /** The greater of two numbers. */
  readonly greatest: (one: string, other: string) => string;
  /** A text up to its first line break, which it has. */
  readonly firstLine: (text: string) => string;
  /** Whether a text contains another, taken literally. */
  readonly contains: (text: string, part: string) => string;
  /** Updates the rows of a table that belong to bound rows, by index likewise. */
  readonly update: (update: Update) => Statement;
  /** Deletes the rows of a table that belong to bound rows, by index likewise. */
  readonly remove: (remove: Remove) => Statement;
  /** Selects and holds the row of a table that belongs to each bound row, in their order and by index likewise. */
  readonly holding: (holding: Holding) => Statement;
  /** Ends a SELECT that holds the rows `t` until the unit ends. */
  readonly hold: string;
  /** Adds rows of which none may exist. */
  readonly insert: (insert: Insert) => InsertRows;
  /**
   * Adds rows unless one breaks the unique index `unless`, or another way is faster: then it adds
   * nothing and answers false.
   */
  readonly tryInsert: (insert: Insert & { readonly unless: string }) => InsertRows;
  /** Ends a SELECT that holds the rows `t`, leaving out those that another unit holds. */
  readonly holdFree: string;
  /** A statement that waits for every unit under way that asked it. Undefined where units run one after the other. */
  readonly inTurn: string | undefined;
  /**
   * A condition on `t`: no unit that was under way when the statement began, or began later, has changed or held the
   * row. It may be false for a row at rest, and stay so until a unit changes the row.
   */
  readonly atRest: string;
  /**
   * A statement whose one row holds, as `first`, the first number of a block that is given out once, and columns beside
   * it, which are expressions.
   */
  readonly nextBlock: (name: string, size: number, beside: string) => string;
  /** A statement whose one row holds, as `last`, a number that none given out so far, by a unit that was committed, is beyond. */
  readonly lastOfBlocks: (name: string) => string;
  /** A statement that lets later blocks begin beyond the bound number. */
  readonly skipBlocks: (name: string) => string;
  /**
   * An expression: words that name the life of the database in which it gives out the numbers of a table. They differ
   * before and after whatever may take numbers back.
   */
  readonly life: (table: string, serial: string) => string;
  /**
   * A statement whose one row holds, as `last`, a number that no row of a table has gone beyond so far, and as `life`
   * the words of {@link Dialect.life}.
   */
  readonly lastSerial: (table: string, serial: string) => string;
  /**
   * A statement that names, as `writer`, each unit that may have added rows to a table and is not over: one
   * that took a number of it is named from before that until its rows are there for others, or are gone. Undefined
   * where one writer commits its numbers in order.
   */
  readonly writers: (table: string, serial: string) => string | undefined;
  /** Whether the unit lost a race, so that running it again may succeed. */
  readonly lostRace: (error: unknown) => boolean;
  readonly schema: SchemaWords;
}

/** `INSERT … SELECT` of bound rows: the same text in both databases. */
export const inserting =
  ({ table, columns }: Insert, end = ''): Statement =>
  (s) => {
    const names = Object.keys(columns).join(', ');
    // SQLite would read ON CONFLICT as the condition of a join, were there no WHERE before it.
    return `INSERT INTO ${table} (${names}) SELECT ${names} FROM ${s} WHERE true ${end}`;
  };
