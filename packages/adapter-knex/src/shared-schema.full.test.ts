import { DEFAULT_RATE_LIMITS, E } from '@hundi/core';
import { aJob, aTenant, ordersOf } from '@hundi/testkit';
import { postgresUrl, storageContract } from '@hundi/testkit/contract';
import test from 'ava';
import type { Knex } from 'knex';
import { knexRateLimiter } from './index.js';
import { sharedSchema } from './shared-schema.test.support.js';
import { writeOneOfEach } from './testing/one-of-each-record.js';

interface Answer<A> {
  readonly rows: ReadonlyArray<A>;
}

/** The rows of every table, the version of the schema among them, and where each sequence stands. */
const contentOf = async (db: Knex): Promise<Readonly<Record<string, unknown>>> => {
  const { rows: tables } = await db.raw<Answer<{ readonly name: string }>>(
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1',
  );
  const { rows: sequences } = await db.raw<Answer<object>>(
    'SELECT sequencename, last_value FROM pg_sequences WHERE schemaname = current_schema() ORDER BY 1',
  );
  const content: Record<string, unknown> = { sequences };
  for (const { name } of tables) content[name] = await db(name).select('*');
  return content;
};

const url = await postgresUrl();

/** The version stays, and only programs of the version before count in `rate_buckets`. */
const UNWRITTEN: ReadonlyArray<string> = ['hundi_schema', 'rate_buckets'];

(url === undefined ? test.skip : test)(
  'a shared schema is empty for each test, and its numbers start again, whatever the test before it wrote',
  async (t) => {
    const shared = await sharedSchema(url ?? '');
    t.teardown(shared.drop);
    const first = await shared.fresh();
    const migrated = await contentOf(first.db);
    for (const { title, run } of storageContract)
      if (title.startsWith('every field of')) await run(first.storage);
    await writeOneOfEach(first.storage);
    // So many that their table is truncated.
    const orders = ordersOf(aJob(aTenant('acme'), 7, { total: 5_000 }));
    await first.storage.atomically(async ({ payouts }) => {
      await payouts.add(orders);
      return E.right(undefined);
    });
    const limiter = knexRateLimiter(first.db, DEFAULT_RATE_LIMITS, { now: () => 0 });
    await limiter.take('k', 'reads');
    const written = await contentOf(first.db);
    for (const [name, rows] of Object.entries(written))
      if (!UNWRITTEN.includes(name)) t.notDeepEqual(rows, migrated[name], name);
    await first.close();
    const next = await shared.fresh();
    t.teardown(next.close);

    t.deepEqual(await contentOf(next.db), migrated);
  },
);
