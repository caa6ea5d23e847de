import type { Knex } from 'knex';
import { knex } from './knex.js';
import { quoted } from '../engine/own-path.js';
import { behindPooler, setAll, type Pooler, type Settings } from '../engine/pooler.js';
import { RELIED_ON } from '../engine/relied-on.js';
import { quiet } from './quiet.js';
import { beginningSessions } from './setting-sessions.js';

export interface PostgresOptions {
  /** Connections of this process at most. Each unit of work, and each read, takes one while it lasts. Default 16. */
  readonly connections?: number;
  /** How long a caller waits for a free connection before it gets an error. Default 15,000. */
  readonly acquireTimeoutMs?: number;
  /** The server gives up on a statement after so long, unless `migrate` runs it; 0 lets it run for ever. Default 30,000. */
  readonly statementTimeoutMs?: number;
  /** The server ends a transaction that asks for nothing so long, and its connection; 0 waits for ever. Default 10,000. */
  readonly idleTimeoutMs?: number;
  /**
   * The schema that holds the tables; `migrate` makes it. Default: `hundi`, unless the server, the database or the role
   * names a `search_path` of its own: then the first of that. Tables that are in `public` are still found there.
   */
  readonly schema?: string;
  /**
   * What stands between this process and the server; `checkPooler` finds out whether that is so. Behind
   * `transaction` the time-outs, the schema and the rest hold in the engine's own transactions only; begin others with
   * `localSettings`. Default `none`.
   */
  readonly pooler?: Pooler;
}

/** What each session, or behind a pooler in `transaction` mode each transaction, sets beside its time-outs and its schema. */
export const SETTINGS: Settings = {
  ...RELIED_ON,
  // Compiling a statement costs more than any statement of ours takes.
  jit: 'off',
  synchronous_commit: 'on',
  // Every read finds its rows by index; with old statistics of a drained table the planner would walk through it.
  enable_seqscan: 'off',
  // And in the order of the index: it would otherwise sort all that waits to find the first.
  enable_bitmapscan: 'off',
  enable_indexscan: 'on',
  enable_indexonlyscan: 'on',
  enable_nestloop: 'on',
  // Who waits for others does so as long as a statement, and a unit that asks for nothing, may last.
  lock_timeout: 0,
  transaction_timeout: 0,
  // The pool decides how long a session lives, and one that hears of work asks for nothing.
  idle_session_timeout: 0,
};

/**
 * The server notices within half a minute that the machine of a client is gone, and lets go of what it held. Behind a
 * pooler its client is the pooler.
 */
const KEEPALIVES: Settings = {
  tcp_keepalives_idle: 15,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 30_000,
};

/**
 * The client looks after a silent server no later than the server after a silent client. Without it the kernel waits
 * for two hours: a commit would wait so long for its answer, from a machine that lost its power.
 */
const LOOK_AFTER_MS = 15_000;

/**
 * A pool of connections to PostgreSQL; `destroy()` closes it. Connects when first used. Commits wait for the disk
 * (`synchronous_commit`) with any default of the server.
 *
 * @throws for a pooler that it does not know.
 */
export const openPostgres = (url: string, options: PostgresOptions = {}): Knex => {
  const {
    connections = 16,
    acquireTimeoutMs = 15_000,
    statementTimeoutMs = 30_000,
    idleTimeoutMs = 10_000,
    schema,
    pooler = 'none',
  } = options;
  const timeouts = {
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: idleTimeoutMs,
  };
  // Null undoes what another client left in a session.
  const search_path = schema === undefined ? null : quoted(schema);
  const settings = { ...SETTINGS, ...timeouts, search_path };
  const db = knex({
    client: 'pg',
    connection: {
      connectionString: url,
      application_name: 'hundi',
      keepAlive: true,
      keepAliveInitialDelayMillis: LOOK_AFTER_MS,
      // A pooler that was not named refuses them, before anything is set in a session that others get.
      ...(pooler === 'none' && timeouts),
    },
    log: quiet,
    acquireConnectionTimeout: acquireTimeoutMs,
    pool: {
      min: 0,
      max: connections,
      afterCreate: beginningSessions(
        pooler === 'transaction'
          ? undefined
          : setAll({ ...settings, ...(pooler === 'none' && KEEPALIVES) }, false),
      ),
    },
  });
  return behindPooler(db, pooler, settings);
};
