import { E } from '@hundi/core';
import { postgresUrl } from '@hundi/testkit/contract';
import test from 'ava';
import type { Knex } from 'knex';
import { freshPostgres, type Fresh } from './fresh.test.support.js';
import { plansOf } from './plans.test.support.js';
import { looksBehindRange, walksInPostgres } from './testing/plan-walks.js';
import { grow } from './testing/plans-rows.js';
import { exercise, look } from './testing/plans-statements.js';

/** Tables whose rows come and go. All others only grow: they never have many pages for few rows. */
const DRAINED = [
  'work',
  'webhook_queue',
  'webhook_attempts',
  'awaiting_approval',
  'login_challenges',
  'portal_sessions',
];

/** Thousands of rows in every table, and a copy of each. */
const grown = async (url: string): Promise<Fresh> => {
  const fresh = await freshPostgres(url);
  const { db, storage } = fresh;
  await storage.atomically<never, undefined>(async (stores) => {
    await grow(stores);
    return E.right(undefined);
  });
  for (const table of DRAINED) {
    await db.raw(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
    await db.raw(`CREATE TABLE ${table}_aside AS TABLE ${table}`);
  }
  return fresh;
};

/** The statistics are made while only the rows that `isLeft` names are there; then all of them come back. */
const drain = async (db: Knex, isLeft: (table: string) => string): Promise<void> => {
  for (const table of DRAINED) {
    await db.raw(`DELETE FROM ${table} WHERE NOT (${isLeft(table)})`);
    // Pages at the end stay, as they do while other units are under way.
    await db.raw(`VACUUM (ANALYZE, TRUNCATE false) ${table}`);
    await db.raw(`DELETE FROM ${table}`);
    await db.raw(`INSERT INTO ${table} OVERRIDING SYSTEM VALUE TABLE ${table}_aside`);
  }
};

const STATES: Readonly<Record<string, (table: string) => string>> = {
  'when nothing was left of them': () => 'false',
  'when one row was left of them': (table) => `ctid = (SELECT max(ctid) FROM ${table})`,
};

/** Tens of thousands of rows are written first. */
const TIMEOUT_MS = 600_000;

const url = await postgresUrl();
let shared: Promise<Fresh> | undefined;
test.after.always(async () => (await shared)?.close());

for (const [state, isLeft] of Object.entries(STATES))
  (url === undefined ? test.skip : test.serial)(
    `PostgreSQL: with statistics of its tables ${state}, every statement finds its rows by all of its index`,
    async (t) => {
      t.timeout(TIMEOUT_MS);
      const { db } = await (shared ??= grown(url ?? ''));
      await drain(db, isLeft);

      const found = (await plansOf(db, exercise, look)).flatMap((plan) =>
        [...walksInPostgres(plan), ...looksBehindRange(plan)].map((step) =>
          [step, plan.sql, ...plan.steps].join('\n'),
        ),
      );
      t.is(found.length, 0, found.join('\n\n'));
    },
  );

(url === undefined ? test.skip : test.serial)(
  'PostgreSQL: without statistics of the journal, its next entries are read in the order of the index, and nothing is sorted',
  async (t) => {
    t.timeout(TIMEOUT_MS);
    const { db } = await (shared ??= grown(url ?? ''));
    const plans = await plansOf(db, exercise, look);
    const unsealed = plans.filter(({ sql }) => /FROM journal t\s+WHERE .* LIMIT/s.test(sql));

    t.true(unsealed.length > 1);
    for (const { sql, steps } of unsealed)
      t.false(
        steps.some((step) => /Sort|Bitmap/.test(step)),
        [sql, ...steps].join('\n'),
      );
  },
);
