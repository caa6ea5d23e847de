import { overRows, type Rewriting } from '../engine/over-rows.js';
import { AVOIDED } from '../engine/postgres-begin.js';
import { POSTGRES_ROWS, postgresDialect } from '../engine/postgres-dialect.js';
import type { Dialect } from '../engine/dialect.js';

const CORPORATE = 'corporate_id';

const marksIn = (text: string): number => text.split('?').length - 1;

/** Citus counts the rows that it was given, and those that met a conflict among them, unless it returns those it wrote. */
const countingWritten = (text: string): string =>
  /^\s*INSERT\b.*\bON CONFLICT\b/s.test(text) && !/\bRETURNING\b/.test(text)
    ? `${text} RETURNING 1`
    : text;

/** A comparison that keeps the planner from finding the rows of a table but by the index, for each bound row. */
const BY_INDEX = /(\w+\.corporate_id) = ANY \(ARRAY\[s\.corporate_id\]\)/g;
/** The corporate of bound rows; not of a table whose name ends like theirs. */
const OF_BOUND_ROWS = /(?<![\w[])s\.corporate_id\b/g;

/**
 * Compares corporates with a bound value, and not with a column of bound rows only: then Citus sees that all of a
 * statement is about one corporate, and sends it, whatever it says, to the machine that has it.
 *
 * That machine must not find the rows of its tables by this value: it would look among all of the corporate for each
 * bound row. Beside {@link BY_INDEX} the value has another collation than the index, which equality does not depend on.
 */
const forOneCorporate: Rewriting = (text, s, constants) => {
  const place = constants.indexOf(CORPORATE);
  if (place < 0) return countingWritten(text);
  const bound = `$${String(marksIn(text.slice(0, text.indexOf(s))) + place + 1)}::text`;
  return countingWritten(text)
    .replace(OF_BOUND_ROWS, () => bound)
    .replace(
      BY_INDEX,
      (byIndex, column: string) => `${column} = ${bound} COLLATE "POSIX" AND ${byIndex}`,
    );
};

/**
 * Each worker's planner has to avoid what the coordinator's avoids. Citus passes on SET LOCAL only, together with the
 * whole text that it came in: so BEGIN comes in another.
 */
const AVOIDING = [
  `SET LOCAL citus.propagate_set_commands TO 'local'`,
  ...AVOIDED.map((setting) => `SET LOCAL ${setting} TO off`),
].join('; ');

/** PostgreSQL with Citus: a coordinator, and machines on which the rows of a corporate stand together. */
export const citusDialect: Dialect = {
  ...postgresDialect,
  isSpread: true,
  begun: AVOIDING,
  // Each machine numbers the units that changed its rows for itself.
  atRest: 'TRUE',
  // Nothing is known to be complete there, and so nothing to be forgotten.
  life: () => `''`,
  over: overRows(POSTGRES_ROWS, CORPORATE, forOneCorporate),
};
