import { E } from '@hundi/core';
import type { Stores } from '@hundi/core/storage';
import type { Knex } from 'knex';
import { connectionsOf } from './engine/connections.js';
import { dialectOf } from './engine/dialect-of.js';
import { readsOf } from './engine/read.js';
import type { Binding, Bound, Session } from './engine/session.js';
import { unitsOf } from './engine/unit.js';
import { wholeLooks, type QueueFronts } from './stores/duty/queue-front.js';
import { storesOf } from './stores/stores.js';

/** A statement that ran, and how its database planned it. */
export interface Plan {
  readonly sql: string;
  readonly steps: ReadonlyArray<string>;
}

interface Step {
  /** SQLite's name for it. */
  readonly detail?: string;
  readonly 'QUERY PLAN'?: string;
}

const stepsOf = async (
  db: Knex,
  { connection }: Session,
  sql: string,
  bindings: ReadonlyArray<Binding>,
  word: string,
): Promise<ReadonlyArray<string>> => {
  const answer = (await db.raw(`${word} ${sql}`, bindings as never).connection(connection)) as
    | ReadonlyArray<Step>
    | { readonly rows: ReadonlyArray<Step> };
  const rows = 'rows' in answer ? answer.rows : answer;
  return rows.map((row) => row.detail ?? row['QUERY PLAN'] ?? '');
};

/** A session that has each statement explained before it runs. */
const explaining = (
  db: Knex,
  session: Session,
  plans: Plan[],
  word = dialectOf(db).name === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN',
): Session => {
  const before =
    <A>(run: (sql: string, bindings: ReadonlyArray<Binding>) => Promise<A>) =>
    async (sql: string, bindings: ReadonlyArray<Binding> = []): Promise<A> => {
      if (/^(SELECT|INSERT|UPDATE|DELETE|WITH)/.test(sql))
        plans.push({ sql, steps: await stepsOf(db, session, sql, bindings, word) });
      return run(sql, bindings);
    };
  return {
    ...session,
    all: before(session.all),
    tuples: before(session.tuples),
    run: before(session.run),
    returning: before(session.returning),
  };
};

type Work = (stores: Stores) => Promise<void>;

/** How every statement of `write` and `read` is planned, in a unit of work, which is undone, and in a read. */
export const plansOf = async (db: Knex, write: Work, read: Work): Promise<ReadonlyArray<Plan>> => {
  const dialect = dialectOf(db);
  const stores = storesOf(dialect);
  const connections = connectionsOf(db);
  const plans: Plan[] = [];
  await unitsOf(
    connections,
    dialect,
  )<'undone', undefined>(async (session) => {
    const watched = stores(explaining(db, session, plans), wholeLooks);
    await write(watched);
    await read(watched);
    return E.left('undone');
  });
  await readsOf(connections)((session) => read(stores(explaining(db, session, plans), wholeLooks)));
  return plans;
};

/** How many rows of tables and indexes PostgreSQL goes through for `read`. */
export const rowsReadFor = async (db: Knex, read: Work): Promise<number> => {
  const plans: Plan[] = [];
  await readsOf(connectionsOf(db))((session) =>
    read(storesOf(dialectOf(db))(explaining(db, session, plans, 'EXPLAIN ANALYZE'), wholeLooks)),
  );
  let [rows, loops] = [0, 0];
  for (const step of plans.flatMap(({ steps }) => steps)) {
    const [, each, times] = /actual time.* rows=(\d+) loops=(\d+)/.exec(step) ?? [];
    if (times !== undefined) loops = Number(times);
    if (/Scan/.test(step)) rows += Number(each ?? 0) * loops;
    rows += Number(/Rows Removed by .*: (\d+)/.exec(step)?.[1] ?? 0) * loops;
  }
  return rows;
};

/** The pages of the whole statement stand first in its plan. */
const pagesOf = (steps: ReadonlyArray<string>): number => {
  const buffers = steps.find((step) => step.includes('Buffers: shared')) ?? '';
  const pages = [...buffers.matchAll(/(?:hit|read)=(\d+)/g)].map(([, count]) => Number(count));
  return pages.reduce((sum, count) => sum + count, 0);
};

/** How many pages PostgreSQL looks at for each statement of `work`, in a unit of work, which is undone. */
export const pagesReadFor = async (
  db: Knex,
  fronts: QueueFronts,
  work: Work,
): Promise<ReadonlyArray<{ readonly sql: string; readonly pages: number }>> => {
  const dialect = dialectOf(db);
  const plans: Plan[] = [];
  await fronts.within((own) =>
    unitsOf(
      connectionsOf(db),
      dialect,
    )<'undone', undefined>(async (session) => {
      const explained = explaining(db, session, plans, 'EXPLAIN (ANALYZE, BUFFERS)');
      await work(storesOf(dialect)(explained, own));
      return E.left('undone');
    }),
  );
  return plans.map(({ sql, steps }) => ({ sql, pages: pagesOf(steps) }));
};

/** How many pages PostgreSQL looks at for a statement that stands by itself, and is undone. */
export const pagesReadBy = async (db: Knex, { sql, bindings }: Bound): Promise<number> => {
  const trx = await db.transaction();
  const { rows } = await trx.raw<{ readonly rows: ReadonlyArray<Step> }>(
    `EXPLAIN (ANALYZE, BUFFERS) ${sql}`,
    bindings as never,
  );
  await trx.rollback();
  return pagesOf(rows.map((row) => row['QUERY PLAN'] ?? ''));
};
