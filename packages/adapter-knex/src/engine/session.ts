/** A value of one column. */
export type Cell = string | number | null | undefined;

/** A bound parameter: a value, a column of values (PostgreSQL), or the bytes of a text that the statement casts (SQLite). */
export type Binding = Cell | ReadonlyArray<Cell> | Uint8Array;

/** A statement and what it binds. */
export interface Bound {
  readonly sql: string;
  readonly bindings: ReadonlyArray<Binding>;
}

/** Rows as the driver gives them; each store names the shape that its own statement selects. */
export type Rows = ReadonlyArray<unknown>;

/** The cells of a row, in the order in which they were selected. */
export type Tuple = ReadonlyArray<string | number | null>;

/**
 * One connection, for as long as a unit of work or a read lasts. Every statement of every store goes
 * through here, so what stands between a store and its driver can be changed in one place.
 */
export interface Session {
  readonly all: (sql: string, bindings?: ReadonlyArray<Binding>) => Promise<Rows>;
  /** Reads rows that the statement selects as one {@link Dialect.tuple} each. */
  readonly tuples: (sql: string, bindings: ReadonlyArray<Binding>) => Promise<ReadonlyArray<Tuple>>;
  /** Writes, and says how many rows it wrote. Throws in a read. */
  readonly run: (sql: string, bindings?: ReadonlyArray<Binding>) => Promise<number>;
  /** Writes, and answers the rows that the statement returns. Throws in a read. */
  readonly returning: (sql: string, bindings?: ReadonlyArray<Binding>) => Promise<Rows>;
  /** The driver's own connection, for what only one driver can do; to be used inside {@link alone}. */
  readonly connection: unknown;
  /**
   * Runs statements that nothing may come between. Otherwise the other users of the session may ask without
   * waiting for others: statements are queued, in the order in which they were asked.
   */
  readonly alone: <A>(work: (session: Session) => Promise<A>) => Promise<A>;
}
