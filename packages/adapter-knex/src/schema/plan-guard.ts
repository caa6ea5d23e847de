import { ADVISORY_LOCKS } from '../engine/advisory-locks.js';
import { setAll } from '../engine/pooler.js';
import type { Dialect } from '../engine/dialect.js';

/**
 * A step over a table of millions takes as long as it takes, and so does the wait for another process's step: a time-out
 * that the pool, the role or the database gives its sessions would end both again at each start. A pooler keeps this.
 */
const WITHOUT_LIMIT = setAll(
  { statement_timeout: 0, lock_timeout: 0, transaction_timeout: 0 },
  true,
);

/** Starters queue here; each finds what the one before it committed. SQLite's BEGIN IMMEDIATE does the same. */
export const QUEUE: Readonly<Record<Dialect['name'], ReadonlyArray<string>>> = {
  sqlite: [],
  postgres: [WITHOUT_LIMIT, `SELECT pg_advisory_xact_lock(${String(ADVISORY_LOCKS.migrate)})`],
};

// SQLite raises nothing outside a trigger; a path that is none is an error, and SQLite quotes it.
const GUARD: Readonly<Record<Dialect['name'], (version: number) => string>> = {
  sqlite: (version) =>
    `SELECT json_extract('{}', 'the schema is at version ' || version || ', not at ${String(version)}: print the plan again') FROM hundi_schema WHERE version <> ${String(version)}`,
  postgres: (version) =>
    `DO $$ BEGIN IF NOT EXISTS (SELECT 1 FROM hundi_schema WHERE version = ${String(version)}) THEN RAISE EXCEPTION 'the schema is not at version ${String(version)}: print the plan again'; END IF; END $$`,
};

/**
 * What a step of a plan begins with. Whoever runs it may go on after a step that failed, or have a plan of last week: the
 * step fails unless the one before it is in the database.
 *
 * @param version the version of the schema before the step.
 */
export const beginningOf = (name: Dialect['name'], version: number): ReadonlyArray<string> =>
  version === 0 ? QUEUE[name] : [...QUEUE[name], GUARD[name](version)];
