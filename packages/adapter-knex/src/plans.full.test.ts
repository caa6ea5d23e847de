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

interface State {
  readonly name: string;
  readonly prepare: (fresh: Fresh, analyze: () => Promise<unknown>) => Promise<unknown>;
}

/** Statistics that are missing; and in another database those of a table of one row, and then true ones. */
const STATES: ReadonlyArray<ReadonlyArray<State>> = [
  [{ name: 'no statistics', prepare: (fresh) => write(fresh, grow) }],
  [
    {
      name: 'old statistics',
      prepare: async (fresh, analyze) => {
        await write(fresh, plant);
        await analyze();
        await write(fresh, grow);
      },
    },
    { name: 'true statistics', prepare: (_fresh, analyze) => analyze() },
  ],
];

/** Tens of thousands of rows are written first. */
const TIMEOUT_MS = 600_000;

for (const states of STATES) {
  const title = `with ${states.map(({ name }) => name).join(', then ')}, no statement walks through a table that grows`;
  test.serial(`SQLite: ${title}`, async (t) => {
    t.timeout(TIMEOUT_MS);
    const fresh = await freshMemory();
    t.teardown(fresh.close);
    for (const { name, prepare } of states) {
      await prepare(fresh, () => fresh.db.raw('ANALYZE'));
      for (const plan of await plansOf(fresh.db, exercise, look))
        t.deepEqual(walksInSqlite(plan), [], [name, plan.sql, ...plan.steps].join('\n'));
    }
  });

  (url === undefined ? test.skip : test.serial)(`PostgreSQL: ${title}`, async (t) => {
    t.timeout(TIMEOUT_MS);
    const fresh = await freshPostgres(url ?? '');
    t.teardown(fresh.close);
    await keepStatistics(fresh.db);
    for (const { name, prepare } of states) {
      await prepare(fresh, () => fresh.db.raw(`ANALYZE ${TABLES.join(', ')}`));
      for (const plan of await plansOf(fresh.db, exercise, look))
        t.deepEqual(walksInPostgres(plan), [], [name, plan.sql, ...plan.steps].join('\n'));
    }
  });
}

const keepStatistics = async (db: Knex): Promise<void> => {
  for (const table of TABLES) await db.raw(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
};
