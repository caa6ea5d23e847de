import { E } from '@hundi/core';
import type { Stores } from '@hundi/core/storage';
import { aClaim, aTenant, someWork } from '@hundi/testkit';
import { postgresUrl } from '@hundi/testkit/contract';
import test from 'ava';
import { dialectOf } from './engine/dialect-of.js';
import type { Bound, Rows } from './engine/session.js';
import { freshPostgres, freshSchema, type Fresh } from './fresh.test.support.js';
import { migrate } from './index.js';
import { pagesReadBy, pagesReadFor } from './plans.test.support.js';
import { bucketStatements, CALL, type Wanted } from './rate-limits/bucket-statements.js';
import { drawsOf } from './rate-limits/draws.js';
import { noFronts, queueFronts, type QueueFronts } from './stores/duty/queue-front.js';

const url = await postgresUrl();
const acme = aTenant('acme');
const MINUTE = 60_000;
const ROUNDS = 40;
const A_ROUND = 250;
const TIMEOUT_MS = 600_000;

/** Adds work of one moment. */
const add = ({ work }: Stores, round: number): Promise<void> =>
  work.add(
    Array.from({ length: A_ROUND }, (_, n) =>
      someWork(acme, `${String(round)}-${String(n)}`, { runAt: round * MINUTE }),
    ),
  );

const claimAt =
  (round: number) =>
  ({ work }: Stores) =>
    work.claim(aClaim({ now: round * MINUTE, limit: A_ROUND }));

const DRAWS = 3_000;
// Those of one place and of the indexes; the versions of so many draws stand on 50.
const PAGES_OF_DRAW_MAX = 20;

/** A minute's work comes and goes in each round. */
const drain = async ({ storage }: Fresh): Promise<void> => {
  for (let round = 1; round <= ROUNDS; round += 1) {
    await storage.atomically<never, undefined>(async (stores) => {
      await add(stores, round);
      await stores.work.finish(await claimAt(round)(stores));
      return E.right(undefined);
    });
  }
};

(url === undefined ? test.skip : test.serial)(
  'PostgreSQL: beside an old snapshot, claims and looks step over what is gone only where they look at everything',
  async (t) => {
    t.timeout(TIMEOUT_MS);
    const fresh = await freshPostgres(url ?? '');
    t.teardown(fresh.close);
    const { db, storage } = fresh;
    const report = await db.transaction({ isolationLevel: 'repeatable read' });
    t.teardown(() => report.rollback());
    await report.raw('SELECT 1 FROM work');
    await drain(fresh);

    const next = ROUNDS + 1;
    await storage.atomically<never, undefined>(async (stores) => {
      await add(stores, next);
      return E.right(undefined);
    });
    const look = async (stores: Stores): Promise<void> => {
      await stores.work.nextDues(next * MINUTE);
      await stores.work.claim(aClaim({ now: next * MINUTE, limit: 1 }));
    };
    const pages = async (fronts: QueueFronts): Promise<ReadonlyArray<number>> =>
      (await pagesReadFor(db, fronts, look))
        .filter(({ sql }) => sql.includes('ORDER BY') && sql.includes('run_at >='))
        .map((statement) => statement.pages);
    const whole = await pages(noFronts);
    const known = queueFronts(() => 0);
    await pages(known);
    const fromFront = await pages(known);

    t.is(whole.length, 2);
    for (const [i, count] of fromFront.entries())
      t.true(count * 10 < Number(whole[i]), `${String(count)} of ${String(whole[i])} pages`);
  },
);

(url === undefined ? test.skip : test.serial)(
  'PostgreSQL: beside an old snapshot, a draw from a bucket steps over few of the draws before it',
  async (t) => {
    t.timeout(TIMEOUT_MS);
    // The report is idle for as long as the draws take.
    const { db, close } = await freshSchema(url ?? '', { idleTimeoutMs: 0 });
    t.teardown(close);
    await migrate(db);
    const report = await db.transaction({ isolationLevel: 'repeatable read' });
    t.teardown(() => report.rollback());
    await report.raw('SELECT 1 FROM work');
    const statements = bucketStatements(dialectOf(db));
    const ask = async ({ sql, bindings }: Bound): Promise<Rows> =>
      (await db.raw<{ readonly rows: Rows }>(sql, bindings as never)).rows;
    const draw = drawsOf(ask, statements);
    const rate = { perSecond: 1, burst: 2 * DRAWS };
    const wanted: Wanted = { name: 'k', rate, calls: 1, each: 1, now: MINUTE };
    for (let i = 1; i < DRAWS; i += 1) await draw(wanted);
    const { thousandths, place } = await draw(wanted);

    t.is(thousandths, DRAWS * CALL);
    for (const statement of [statements.draw(wanted), statements.drawFrom?.(wanted, place)]) {
      const pages = await pagesReadBy(db, statement as Bound);
      t.true(pages <= PAGES_OF_DRAW_MAX, `${String(pages)} pages`);
    }
  },
);
