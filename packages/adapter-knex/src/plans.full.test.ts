import { E } from '@hundi/core';
import type { Stores } from '@hundi/core/storage';
import { postgresUrl } from '@hundi/testkit/contract';
import test from 'ava';
import type { Knex } from 'knex';
import { freshMemory, freshPostgres, type Fresh } from './fresh.test.support.js';
import { plansOf } from './plans.test.support.js';
import { walksInPostgres, walksInSqlite } from './testing/plan-walks.js';
import { grow, plant, TABLES } from './testing/plans-rows.js';
import { exercise, look } from './testing/plans-statements.js';

const url = await postgresUrl();

const write = async (
  { storage }: Fresh,
  work: (stores: Stores) => Promise<void>,
): Promise<void> => {
  await storage.atomically<never, undefined>(async (stores) => {
    await work(stores);
    return E.right(undefined);
  });
};

/** Statistics that are missing, those of a table of one row, and true ones. */
const STATES: Readonly<
  Record<string, (fresh: Fresh, analyze: () => Promise<unknown>) => Promise<unknown>>
> = {
  'no statistics': (fresh) => write(fresh, grow),
  'old statistics': async (fresh, analyze) => {
    await write(fresh, plant);
    await analyze();
    await write(fresh, grow);
  },
  'true statistics': async (fresh, analyze) => {
    await write(fresh, grow);
    await analyze();
  },
};

/** Tens of thousands of rows are written first. */
const TIMEOUT_MS = 600_000;

for (const [state, prepare] of Object.entries(STATES)) {
  test.serial(`SQLite: with ${state}, no statement walks through a table that grows`, async (t) => {
    t.timeout(TIMEOUT_MS);
    const fresh = await freshMemory();
    t.teardown(fresh.close);
    await prepare(fresh, () => fresh.db.raw('ANALYZE'));

    for (const plan of await plansOf(fresh.db, exercise, look))
      t.deepEqual(walksInSqlite(plan), [], [plan.sql, ...plan.steps].join('\n'));
  });

  (url === undefined ? test.skip : test.serial)(
    `PostgreSQL: with ${state}, no statement walks through a table that grows`,
    async (t) => {
      t.timeout(TIMEOUT_MS);
      const fresh = await freshPostgres(url ?? '');
      t.teardown(fresh.close);
      await keepStatistics(fresh.db);
      await prepare(fresh, () => fresh.db.raw(`ANALYZE ${TABLES.join(', ')}`));

      for (const plan of await plansOf(fresh.db, exercise, look))
        t.deepEqual(walksInPostgres(plan), [], [plan.sql, ...plan.steps].join('\n'));
    },
  );
}

const keepStatistics = async (db: Knex): Promise<void> => {
  for (const table of TABLES) await db.raw(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
};
