import { readFile } from 'node:fs/promises';
import { postgresUrl } from '@hundi/testkit/contract';
import test, { type ExecutionContext } from 'ava';
import { BUDGETS, type Budget, type BudgetName } from './budgets.js';
import { loggedPostgres, loggedSqlite, type OpenLogged } from './databases.js';
import type { Asked } from './driver-log.js';
import { openStand } from './stand.js';
import { tableOf } from './table.js';
import { largeWays, laterWays, singleWays, type Ways } from './ways.js';

const README = new URL('../../../../packages/adapter-knex/README.md', import.meta.url);

type Database = 'sqlite' | 'postgres';
type Counts = Readonly<Record<string, number>>;

const budgetOf = (name: BudgetName): Budget => BUDGETS[name];

const countsOf = ({ statements, commits, roundTrips }: Asked, database: Database): Counts => ({
  statements: statements.length,
  commits,
  ...(database === 'postgres' && { roundTrips }),
});

const isKept = (counts: Counts, budget: Counts, isLimit: boolean): boolean =>
  Object.entries(budget).every(([what, most]) =>
    isLimit ? (counts[what] ?? NaN) <= most : counts[what] === most,
  );

/** Each statement once, by its first words, with how often it was sent. */
const listOf = ({ statements }: Asked): string => {
  const times = new Map<string, number>();
  for (const sql of statements) times.set(sql, (times.get(sql) ?? 0) + 1);
  return [...times].map(([sql, count]) => `${String(count)} × ${sql.slice(0, 160)}`).join('\n');
};

/** Fails with every way that does not keep its budget, and logs the statements of those. */
const compare = (
  t: ExecutionContext,
  database: Database,
  measured: Awaited<ReturnType<Ways['measure']>>,
): void => {
  const broken: Record<string, Counts> = {};
  const budgets: Record<string, Counts> = {};
  for (const [name, asked] of Object.entries(measured)) {
    const { [database]: budget, isLimit = false } = budgetOf(name as BudgetName);
    const counts = countsOf(asked, database);
    if (isKept(counts, { ...budget }, isLimit)) continue;
    broken[name] = counts;
    budgets[name] = { ...budget };
    t.log(`${name}:\n${listOf(asked)}`);
  }
  t.deepEqual(broken, budgets);
};

const GROUPS = {
  'single payments, a checkout session and a worker': singleWays,
  'what follows a payment': laterWays,
  'the largest batch': largeWays,
};

const suite = (database: Database, open: OpenLogged, run: typeof test.serial): void => {
  for (const [subject, { acme, measure }] of Object.entries<Ways>(GROUPS))
    run(`${database}: the counts of ${subject} are those of the budgets`, async (t) => {
      t.timeout(600_000);
      const stand = await openStand(open, acme);
      t.teardown(stand.close);

      compare(t, database, await measure(stand));
    });
};

const url = await postgresUrl();
suite('sqlite', loggedSqlite, test.serial);
suite(
  'postgres',
  loggedPostgres(url ?? ''),
  (url === undefined ? test.skip : test.serial) as typeof test.serial,
);

test('the README of the adapter shows the budgets', async (t) => {
  const [, shown] = /\n(\| Way \|[\s\S]*?)\n\n/.exec(await readFile(README, 'utf8')) ?? [];

  t.is(shown, tableOf(Object.values(BUDGETS)));
});
