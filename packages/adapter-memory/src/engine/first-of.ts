/** The first records of a table by their ids, in the order of SQL. */
export const firstOf = <A>(all: ReadonlyMap<string, A>, limit: number): ReadonlyArray<A> =>
  [...all]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, limit)
    .map(([, record]) => record);
