import { postgresUrl } from '@hundi/testkit/contract';
import test from 'ava';
import type { Knex } from 'knex';
import { freshMemory, freshPostgres, type Fresh } from '../fresh.test.support.js';
import { knexRateLimiter } from '../index.js';

const url = await postgresUrl();
const NOW = Date.UTC(2026, 0, 5);
const TIMEOUT_MS = 600_000;
/** Bursts are of two seconds. */
const LIMITS = { reads: 500, writes: 1 };
const BURST = 1_000;
/** The rest that brings one call. */
const REST_MS = 2;

const CALLERS = 5;
const CALLS_EACH = 400;
/** A caller that begins anew does not know where the bucket is. */
const ANEW_AFTER = 90;

const DATABASES: ReadonlyArray<readonly [string, (() => Promise<Fresh>) | undefined]> = [
  ['SQLite', freshMemory],
  ['PostgreSQL', url === undefined ? undefined : () => freshPostgres(url)],
];

const rowsOf = (db: Knex): Promise<ReadonlyArray<Readonly<Record<string, unknown>>>> =>
  db.select('*').from('call_buckets');

for (const [name, fresh] of DATABASES) {
  const run = fresh === undefined ? test.skip : test;

  run(
    `${name}: callers that race for a bucket while it moves on get what it held and time brought`,
    async (t) => {
      t.timeout(TIMEOUT_MS);
      const { db, close } = await (fresh as () => Promise<Fresh>)();
      t.teardown(close);
      let [now, allowed] = [NOW, 0];
      const aLimiter = () => knexRateLimiter(db, LIMITS, { now: () => now });
      const call = async ({ take }: ReturnType<typeof aLimiter>): Promise<boolean> => {
        const answer = await take('k', 'reads');
        if (answer.allowed) allowed += 1;
        return answer.allowed;
      };
      const racing = async (): Promise<void> => {
        let limiter = aLimiter();
        for (let i = 1; i <= CALLS_EACH; i += 1) {
          if (!(await call(limiter))) now += REST_MS;
          if (i % ANEW_AFTER === 0) limiter = aLimiter();
        }
      };
      await Promise.all(Array.from({ length: CALLERS }, racing));
      const last = aLimiter();
      while (await call(last));

      t.true(now > NOW);
      t.is(allowed, BURST + (now - NOW) / REST_MS);
      t.is((await rowsOf(db)).length, 1);
    },
  );

  run(
    `${name}: a bucket that was deleted is full for those that drew from it before`,
    async (t) => {
      const { db, close } = await (fresh as () => Promise<Fresh>)();
      t.teardown(close);
      const { take } = knexRateLimiter(db, LIMITS, { now: () => NOW });
      await take('k', 'reads', BURST);
      await db('call_buckets').delete();

      t.is((await take('k', 'reads')).remaining, BURST - 1);
      t.is((await take('k', 'reads')).remaining, BURST - 2);
    },
  );
}

/** Waits until a statement waits for a row that the process of the server holds. */
const untilBlockedBy = async (db: Knex, processId: number): Promise<void> => {
  const isBlocked = async (): Promise<boolean> => {
    const { rows } = await db.raw<{ readonly rows: ReadonlyArray<unknown> }>(
      'SELECT 1 FROM pg_stat_activity WHERE ? = ANY(pg_blocking_pids(pid))',
      [processId],
    );
    return rows.length > 0;
  };
  while (!(await isBlocked()));
};

for (const [who, knowsPlace] of [
  ['knows where the bucket was', true],
  ['looks for the bucket', false],
] as const) {
  (url === undefined ? test.skip : test)(
    `PostgreSQL: a caller that ${who} waits for a draw that moves the bucket, and draws from what that left`,
    async (t) => {
      t.timeout(TIMEOUT_MS);
      const { db, close } = await freshPostgres(url ?? '');
      t.teardown(close);
      const aLimiter = () => knexRateLimiter(db, LIMITS, { now: () => NOW });
      const first = aLimiter();
      await first.take('k', 'reads');
      const other = await db.transaction();
      const { rows } = await other.raw<{ readonly rows: readonly [{ readonly pid: number }] }>(
        'SELECT pg_backend_pid() AS pid',
      );
      await other('call_buckets').update({ place: db.raw('place + 1'), thousandths: 5_000 });
      const drawing = (knowsPlace ? first : aLimiter()).take('k', 'reads');
      await untilBlockedBy(db, rows[0].pid);
      await other.commit();

      t.is((await drawing).remaining, 4);
      t.is((await rowsOf(db)).length, 1);
    },
  );
}

(url === undefined ? test.skip : test)(
  'PostgreSQL: of two buckets of one name, which a race may leave, all draw from the further one',
  async (t) => {
    const { db, close } = await freshPostgres(url ?? '');
    t.teardown(close);
    const aLimiter = () => knexRateLimiter(db, LIMITS, { now: () => NOW });
    const [before, after] = [aLimiter(), aLimiter()];
    await before.take('k', 'reads');
    await db.raw(`INSERT INTO call_buckets
      SELECT name, place + 5, draws, 0, granted, counted_at, expires_at FROM call_buckets`);

    for (const { take } of [before, after]) t.false((await take('k', 'reads')).allowed);
  },
);
