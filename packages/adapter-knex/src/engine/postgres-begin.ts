import { ADVISORY_LOCKS } from './advisory-locks.js';

const PLANNING = ['enable_hashjoin', 'enable_mergejoin', 'enable_seqscan', 'jit'].map(
  (setting) => `SET LOCAL ${setting} = off`,
);

/** Where a setting has the value `weak`, it has another one until the unit ends. */
const raise = (setting: string, weak: string, value: string): string =>
  `CASE current_setting('${setting}') WHEN '${weak}' THEN set_config('${setting}', '${value}', true) END`;

/**
 * Begins a unit of work in one round trip. With any defaults of the session, from server, database, role or pool, its
 * commit waits for the server's disk. `local` does, too: the operator of the standbys decides how many must have a
 * commit, and one who set `local` because a standby was lost would wait for ever under `on`. Stricter values than the
 * disk stay, and so does a statement time-out, if there is one.
 */
export const postgresBegin = (statementTimeoutMs: number): string =>
  [
    'BEGIN ISOLATION LEVEL READ COMMITTED',
    ...PLANNING,
    // A claim of a thousand and a claim of one are planned apart.
    'SET LOCAL plan_cache_mode = force_custom_plan',
    `SELECT ${[
      raise('synchronous_commit', 'off', 'on'),
      ...(statementTimeoutMs === 0
        ? []
        : [raise('statement_timeout', '0', String(statementTimeoutMs))]),
    ].join(', ')}`,
  ].join('; ');

/** Begins a unit that lost a race, behind every other one that did. */
export const postgresBeginAgain = (statementTimeoutMs: number): string =>
  `${postgresBegin(statementTimeoutMs)}; SELECT pg_advisory_xact_lock(${String(ADVISORY_LOCKS.again)})`;
