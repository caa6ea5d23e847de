import type { Binding, Bound, Cell, Rows, Session, Tuple } from './session.js';

/** Cells under the names by which statements bind them. */
export type Values = Readonly<Record<string, Cell>>;

/** A statement that binds cells by name, ready to be asked. */
export interface Named {
  readonly bind: (values: Values) => Bound;
  readonly all: (session: Session, values: Values) => Promise<Rows>;
  readonly tuples: (session: Session, values: Values) => Promise<ReadonlyArray<Tuple>>;
  readonly run: (session: Session, values: Values) => Promise<number>;
  readonly returning: (session: Session, values: Values) => Promise<Rows>;
}

/** A name follows one colon; two are a cast of PostgreSQL's. */
const NAME = /(?<!:):([a-z]\w*)/gi;

const cellOf = (values: Values, name: string): Binding => {
  // A forgotten value is a defect, and not NULL.
  if (!(name in values)) throw new Error(`a statement binds ${name}, which has no value`);
  return values[name] ?? null;
};

/** Writes a statement whose text has `:name` where a cell is bound. A name may stand several times. */
export const named = (text: string): Named => {
  const names = [...text.matchAll(NAME)].flatMap(([, name]) => name ?? []);
  const sql = text.replace(NAME, '?');
  const bind = (values: Values): Bound => ({
    sql,
    bindings: names.map((name) => cellOf(values, name)),
  });
  const ask =
    <A>(how: (session: Session, bound: Bound) => Promise<A>) =>
    async (session: Session, values: Values): Promise<A> =>
      how(session, bind(values));
  return {
    bind,
    all: ask((session, { sql, bindings }) => session.all(sql, bindings)),
    tuples: ask((session, { sql, bindings }) => session.tuples(sql, bindings)),
    run: ask((session, { sql, bindings }) => session.run(sql, bindings)),
    returning: ask((session, { sql, bindings }) => session.returning(sql, bindings)),
  };
};

/** `INSERT` of one row of these columns, each bound by its name. Further columns hold what their SQL says. */
export const insertingOne = (
  table: string,
  names: ReadonlyArray<string>,
  further: Readonly<Record<string, string>> = {},
): string => {
  const columns = [...names, ...Object.keys(further)].join(', ');
  const values = [...names.map((name) => `:${name}`), ...Object.values(further)].join(', ');
  return `INSERT INTO ${table} (${columns}) VALUES (${values})`;
};
