import { ratesOf, type Clock, type RateLimiter, type RateLimits } from '@hundi/core';
import { allowanceOf, sha256 } from '@hundi/core/wire';
import type { Knex } from 'knex';
import { placedConnections } from '../engine/placed-connections.js';
import { dialectOf } from '../engine/dialect-of.js';
import { bucketStatements, CALL, type Drawn } from './bucket-statements.js';
import { drawsOf } from './draws.js';
import { forgettingOf } from './forgetting.js';
import { gathered } from './gathered.js';
import { statementsOf } from './single-statements.js';

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

  const draw = drawsOf(ask, statements);
  const forgetSometimes = forgettingOf(ask, statements);
  const share = gathered<Drawn>();
  return {
    take: async (keyId, kind, amount = 1) => {
      const rate = rates[kind];
      // A call that needs more than a full bucket takes all of it: otherwise it would never be allowed.
      const each = Math.min(amount, rate.burst);
      // Callers send parts of some names, and addresses of people stand in others.
      const name = sha256(`${kind} ${keyId}`);
      const { all, nth } = await share(`${String(each)} ${name}`, (together) =>
        draw({ name, rate, calls: together, each, now: nowMs() }),
      );
      const left = all.granted - nth * each * CALL;
      await forgetSometimes(nowMs());
      const thousandths = all.thousandths + Math.max(0, left);
      return allowanceOf(rate, { thousandths }, each, left >= 0);
    },
  };
};
