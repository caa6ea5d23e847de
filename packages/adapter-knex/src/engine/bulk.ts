import { runInChunks } from './chunks.js';
import type { CellRows, Cells, Columns, Dialect, Statement } from './dialect.js';
import type { Bound, Rows, Session, Tuple } from './session.js';

/** A statement over bound rows, ready to be asked. */
export interface Bulk {
  readonly bind: (rows: CellRows) => Bound;
  readonly all: (session: Session, rows: CellRows) => Promise<Rows>;
  readonly tuples: (session: Session, rows: CellRows) => Promise<ReadonlyArray<Tuple>>;
  readonly returning: (session: Session, rows: CellRows) => Promise<Rows>;
  /** Writes a list in chunks, and says how many rows were written. */
  readonly run: <A>(
    session: Session,
    items: ReadonlyArray<A>,
    cells: (item: A) => Cells,
  ) => Promise<number>;
}

/** Writes a statement over bound rows of these columns; nothing is asked for no rows. */
export const bulk = (dialect: Dialect, columns: Columns, statement: Statement): Bulk => {
  const bind = dialect.over(columns, statement);
  const ask =
    <A>(how: (session: Session, bound: Bound) => Promise<ReadonlyArray<A>>) =>
    async (session: Session, rows: CellRows): Promise<ReadonlyArray<A>> =>
      rows.length === 0 ? [] : how(session, bind(rows));
  return {
    bind,
    all: ask((session, { sql, bindings }) => session.all(sql, bindings)),
    tuples: ask((session, { sql, bindings }) => session.tuples(sql, bindings)),
    returning: ask((session, { sql, bindings }) => session.returning(sql, bindings)),
    run: (session, items, cells) => runInChunks(session, items, (chunk) => bind(chunk.map(cells))),
  };
};
