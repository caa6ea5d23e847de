import type { Storage } from '@hundi/core/storage';
import type { Knex } from 'knex';
import { orAway } from './engine/away.js';
import { connectionsOf, type Connections } from './engine/connections.js';
import { citusDialect } from './engine/citus-dialect.js';
import type { Dialect } from './engine/dialect.js';
import { dialectOf } from './engine/dialect-of.js';
import { endingReads } from './engine/ending-reads.js';
import { poolerOf } from './engine/pooler.js';
import { readsOf } from './engine/read.js';
import { unitsOf, type Units } from './engine/unit.js';
import { isSpread } from './engine/spread.js';
import { workChannel } from './engine/work-channel.js';
import { noFronts, queueFronts } from './stores/duty/queue-front.js';
import { storesOf } from './stores/stores.js';
import { telling } from './telling.js';

export interface KnexStorageOptions {
  /**
   * Where `read` reads: read-only connections to the same SQLite file. Default: the storage's own connections.
   * PostgreSQL takes none: what is decided on must be what was committed last.
   */
  readonly readers?: Knex;
  /**
   * After so long PostgreSQL gives up on a statement of a unit of work or a read, in a session that has no time-out
   * of its own (`statement_timeout`); 0 lets it run for ever. Default 30,000.
   */
  readonly statementTimeoutMs?: number;
  /**
   * After so long PostgreSQL gives up on a unit of work that asks for nothing, in a session that has no time-out of its
   * own (`idle_in_transaction_session_timeout`): another process takes over what a frozen one held. 0 lets it wait for
   * ever. Default 10,000.
   */
  readonly idleTimeoutMs?: number;
  /**
   * Between the processes that share a PostgreSQL: `both` tells the others of work that this one adds, and hears it
   * from them, for which a worker keeps one more connection open, outside of the pool; `tell` hears nothing; `off` does
   * neither: for a process that is alone. Workers look for work each second all the same. Default `both`, and
   * `tell` behind a pooler in `transaction` mode, where only `direct` can hear.
   */
  readonly notify?: 'both' | 'tell' | 'off';
  /** Connections to the same database that no pooler stands before, to hear by. Default: the storage's own. */
  readonly direct?: Knex;
  /**
   * Called with why others could not be told, or not be heard. Work is found later then, and nothing is lost. Default:
   * a warning of the process.
   */
  readonly onNotifyError?: (error: unknown) => void;
}

const warn = (error: unknown): void => {
  process.emitWarning(error instanceof Error ? error : String(error), {
    detail: 'Other processes cannot be told of new work, or not be heard: it is found by looking.',
  });
};

/** The longest that PostgreSQL and timers know. */
const TIMEOUT_MAX_MS = 0x7fff_ffff;

const isTimeout = (ms: number): boolean => Number.isInteger(ms) && ms >= 0 && ms <= TIMEOUT_MAX_MS;

const NOTIFY: ReadonlyArray<unknown> = ['both', 'tell', 'off'];

/** The storage, and what it says to other processes and hears from them. */
const amongProcesses = (
  storage: Storage,
  db: Knex,
  { notify, direct = db, onNotifyError = warn }: KnexStorageOptions,
): Storage => {
  const canHear = poolerOf(direct) !== 'transaction';
  const mode = notify ?? (canHear ? 'both' : 'tell');
  if (!NOTIFY.includes(mode)) throw new Error(`notify: expected one of ${NOTIFY.join(', ')}`);
  if (dialectOf(db).name !== 'postgres' || mode === 'off') return storage;
  if (mode === 'both' && !canHear)
    throw new Error(
      'notify: behind a pooler in transaction mode nothing can be heard; give `direct`, or `tell` only',
    );
  const channel = workChannel(connectionsOf(db), connectionsOf(direct), onNotifyError);
  return telling(storage, channel, mode === 'both');
};

const readersOf = (readers: Knex, { name }: Dialect): Connections => {
  if (name !== 'sqlite' || dialectOf(readers).name !== 'sqlite')
    throw new Error('`readers` are connections to an SQLite file, beside a storage on that file');
  return connectionsOf(readers);
};

/** What is written for one kind of database: its stores, and how its units run. */
interface Engine {
  readonly stores: ReturnType<typeof storesOf>;
  readonly unit: Units;
}

/** Asks a PostgreSQL once whether it spreads its tables over machines; again where it has not yet. */
const engineOn = (
  dialect: Dialect,
  read: ReturnType<typeof readsOf>,
  unitsBy: (dialect: Dialect) => Units,
): (() => Engine | Promise<Engine>) => {
  const engineOf = (own: Dialect): Engine => ({ stores: storesOf(own), unit: unitsBy(own) });
  let known = dialect.name === 'postgres' ? undefined : engineOf(dialect);
  const ask = async (): Promise<Engine> => {
    const spread = await read(isSpread);
    const engine = engineOf(spread === true ? citusDialect : dialect);
    if (spread !== 'not yet') known ??= engine;
    return engine;
  };
  return () => known ?? ask();
};

/**
 * Storage in the database of a Knex, whose schema {@link migrate} has made. The Knex stays its owner's:
 * the caller who opened it closes it. Every unit of work sees to it that its own commit waits for the disk, also
 * where the pool, the role or the database has it otherwise (`synchronous_commit`; SQLite's `synchronous`, which
 * stays raised for the connection); an SQLite file whose `journal_mode` undoes nothing fails each unit in words.
 *
 * @throws for options out of their range, for a Knex that is a transaction (a unit of work would commit it: pass the
 * Knex that began it), one
 *   that was destroyed, one of another database, `readers` on PostgreSQL, and an SQLite pool of more than one
 *   connection: writers would then lock each other out.
 */
export const knexStorage = (db: Knex, options: KnexStorageOptions = {}): Storage => {
  const { readers, statementTimeoutMs = 30_000, idleTimeoutMs = 10_000 } = options;
  for (const [name, ms] of Object.entries({ statementTimeoutMs, idleTimeoutMs }))
    if (!isTimeout(ms)) throw new Error(`${name}: expected whole milliseconds, or 0`);
  const dialect = dialectOf(db);
  const connections = connectionsOf(db);
  if (dialect.name === 'sqlite' && connections.max > 1)
    throw new Error('an SQLite storage writes through a pool of one connection');
  const timeouts = { statementMs: statementTimeoutMs, idleMs: idleTimeoutMs };
  const reading = readers === undefined ? connections : readersOf(readers, dialect);
  const read = readsOf(
    dialect.name === 'postgres' ? endingReads(reading, statementTimeoutMs) : reading,
    timeouts,
  );
  const fronts = dialect.name === 'postgres' ? queueFronts(() => performance.now()) : noFronts;
  const engine = engineOn(dialect, read, (own) => unitsOf(connections, own, timeouts));
  const storage: Storage = {
    atomically: (work, { brief } = {}) =>
      orAway(async () => {
        const { stores, unit } = await engine();
        return fronts.within((own) => unit((session) => work(stores(session, own)), brief));
      }),
    read: (work) =>
      orAway(async () => {
        const { stores } = await engine();
        return fronts.within((own) => read((session) => work(stores(session, own))));
      }),
  };
  return amongProcesses(storage, db, options);
};
