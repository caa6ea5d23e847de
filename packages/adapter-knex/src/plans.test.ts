import { E, type Stores } from '@hundi/core';
import { postgresUrl } from '@hundi/testkit';
import test from 'ava';
import type { Knex } from 'knex';
import { freshMemory, freshPostgres, type Fresh } from './fresh.test.support.js';
import { grow, plansOf, plant, type Plan } from './plans.test.support.js';

const url = await postgresUrl();

const TABLES = ['payouts', 'jobs', 'journal', 'work', 'answers', 'bank_answers', 'beneficiaries'];

const GROWS = `(${TABLES.join('|')})`;

/** What a search must name: a corporate alone is a walk through all that it has. */
const NARROW = /payout_id|subject|job_id|\bkey\b|bene_id|beneficiary_id|duty/;

/** Steps that walk through a table that grows, or meet it before the rows that were bound. */
const walksInSqlite = ({ steps }: Plan): ReadonlyArray<string> =>
  steps.filter(
    (step, i) =>
      new RegExp(`^SCAN (t|${GROWS})\\b`).test(step) ||
      (new RegExp(`^SEARCH (t|${GROWS})\\b`).test(step) && !NARROW.test(step)) ||
      (step.startsWith('SCAN jsonb_each') &&
        steps.slice(0, i).some((before) => before.startsWith('SEARCH t '))),
  );

/** Steps that walk through a table that grows, or join it in another way than row by row. */
const walksInPostgres = ({ steps }: Plan): ReadonlyArray<string> =>
  steps.filter(
    (step, i) =>
      new RegExp(`Seq Scan on ${GROWS}\\b`).test(step) ||
      /(Hash|Merge) (Join|\w+ Join)/.test(step) ||
      (new RegExp(`(Index|Index Only|Bitmap Index) Scan (using|on) ${GROWS}_`).test(step) &&
        !NARROW.test(steps[i + 1] ?? '')),
  );

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

for (const [state, prepare] of Object.entries(STATES)) {
  test.serial(`SQLite: with ${state}, no statement walks through a table that grows`, async (t) => {
    const fresh = await freshMemory();
    t.teardown(fresh.close);
    await prepare(fresh, () => fresh.db.raw('ANALYZE'));

    for (const plan of await plansOf(fresh.db))
      t.deepEqual(walksInSqlite(plan), [], [plan.sql, ...plan.steps].join('\n'));
  });

  (url === undefined ? test.skip : test.serial)(
    `PostgreSQL: with ${state}, no statement walks through a table that grows`,
    async (t) => {
      const fresh = await freshPostgres(url ?? '');
      t.teardown(fresh.close);
      await keepStatistics(fresh.db);
      await prepare(fresh, () => fresh.db.raw(`ANALYZE ${TABLES.join(', ')}`));

      for (const plan of await plansOf(fresh.db))
        t.deepEqual(walksInPostgres(plan), [], [plan.sql, ...plan.steps].join('\n'));
    },
  );
}

const keepStatistics = async (db: Knex): Promise<void> => {
  for (const table of TABLES) await db.raw(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
};
