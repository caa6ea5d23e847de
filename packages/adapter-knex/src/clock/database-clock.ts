import type { Clock } from '@hundi/core';
import type { Knex } from 'knex';
import { orAway } from '../engine/away.js';
import { connectionsOf } from '../engine/connections.js';
import { dialectOf } from '../engine/dialect-of.js';
import { readsOf } from '../engine/read.js';
import { readClock, type Reading } from './read-clock.js';
import { steadyClock } from './steady-clock.js';

export interface DatabaseClockOptions {
  /** How often the database is asked for its time, in ms. Default 5,000. */
  readonly everyMs?: number;
  /** Called after each reading with how far the clock of this machine is ahead of the database's, in ms. */
  readonly onReading?: (machineAheadMs: number) => void;
  /** Called with the error of each reading that fails after the first ones; the clock goes on. */
  readonly onFailure?: (error: unknown) => void;
}

/** The clock that all processes on one database go by. */
export interface DatabaseClock extends Clock {
  /** Asks the database no more, and resolves once nothing is asked. The clock goes on. */
  readonly stop: () => Promise<void>;
}

const EVERY_MS = 5_000;

/** The first reading of a process waits for what is compiled and planned; the next two are closer. */
const FIRST_READINGS = 3;

const TIMEOUTS = { statementMs: 30_000, idleMs: 10_000 };

/** In whole microseconds: how many digits of another number are sent, a setting of the session decides. */
const NOW = 'SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS bigint) AS shown';

const readingOf = (db: Knex, steady: () => number): (() => Promise<Reading>) => {
  const read = readsOf(connectionsOf(db), TIMEOUTS);
  return () =>
    orAway(() =>
      read(async ({ all }) => {
        const asked = steady();
        const [row] = (await all(NOW)) as ReadonlyArray<{ readonly shown: string }>;
        return { asked, answered: steady(), shown: Number(row?.shown) / 1_000 };
      }),
    );
};

/** Does something that does not reject again and again, with a pause between. Keeps no process alive. */
const repeating = (work: () => Promise<void>, pauseMs: number): (() => Promise<void>) => {
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const wait = (): void => {
    if (!stopped) timer = setTimeout(once, pauseMs).unref();
  };
  const once = (): void => {
    running = work().then(wait);
  };
  wait();
  return () => {
    stopped = true;
    clearTimeout(timer);
    return running;
  };
};

/**
 * The time of a PostgreSQL, for every process on it. Leases, limits and deadlines of several processes hold only as far
 * as their clocks agree; those of their machines need not. Between readings time goes on by the steady clock of this
 * machine, whatever sets its other one, and also while the machine is suspended. A reading that fails changes nothing.
 *
 * @throws StorageAway when the database cannot be had; an error for SQLite, which serves one process.
 */
export const openDatabaseClock = async (
  db: Knex,
  {
    everyMs = EVERY_MS,
    onReading = () => undefined,
    onFailure = () => undefined,
  }: DatabaseClockOptions = {},
): Promise<DatabaseClock> => {
  if (dialectOf(db).name !== 'postgres')
    throw new Error('a database clock is one of PostgreSQL: a process on SQLite has its own');
  const steady = steadyClock();
  const read = readingOf(db, steady);
  const clock = readClock(await read());
  const now = (): number => Math.floor(steady() + clock.ahead());
  const readAgain = async (): Promise<void> => {
    clock.take(await read());
    onReading(Date.now() - now());
  };
  for (let n = 1; n < FIRST_READINGS; n += 1) await readAgain();
  return { now, stop: repeating(() => readAgain().catch(onFailure), everyMs) };
};
