import { ADVISORY_LOCKS } from './advisory-locks.js';
import { setAll, type Settings } from './pooler.js';

const locally = (setting: string, value: string): string =>
  `set_config('${setting}', '${value}', true)`;

/** What the planner does without in a unit of work. */
export const AVOIDED = [
  'enable_hashjoin',
  'enable_mergejoin',
  'enable_seqscan',
  'enable_bitmapscan',
  'jit',
];

/** How the planner works in a unit of work. */
export const PLANNING: Readonly<Record<string, string>> = {
  ...Object.fromEntries(AVOIDED.map((setting) => [setting, 'off'])),
  // A claim of a thousand and a claim of one are planned apart.
  plan_cache_mode: 'force_custom_plan',
};

/** How long PostgreSQL waits for a statement, and for the next one of a unit; 0: for ever. */
export interface Timeouts {
  readonly statementMs: number;
  readonly idleMs: number;
}

/** What a transaction begins with. */
export interface Beginning extends Timeouts {
  /** The settings that no session keeps; undefined where sessions keep theirs. */
  readonly settings?: Settings | undefined;
}

/** Where a setting has the value `weak`, it has another one until the unit ends. */
const raise = (setting: string, weak: string, value: string): string =>
  `CASE current_setting('${setting}') WHEN '${weak}' THEN ${locally(setting, value)} END`;

const endingAfter = (setting: string, ms: number): ReadonlyArray<string> =>
  ms === 0 ? [] : [raise(setting, '0', String(ms))];

const ending = ({ statementMs, idleMs }: Timeouts): ReadonlyArray<string> => [
  ...endingAfter('statement_timeout', statementMs),
  ...endingAfter('idle_in_transaction_session_timeout', idleMs),
];

/**
 * Begins a unit of work in one round trip. With any defaults of the session, from server, database, role or pool, its
 * commit waits for the server's disk. `local` does, too: the operator of the standbys decides how many must have a
 * commit, and one who set `local` because a standby was lost would wait for ever under `on`. Stricter values than the
 * disk stay, and so do time-outs, if there are any. A unit whose process is frozen ends, so that others may claim what
 * it held.
 */
export const postgresBegin = ({ settings, ...timeouts }: Beginning): string =>
  [
    'BEGIN ISOLATION LEVEL READ COMMITTED',
    ...(settings === undefined ? [] : [setAll(settings, true)]),
    `SELECT ${[
      ...Object.entries(PLANNING).map(([setting, value]) => locally(setting, value)),
      raise('synchronous_commit', 'off', 'on'),
      ...ending(timeouts),
    ].join(', ')}`,
  ].join('; ');

/** Begins a unit that lost a race, behind every other one that did. */
export const postgresBeginAgain = (beginning: Beginning): string =>
  `${postgresBegin(beginning)}; SELECT pg_advisory_xact_lock(${String(ADVISORY_LOCKS.again)})`;

/**
 * Begins a read where no session keeps a setting: it ends in time, and finds its rows by index also where old
 * statistics speak against it. Each of its statements still sees what was committed when it began.
 */
export const postgresBeginRead = ({ settings, ...timeouts }: Beginning): string =>
  `BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY; ${setAll(
    { enable_seqscan: 'off', enable_bitmapscan: 'off', jit: 'off', ...settings },
    true,
  )}; SELECT ${['NULL', ...ending(timeouts)].join(', ')}`;
