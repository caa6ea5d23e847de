import type { Knex } from 'knex';
import { literal, ownPathWhereUnchosen } from './own-path.js';
import { requirePool } from './pool-of-own.js';
import { RELIED_ON } from './relied-on.js';

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
 * a read's too, with `settings` and what the engine's statements rely on. `openPostgres` does this for its own.
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
  behind.set(poolOf(db) as object, { pooler, settings: { ...RELIED_ON, ...settings } });
  return db;
};

/** What a Knex was said to be behind. */
export const poolerOf = (db: Knex): Pooler => behindOf(db).pooler;

/** What each transaction has to set; undefined where sessions keep their settings. */
export const settingsOf = (db: Knex): Settings | undefined => {
  const { pooler, settings } = behindOf(db);
  return pooler === 'transaction' ? settings : undefined;
};

/** Whether a Knex was said to find the engine's tables. */
export const isPlaced = (db: Knex): boolean => 'search_path' in behindOf(db).settings;

const valueOf = (value: string | number | null): string =>
  value === null ? 'NULL' : literal(String(value));

/** Settings that PostgreSQL has only from version 14, and 17, on. */
const NEWER: ReadonlyArray<string> = ['idle_session_timeout', 'transaction_timeout'];

const whereKnown = (name: string, set: string): string =>
  NEWER.includes(name)
    ? `CASE WHEN current_setting(${literal(name)}, true) IS NOT NULL THEN ${set} END`
    : set;

/**
 * A statement that gives settings their values, of which there is at least one.
 *
 * @param untilEnd whether they hold until the transaction ends, or else until the session does.
 */
export const setAll = (settings: Settings, untilEnd: boolean): string => {
  const set = Object.entries(settings).map(([name, value]) =>
    whereKnown(name, `set_config(${literal(name)}, ${valueOf(value)}, ${String(untilEnd)})`),
  );
  if (settings['search_path'] === null) set.push(ownPathWhereUnchosen(untilEnd));
  return `SELECT ${set.join(', ')}`;
};

/**
 * SQL to begin a host's own transaction with on a Knex that may be behind a pooler: what {@link behindPooler} sets
 * and the pooler would lose. Ends with `; `; empty where sessions keep their settings.
 */
export const localSettings = (db: Knex): string => {
  const settings = settingsOf(db);
  return settings === undefined ? '' : `${setAll(settings, true)}; `;
};
