import type { Dialect } from './dialect.js';
import type { Session } from './session.js';

/** Facts about the numbers that a table's rows have been given. */
export interface Horizon {
  /** None given out so far is beyond it. */
  readonly last: number;
  /** Every row up to it that was ever added is committed, or never will be. */
  readonly complete: number;
}

/** Numbers that were given out, and the units that had perhaps not committed theirs at the time. */
interface Passed {
  readonly last: number;
  readonly writers: ReadonlySet<string>;
}

/**
 * Looks up to where the rows of a table can be read without missing one. Numbers are given out before rows are
 * committed, so one with a lower number can come to light after one with a higher. Once every unit that was
 * writing to the table when a number was the last is over, nothing comes to light up to it any more.
 */
export const horizonOf = (
  dialect: Pick<Dialect, 'lastSerial' | 'writers'>,
  table: string,
  serial: string,
): ((session: Session) => Promise<Horizon>) => {
  const lastSerial = dialect.lastSerial(table, serial);
  const writers = dialect.writers(table, serial);
  let complete = 0;
  let passed: Passed | undefined;

  return async (session) => {
    const before = passed;
    const [row] = (await session.all(lastSerial)) as ReadonlyArray<{ readonly last: unknown }>;
    const last = Number(row?.last);
    if (writers === undefined) return { last, complete: last };
    // Asked after the number: a transaction that took one up to it is still among them, or is done.
    const rows = (await session.all(writers)) as ReadonlyArray<{ readonly writer: string }>;
    const writing = new Set(rows.map(({ writer }) => writer));
    if (writing.size === 0) {
      complete = Math.max(complete, last);
    } else if (before === undefined) {
      passed ??= { last, writers: writing };
    } else if (before === passed && ![...before.writers].some((writer) => writing.has(writer))) {
      complete = Math.max(complete, before.last);
      passed = { last, writers: writing };
    }
    return { last, complete };
  };
};
