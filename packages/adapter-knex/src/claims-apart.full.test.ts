import { setTimeout } from 'node:timers/promises';
import { E, type EpochMs } from '@hundi/core';
import type { Stores } from '@hundi/core/storage';
import { aClaim, aTenant, someWork } from '@hundi/testkit';
import { postgresUrl } from '@hundi/testkit/contract';
import test from 'ava';
import { postgresDialect } from './engine/postgres-dialect.js';
import { freshPostgres } from './fresh.test.support.js';
import { knexStorage } from './index.js';
import { workStatements } from './stores/duty/work-statements.js';

const url = await postgresUrl();

const NOW: EpochMs = 1_000_000;
const LATER = NOW + 25_000;
/** So many that a look at all of them takes far longer than a commit. */
const DUE = 200_000;
/** The last that the look comes to. */
const CLAIMED = 100;

interface Rows {
  readonly rows: ReadonlyArray<unknown>;
}

const rowsOf = async (asked: PromiseLike<unknown>): Promise<ReadonlyArray<unknown>> =>
  ((await asked) as Rows).rows;

const LOOKING = `SELECT 1 FROM pg_stat_activity
  WHERE datname = current_database() AND state = 'active'
    AND query LIKE 'SELECT%FROM work t%SKIP LOCKED'`;

(url === undefined ? test.skip : test.serial)(
  'PostgreSQL: a claim holds nothing that another claim committed while it looked for work',
  async (t) => {
    const { db, close } = await freshPostgres(url ?? '');
    t.teardown(close);
    await db.raw(
      `INSERT INTO work (corporate_id, subject, duty, bank_id, run_at, attempts, failures, token)
        SELECT 'acme', lpad(n::text, 6, '0'), 'send-to-bank', 'bank', ?, 0, 0, 0
        FROM generate_series(1, ?::int) n`,
      [NOW - 1, DUE],
    );
    await db.raw('ANALYZE work');

    const one = await db.transaction();
    const other = await db.transaction();
    t.teardown(() => other.rollback());
    await one.raw(
      `UPDATE work SET duty = 'query-unknowns', run_at = ?, token = 1 WHERE subject > ?`,
      [LATER, String(DUE - CLAIMED).padStart(6, '0')],
    );
    const asked = { duty: 'send-to-bank', since: 0, now: NOW, limit: DUE };
    const { sql, bindings } = workStatements(postgresDialect).due.bind(asked);
    // A statement is sent only once it is waited for.
    const looking = other
      .raw<Rows>(sql, bindings as ReadonlyArray<string | number>)
      .then(({ rows }) => rows);
    while ((await rowsOf(db.raw(LOOKING))).length === 0) await setTimeout(1);
    await one.commit();
    t.is((await looking).length, DUE - CLAIMED);

    const free = await rowsOf(db.raw('SELECT 1 FROM work WHERE token = 1 FOR UPDATE SKIP LOCKED'));
    t.is(free.length, CLAIMED);
  },
);

(url === undefined ? test.skip : test.serial)(
  'PostgreSQL: work that another process claimed is due when the claim lapses, also for a process that has looked before',
  async (t) => {
    const { db, storage, close } = await freshPostgres(url ?? '');
    t.teardown(close);
    const other = knexStorage(db);
    const dues = () => storage.read(({ work }) => work.nextDues(NOW));
    const commit = (unit: (stores: Stores) => Promise<unknown>) =>
      other.atomically<never, undefined>(async (stores) => {
        await unit(stores);
        return E.right(undefined);
      });

    t.is((await dues()).size, 0);
    await commit(({ work }) => work.add([someWork(aTenant('acme'), 'one', { runAt: NOW })]));
    t.deepEqual([...(await dues())], [['send-to-bank', NOW]]);
    await commit(({ work }) =>
      work.claim(aClaim({ now: NOW, limit: 1, leaseMs: LATER - NOW, lapsesTo: 'query-unknowns' })),
    );
    t.deepEqual([...(await dues())], [['query-unknowns', LATER]]);
  },
);
