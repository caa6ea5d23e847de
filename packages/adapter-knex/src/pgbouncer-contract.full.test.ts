import {
  pgbouncerPath,
  postgresUrl,
  rateLimiterContract,
  startPgbouncer,
  storageContract,
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

/** The cases in which several sessions meet. */
const MEETING =
  /\bunits\b|\braces?\b|at the same time|(?:noted|counted|added|claims|several times) at once|all that it wrote/;

/**
 * In session mode a caller keeps a session, as without a pooler, where the whole contract is played: only what sessions
 * do together may differ. `npm run prove` plays all of it.
 */
const together = storageContract.filter(
  ({ title }) => process.env['HUNDI_TEST_SCENARIOS'] === 'every' || MEETING.test(title),
);

/** Sessions that are shared and split tables have nothing to do with each other: one run of the contract tries both. */
const session = await behind('session');
const transaction = await behind('transaction', partitionByCorporate);
for (const opened of [session, transaction]) {
  test.after.always(() => opened?.drop());
  test.after.always(() => opened?.stop());
}

playContract(test, 'PgBouncer in session mode', session, together);
playContract(test, 'PgBouncer in transaction mode, tables split by corporate', transaction);

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
