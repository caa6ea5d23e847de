import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { StorageAway } from '@hundi/core';
import { postgresUrl, rateLimiterContract } from '@hundi/testkit/contract';
import test from 'ava';
import type { Knex } from 'knex';
import { dialectOf } from './engine/dialect-of.js';
import type { Bound } from './engine/session.js';
import { freshMemory, freshPostgres, freshSchema, type Fresh } from './fresh.test.support.js';
import { knexRateLimiter, migrate, openPostgres } from './index.js';
import { bucketStatements } from './rate-limits/bucket-statements.js';

const url = await postgresUrl();
const PROGRAM = fileURLToPath(new URL('testing/drawing-program.js', import.meta.url));
const NOW = Date.UTC(2026, 0, 5);
const LIMITS = { reads: 100, writes: 1 };

const DATABASES: ReadonlyArray<readonly [string, (() => Promise<Fresh>) | undefined]> = [
  ['SQLite', freshMemory],
  ['PostgreSQL', url === undefined ? undefined : () => freshPostgres(url)],
];

const countOf = async (db: Knex): Promise<number> => {
  const [row] = (await db('call_buckets').count({ count: '*' })) as [{ count: number | string }];
  return Number(row.count);
};

for (const [name, fresh] of DATABASES) {
  const run = fresh === undefined ? test.skip : test;

  run(`${name}: the database's rate limiter keeps the contract`, async (t) => {
    const { db, close } = await (fresh as () => Promise<Fresh>)();
    t.teardown(close);
    for (const { title, run: keep } of rateLimiterContract) {
      await db('call_buckets').delete();
      await t.notThrowsAsync(
        keep((limits, clock) => knexRateLimiter(db, limits, clock)),
        title,
      );
    }
  });

  run(`${name}: buckets that have filled leave as others come, and no others do`, async (t) => {
    const { db, close } = await (fresh as () => Promise<Fresh>)();
    t.teardown(close);
    let now = NOW;
    const { take } = knexRateLimiter(db, LIMITS, { now: () => now });
    const calls = (of: string, count: number) =>
      Promise.all(Array.from({ length: count }, (_, i) => take(`${of} ${String(i)}`, 'codes')));
    await calls('early', 400);
    now += 60_000;
    await calls('late', 99);
    // The codes of an address take 100 s to fill, and clocks may differ by a minute.
    now = NOW + 180_001;
    t.is(await countOf(db), 499);
    await calls('next', 1);

    t.is(await countOf(db), 100);
  });

  run(`${name}: statements on buckets find their rows by index`, async (t) => {
    const { db, close } = await (fresh as () => Promise<Fresh>)();
    t.teardown(close);
    const word = dialectOf(db).name === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN';
    const { forget } = bucketStatements(dialectOf(db));
    const planOf = async ({ sql, bindings }: Bound): Promise<string> =>
      JSON.stringify(await db.raw(`${word} ${sql}`, bindings as never));

    const plan = await planOf(forget(NOW, NOW + 1, 10));
    t.regex(plan, /call_buckets_expiring/);
    t.notRegex(plan, /Seq Scan|SCAN call_buckets(?! t)/);
  });
}

(url === undefined ? test.skip : test.serial)(
  'PostgreSQL: processes that draw at once are granted exactly the limit together',
  async (t) => {
    // Four processes start beside other tests.
    t.timeout(600_000);
    const { db, schema, close } = await freshSchema(url ?? '');
    t.teardown(close);
    await migrate(db);
    const processes = Array.from({ length: 4 }, () => {
      const child = spawn(process.execPath, [PROGRAM, url ?? '', schema, String(NOW), '150'], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      t.teardown(() => child.kill('SIGKILL'));
      return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
    });
    for (const { lines } of processes) t.is((await lines.next()).value, 'ready');
    for (const { child } of processes) child.stdin.write('go\n');
    const granted = await Promise.all(
      processes.map(async ({ lines }) => Number((await lines.next()).value)),
    );

    t.is(
      granted.reduce((sum, one) => sum + one, 0),
      200,
    );
  },
);

test('a call rejects with StorageAway while no database answers', async (t) => {
  const db = openPostgres('postgres://nobody@127.0.0.1:1/nothing');
  t.teardown(() => db.destroy());
  const { take } = knexRateLimiter(db, LIMITS, { now: () => NOW });

  await t.throwsAsync(take('k', 'reads'), { instanceOf: StorageAway });
});
