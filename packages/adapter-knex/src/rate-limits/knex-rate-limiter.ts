import {
  allowanceOf,
  ratesOf,
  sha256,
  type Clock,
  type RateLimiter,
  type RateLimits,
} from '@hundi/core';
import type { Knex } from 'knex';
import { placedConnections } from '../engine/placed-connections.js';
import { dialectOf } from '../engine/dialect-of.js';
import { bucketStatements, CALL, type Drawn } from './bucket-statements.js';
import { gathered } from './gathered.js';
import { statementsOf } from './single-statements.js';

// Each call makes one bucket at most, and two leave for one that comes: those that rest never pile up.
const FORGETS_EVERY = 500;
const FORGETS_AT_ONCE = 1_000;

/** PostgreSQL sends 64 bits as text. */
const drawnOf = (row: unknown): Drawn => {
  const { granted, thousandths } = row as Readonly<Record<keyof Drawn, number | string>>;
  return { granted: Number(granted), thousandths: Number(thousandths) };
};

/**
 * Counts calls in the database of a Knex, whose schema {@link migrate} has made: all processes on it share one limit,
 * and together grant no call more. A call is one statement, outside of any unit of work; calls of one caller that wait
 * in a process share the next one. No process draws calls ahead: another one would then refuse before the limit.
 *
 * @param clock the time of day. Where clocks differ, the one that is ahead fills the buckets.
 * @throws when one of the limits is not a whole number above zero, and for a Knex that is a transaction or was
 *   destroyed. A call rejects with `StorageAway` while the database cannot be had.
 */
export const knexRateLimiter = (db: Knex, limits: RateLimits, clock: Clock): RateLimiter => {
  const rates = ratesOf(limits);
  const dialect = dialectOf(db);
  const ask = statementsOf(placedConnections(db), dialect);
  const statements = bucketStatements(dialect);
  const nowMs = (): number => Math.floor(clock.now());

  let calls = 0;
  const forgetSometimes = async (): Promise<void> => {
    calls += 1;
    if (calls % FORGETS_EVERY === 0) await ask(statements.forget(nowMs(), FORGETS_AT_ONCE));
  };

  const share = gathered<Drawn>();
  return {
    take: async (keyId, kind, amount = 1) => {
      const rate = rates[kind];
      // A call that needs more than a full bucket takes all of it: otherwise it would never be allowed.
      const each = Math.min(amount, rate.burst);
      // Callers send parts of some names, and addresses of people stand in others.
      const name = sha256(`${kind} ${keyId}`);
      const { all, nth } = await share(`${String(each)} ${name}`, async (together) => {
        const wanted = { name, rate, calls: together, each, now: nowMs() };
        const [row] = await ask(statements.draw(wanted));
        return drawnOf(row);
      });
      const left = all.granted - nth * each * CALL;
      await forgetSometimes();
      const thousandths = all.thousandths + Math.max(0, left);
      return allowanceOf(rate, { thousandths }, each, left >= 0);
    },
  };
};
