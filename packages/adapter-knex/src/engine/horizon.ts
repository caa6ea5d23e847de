import type { Dialect } from './dialect.js';
import type { Session } from './session.js';

/** Facts about the numbers that a table's rows have been given. */
export interface Horizon {
  /** None given out so far is beyond it. */
  readonly last: number;
  /** Every row up to it that was ever added is committed, or never will be. */
  readonly complete: number;
  /** A number of its own for each life of the database that this process has met. */
  readonly life: number;
}

/** What holds in one life of the database, under the words by which the database names that life. */
export interface KnownComplete {
  readonly life: string;
  readonly complete: number;
}

export interface Horizons {
  readonly look: (session: Session) => Promise<Horizon>;
  /** What the last looks have learned. */
  readonly known: () => KnownComplete;
}

/** Numbers that were given out, and the units that had perhaps not committed theirs at the time. */
interface Passed {
  readonly last: number;
  readonly writers: ReadonlySet<string>;
}

interface LastRow {
  readonly last: unknown;
  readonly life: string;
}

/**
 * Looks up to where the rows of a table can be read without missing one. Numbers are given out before rows are
 * committed, so one with a lower number can come to light after one with a higher. Once every unit that was
 * writing to the table when a number was the last is over, nothing comes to light up to it any more.
 *
 * That holds in one life of the database. The end of the server, a failover or a restored backup takes numbers back
 * that no commit has kept, and the next life gives them out again: what was learned before is forgotten.
 */
export const horizonOf = (
  dialect: Pick<Dialect, 'lastSerial' | 'writers'>,
  table: string,
  serial: string,
): Horizons => {
  const lastSerial = dialect.lastSerial(table, serial);
  const writers = dialect.writers(table, serial);
  let life = { words: '', number: 0 };
  let highest = 0;
  let complete = 0;
  let passed: Passed | undefined;

  const beginLife = (words: string): void => {
    life = { words, number: life.number + 1 };
    complete = 0;
    passed = undefined;
  };

  const look = async (session: Session): Promise<Horizon> => {
    const [row] = (await session.all(lastSerial)) as ReadonlyArray<LastRow>;
    const last = Number(row?.last);
    const words = row?.life ?? '';
    if (words !== life.words || last < highest) beginLife(words);
    highest = last;
    const mine = life;
    const before = passed;
    if (writers === undefined) {
      complete = last;
      return { last, complete, life: mine.number };
    }
    // Asked after the number: a transaction that took one up to it is still among them, or is done.
    const rows = (await session.all(writers)) as ReadonlyArray<{ readonly writer: string }>;
    if (mine !== life) return { last, complete: 0, life: mine.number };
    const writing = new Set(rows.map(({ writer }) => writer));
    if (writing.size === 0) {
      complete = Math.max(complete, last);
    } else if (before === undefined) {
      passed ??= { last, writers: writing };
    } else if (before === passed && ![...before.writers].some((writer) => writing.has(writer))) {
      complete = Math.max(complete, before.last);
      passed = { last, writers: writing };
    }
    return { last, complete, life: mine.number };
  };
  return { look, known: () => ({ life: life.words, complete }) };
};
