import { runInChunks } from './chunks.js';
import type { CellRows, Cells, Columns, Dialect, Statement } from './dialect.js';
import type { Binding, Bound, Rows, Session, Tuple } from './session.js';

/** A statement over bound rows, ready to be asked. */
export interface Bulk {
  readonly bind: (rows: CellRows) => Bound;
  /** @param further what the statement binds after the rows. */
  readonly all: (
    session: Session,
    rows: CellRows,
    further?: ReadonlyArray<Binding>,
  ) => Promise<Rows>;
  readonly tuples: (session: Session, rows: CellRows) => Promise<ReadonlyArray<Tuple>>;
  readonly returning: (session: Session, rows: CellRows) => Promise<Rows>;
  /** Writes a list in chunks, and says how many rows were written. */
  readonly run: <A>(
    session: Session,
    items: ReadonlyArray<A>,
    cells: (item: A) => Cells,
  ) => Promise<number>;
}

type Apart = (rows: CellRows) => ReadonlyArray<CellRows>;

const together: Apart = (rows) => [rows];

/** The rows of each corporate, by its id: every unit takes corporates in one order, so that no two wait for each other. */
const byCorporate = (columns: Columns): Apart => {
  const place = Object.keys(columns).indexOf('corporate_id');
  if (place < 0) return together;
  return (rows) => {
    const groups = new Map<string, Cells[]>();
    for (const row of rows) {
      const corporate = String(row[place]);
      const own = groups.get(corporate);
      if (own === undefined) groups.set(corporate, [row]);
      else own.push(row);
    }
    return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, own]) => own);
  };
};

/** Writes a statement over bound rows of these columns; nothing is asked for no rows. */
export const bulk = (dialect: Dialect, columns: Columns, statement: Statement): Bulk => {
  const bind = dialect.over(columns, statement);
  const apart = dialect.isSpread ? byCorporate(columns) : together;
  const ask =
    <A>(how: (session: Session, bound: Bound) => Promise<ReadonlyArray<A>>) =>
    async (
      session: Session,
      rows: CellRows,
      further: ReadonlyArray<Binding> = [],
    ): Promise<ReadonlyArray<A>> => {
      if (rows.length === 0) return [];
      const asking = (group: CellRows): Promise<ReadonlyArray<A>> => {
        const { sql, bindings } = bind(group);
        return how(session, { sql, bindings: [...bindings, ...further] });
      };
      const [first, ...others] = apart(rows);
      const found = await asking(first ?? rows);
      if (others.length === 0) return found;
      const all = [...found];
      for (const group of others) all.push(...(await asking(group)));
      return all;
    };
  return {
    bind,
    all: ask((session, { sql, bindings }) => session.all(sql, bindings)),
    tuples: ask((session, { sql, bindings }) => session.tuples(sql, bindings)),
    returning: ask((session, { sql, bindings }) => session.returning(sql, bindings)),
    run: async (session, items, cells) => {
      if (!dialect.isSpread) return runInChunks(session, items, (chunk) => bind(chunk.map(cells)));
      let written = 0;
      for (const group of items.length === 0 ? [] : apart(items.map(cells)))
        written += await runInChunks(session, group, bind);
      return written;
    },
  };
};
