import type { Knex } from 'knex';
import { literal, ownPathWhereUnchosen } from './own-path.js';
import { requirePool } from './pool-of-own.js';

/**
 * What stands between a pool of connections and PostgreSQL. `none`: nothing. `session`: a pooler that keeps one session
 * of the server for each connection. `transaction`: a pooler that gives each transaction whichever session is free, so
 * that nothing that is set in a session holds for the next statement (PgBouncer's `pool_mode`).
 */
export type Pooler = 'none' | 'session' | 'transaction';

/**
 * Settings of PostgreSQL, by name; times are in milliseconds, and null is the default of the role and the database. Where
 * they name no `search_path` either, null puts the schema `hundi` first.
 */
export type Settings = Readonly<Record<string, string | number | null>>;

/** How to get through to the server. */
interface Behind {
  readonly pooler: Pooler;
  readonly settings: Settings;
}

const POOLERS: ReadonlyArray<Pooler> = ['none', 'session', 'transaction'];

const DIRECT: Behind = { pooler: 'none', settings: {} };

const behind = new WeakMap<object, Behind>();

// A copy of a Knex shares the pool, but not the client.
const poolOf = (db: Knex): object | undefined => (db.client as { readonly pool?: object }).pool;

const behindOf = (db: Knex): Behind => behind.get(poolOf(db) ?? {}) ?? DIRECT;

/**
 * Says of a Knex on PostgreSQL that its connections lead to a pooler. Storage, `migrate` and the rest of this
 * package then keep to what the pooler allows: behind `transaction` they name no statement, and begin every transaction,
 * a read's too, with `settings`. `openPostgres` does this for its own.
 *
 * @param settings hold in each transaction of the engine behind `transaction`, such as `{ search_path: 'payouts' }`;
 *   behind `session` the sessions keep what their owner sets.
 * @returns the same Knex.
 * @throws for a pooler of another name, and for a Knex that is a transaction or was destroyed.
 */
export const behindPooler = (db: Knex, pooler: Pooler, settings: Settings = {}): Knex => {
  if (!POOLERS.includes(pooler))
    throw new Error(`pooler: expected ${POOLERS.join(', ')}; not ${pooler}`);
  requirePool(db);
  behind.set(poolOf(db) as object, { pooler, settings });
  return db;
};

/** What a Knex was said to be behind. */
export const poolerOf = (db: Knex): Pooler => behindOf(db).pooler;

/** What each transaction has to set; undefined where sessions keep their settings. */
export const settingsOf = (db: Knex): Settings | undefined => {
  const { pooler, settings } = behindOf(db);
  return pooler === 'transaction' ? settings : undefined;
};

const valueOf = (value: string | number | null): string =>
  value === null ? 'NULL' : literal(String(value));

/** Whether a Knex was said to find the engine's tables. */
export const isPlaced = (db: Knex): boolean => 'search_path' in behindOf(db).settings;

/** A statement that gives settings their values until the transaction ends. */
export const setLocal = (settings: Settings): string => {
  const set = Object.entries(settings).map(
    ([name, value]) => `set_config(${literal(name)}, ${valueOf(value)}, true)`,
  );
  if (settings['search_path'] === null) set.push(ownPathWhereUnchosen(true));
  return set.length === 0 ? '' : `SELECT ${set.join(', ')}; `;
};

/**
 * SQL to begin a host's own transaction with on a Knex that may be behind a pooler: what {@link behindPooler} was given
 * and the pooler would lose. Ends with `; `; empty where sessions keep their settings.
 */
export const localSettings = (db: Knex): string => setLocal(settingsOf(db) ?? {});
