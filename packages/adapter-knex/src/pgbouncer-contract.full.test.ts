import {
  pgbouncerPath,
  postgresUrl,
  rateLimiterContract,
  startPgbouncer,
} from '@hundi/testkit/contract';
import test from 'ava';
import { knexRateLimiter } from './index.js';
import { sharedSchema, type SharedSchemaOptions } from './shared-schema.test.support.js';
import { partitionByCorporate } from './testing/partitions.js';
import { playContract } from './testing/play-contract.js';

const url = await postgresUrl();
const path = await pgbouncerPath();

/** Behind `transaction` six connections share four sessions; behind `session` each needs one. */
const SIZES = { session: 6, transaction: 4 } as const;

const behind = async (pooler: keyof typeof SIZES, change?: SharedSchemaOptions['change']) => {
  if (url === undefined || path === undefined) return undefined;
  const bouncer = await startPgbouncer(path, url, { mode: pooler, size: SIZES[pooler] });
  const shared = await sharedSchema(url, bouncer.through(url), {
    pooler,
    ...(change !== undefined && { change }),
  });
  return { ...shared, stop: bouncer.stop };
};

/** A session's own settings and split tables have nothing to do with each other: one run of the contract tries both. */
const session = await behind('session', partitionByCorporate);
const transaction = await behind('transaction');
for (const opened of [session, transaction]) {
  test.after.always(() => opened?.drop());
  test.after.always(() => opened?.stop());
}

playContract(test, 'PgBouncer in session mode, tables split by corporate', session);
playContract(test, 'PgBouncer in transaction mode', transaction);

(transaction === undefined ? test.skip : test.serial)(
  "PgBouncer in transaction mode: the database's rate limiter keeps the contract",
  async (t) => {
    for (const { title, run } of rateLimiterContract) {
      const fresh = await transaction?.fresh();
      if (fresh === undefined) continue;
      await t.notThrowsAsync(
        run((limits, clock) => knexRateLimiter(fresh.db, limits, clock)),
        title,
      );
      await fresh.close();
    }
  },
);
