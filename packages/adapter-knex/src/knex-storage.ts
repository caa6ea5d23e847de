import type { HostTransaction, Storage } from '@hundi/core/storage';
import type { Knex } from 'knex';
import { orAway } from './engine/away.js';
import { connectionsOf, type Connections } from './engine/connections.js';
import { citusDialect } from './citus/citus-dialect.js';
import type { Dialect } from './engine/dialect.js';
import { dialectOf } from './engine/dialect-of.js';
import { endOf, hostTransaction } from './engine/host-transaction.js';
import { endingReads } from './engine/ending-reads.js';
import { placedConnections, type Reading } from './engine/placed-connections.js';
import { poolerOf } from './engine/pooler.js';
import { readingOn, readsOf } from './engine/read.js';
import type { Timeouts } from './engine/postgres-begin.js';
import { unitsOf, type Units } from './engine/unit.js';
import { isSpread } from './citus/spread.js';
import { workChannel, type WorkChannel } from './engine/work-channel.js';
import { noFronts, queueFronts, type FrontsOfUnit } from './stores/duty/queue-front.js';
import { storesOf } from './stores/stores.js';

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

/** A storage in a database that may have tables of its host's, too. */
export interface KnexStorage extends Storage {
  /**
   * The storage in a transaction that the host began on the same Knex: give it to `engine.within`. Its units of work
   * neither begin nor commit anything; the commit of the host waits for the disk, and then the workers look for what was
   * added. Await each call before the host's next statement: a unit that refuses takes back what was written meanwhile.
   *
   * @throws for what is no transaction, was begun on another Knex, or is over. Units reject with `LostRace` where another transaction was faster, and with an error in words where the
   *   transaction is read-only, or has another isolation level than read committed.
   */
  readonly within: (trx: Knex.Transaction) => HostTransaction;
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

/** What a storage says to other processes, and hears from them. */
const amongProcesses = (
  db: Knex,
  { notify, direct = db, onNotifyError = warn }: KnexStorageOptions,
): Partial<WorkChannel> => {
  const canHear = poolerOf(direct) !== 'transaction';
  const mode = notify ?? (canHear ? 'both' : 'tell');
  if (!NOTIFY.includes(mode)) throw new Error(`notify: expected one of ${NOTIFY.join(', ')}`);
  if (dialectOf(db).name !== 'postgres' || mode === 'off') return {};
  if (mode === 'both' && !canHear)
    throw new Error(
      'notify: behind a pooler in transaction mode nothing can be heard; give `direct`, or `tell` only',
    );
  const { tell, listen } = workChannel(placedConnections(db), connectionsOf(direct), onNotifyError);
  return { tell, ...(mode === 'both' && { listen }) };
};

const READERS = '`readers` are connections to an SQLite file, beside a storage on that file';

const readersOf = (readers: Knex): Connections => {
  if (dialectOf(readers).name !== 'sqlite') throw new Error(READERS);
  return connectionsOf(readers);
};

/** What is written for one kind of database: its stores, and how its units and reads run. */
interface Engine {
  readonly connections: Connections;
  readonly dialect: Dialect;
  readonly stores: ReturnType<typeof storesOf>;
  readonly unit: Units;
  readonly read: ReturnType<typeof readsOf>;
}

/** The engine of a database; what it has to ask first, it asks by `read`, or through the pool. */
type EngineOf = (read?: Reading) => Engine | Promise<Engine>;

const sqliteEngine = (db: Knex, { readers }: KnexStorageOptions): EngineOf => {
  const [dialect, connections] = [dialectOf(db), connectionsOf(db)];
  if (connections.max > 1)
    throw new Error('an SQLite storage writes through a pool of one connection');
  const engine = {
    connections,
    dialect,
    stores: storesOf(dialect),
    unit: unitsOf(connections, dialect),
    read: readsOf(readers === undefined ? connections : readersOf(readers)),
  };
  return () => engine;
};

/**
 * Asks a PostgreSQL once where its tables are, and whether it spreads them over machines; again where it has not yet.
 */
const postgresEngine = (db: Knex, timeouts: Timeouts): EngineOf => {
  const placed = placedConnections(db);
  let known: Engine | undefined;
  const ask = async (asking?: Reading): Promise<Engine> => {
    const connections = await placed(asking);
    const read = readsOf(endingReads(connections, timeouts.statementMs), timeouts);
    const spread = await (asking ?? read)(isSpread);
    const dialect = spread === true ? citusDialect : dialectOf(db);
    const engine = {
      connections,
      dialect,
      stores: storesOf(dialect),
      unit: unitsOf(connections, dialect, timeouts),
      read,
    };
    if (spread !== 'not yet') known ??= engine;
    return engine;
  };
  return (asking) => known ?? ask(asking);
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
export const knexStorage = (db: Knex, options: KnexStorageOptions = {}): KnexStorage => {
  const { statementTimeoutMs = 30_000, idleTimeoutMs = 10_000 } = options;
  for (const [name, ms] of Object.entries({ statementTimeoutMs, idleTimeoutMs }))
    if (!isTimeout(ms)) throw new Error(`${name}: expected whole milliseconds, or 0`);
  const isPostgres = dialectOf(db).name === 'postgres';
  if (isPostgres && options.readers !== undefined) throw new Error(READERS);
  const timeouts = { statementMs: statementTimeoutMs, idleMs: idleTimeoutMs };
  const engine = isPostgres ? postgresEngine(db, timeouts) : sqliteEngine(db, options);
  const plain = connectionsOf(db);
  const fronts = isPostgres ? queueFronts(() => performance.now()) : noFronts;
  const storage: Storage = {
    atomically: (work, { brief } = {}) =>
      orAway(async () => {
        const { stores, unit } = await engine();
        return fronts.within((own) => unit((session) => work(stores(session, own)), brief));
      }),
    read: (work) =>
      orAway(async () => {
        const { stores, read } = await engine();
        return fronts.within((own) => read((session) => work(stores(session, own))));
      }),
  };
  const within = (trx: Knex.Transaction): HostTransaction => {
    const ended = endOf(db, trx);
    // What its units let fall due is there for others only when it has ended.
    const own = new Promise<FrontsOfUnit>((resolve) => {
      void fronts.within((front) => {
        resolve(front);
        return ended;
      });
    });
    return hostTransaction(trx, ended, async (connection) => {
      const asking: Reading = (work) => work(readingOn(plain, connection));
      const [{ connections, dialect, stores }, front] = [await engine(asking), await own];
      return { connections, dialect, stores: (session) => stores(session, front) };
    });
  };
  return { ...storage, ...amongProcesses(db, options), within };
};
