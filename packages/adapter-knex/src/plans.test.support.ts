import { E, rowId, type Job, type Stores } from '@hundi/core';
import {
  aBankAnswer,
  aBeneficiary,
  aClaim,
  accepts,
  aJob,
  anAnswer,
  anEntry,
  aTenant,
  changeTo,
  ordersOf,
  someWork,
} from '@hundi/testkit';
import type { Knex } from 'knex';
import { connectionsOf } from './engine/connections.js';
import type { Dialect } from './engine/dialect.js';
import { dialectOf } from './engine/dialect-of.js';
import { readsOf } from './engine/read.js';
import type { Binding, Session } from './engine/session.js';
import { unitsOf } from './engine/unit.js';
import { storesOf } from './stores/stores.js';

/** A statement that ran, and how its database planned it. */
export interface Plan {
  readonly sql: string;
  readonly steps: ReadonlyArray<string>;
}

const EXPLAIN: Readonly<Record<Dialect['name'], string>> = {
  sqlite: 'EXPLAIN QUERY PLAN',
  postgres: 'EXPLAIN',
};

const explaining = (session: Session, { name }: Dialect, plans: Plan[]): Session => {
  const explain = async (sql: string, bindings: ReadonlyArray<Binding> = []): Promise<void> => {
    if (!/^(SELECT|INSERT|UPDATE|DELETE|WITH)/.test(sql)) return;
    const rows = (await session.all(`${EXPLAIN[name]} ${sql}`, bindings)) as ReadonlyArray<
      Record<string, string>
    >;
    const steps = rows.map((row) => row['detail'] ?? row['QUERY PLAN'] ?? '');
    plans.push({ sql, steps });
  };
  const before =
    <A>(run: (sql: string, bindings: ReadonlyArray<Binding>) => Promise<A>) =>
    async (sql: string, bindings: ReadonlyArray<Binding> = []): Promise<A> => {
      await explain(sql, bindings);
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

export const acme = aTenant('acme');
const job = aJob(acme, 1, { total: 400 });
const orders = ordersOf(job);
const ids = orders.map(({ transactionId }) => transactionId);

/** One row in every table that grows: what statistics would be old about. */
export const plant = async (stores: Stores): Promise<void> => {
  const small = aJob(acme, 900, { total: 1 });
  await stores.jobs.add([small]);
  await stores.payouts.add(ordersOf(small));
  await stores.journal.append([anEntry(acme, small.jobId, 1)]);
  await stores.work.add([someWork(acme, small.jobId)]);
  await stores.idempotency.add([anAnswer(acme, 'first')]);
  await stores.bankAnswers.add([aBankAnswer('first', rowId(small.jobId, 0))]);
  await stores.beneficiaries.add(acme, aBeneficiary(acme, 900_000));
};

/** Thousands of rows in every table that grows. */
export const grow = async (stores: Stores): Promise<void> => {
  const many = Array.from({ length: 6_000 }, (_, n) => String(n));
  const big: Job = aJob(acme, 2, { total: 20_000 });
  await stores.jobs.add([job, big]);
  await stores.jobs.add(many.map((_, n) => aJob(acme, n + 1_000)));
  await stores.payouts.add(ordersOf(big));
  await stores.journal.append(many.map((n) => anEntry(acme, n, 1)));
  await stores.work.add(many.map((n) => someWork(acme, n)));
  await stores.idempotency.add(many.map((n) => anAnswer(acme, n)));
  await stores.bankAnswers.add(many.map((n) => aBankAnswer(n, rowId(big.jobId, Number(n)))));
  for (let n = 0; n < 3_000; n += 1) await stores.beneficiaries.add(acme, aBeneficiary(acme, n));
};

/** Every statement that meets a table that grows. */
const exercise = async (stores: Stores): Promise<void> => {
  const { payouts, work, jobs, idempotency, bankAnswers, journal, beneficiaries } = stores;
  await payouts.add(orders);
  await payouts.add(
    orders.map((order, n) => ({ ...order, transactionId: rowId(aJob(acme, 3).jobId, n) })),
  );
  await payouts.decide(acme, orders.map(accepts));
  await payouts.advance(
    acme,
    orders.map((order) => changeTo(order, 'approved', 2)),
  );
  await payouts.explain(acme, orders);
  await payouts.advance(
    acme,
    orders.map((order) => changeTo(order, 'failed', 3)),
  );
  await jobs.advance([{ ...job, status: 'processing', sequence: 2 }]);
  await work.add(ids.map((id) => someWork(acme, id)));
  const claimed = await work.claim(aClaim({ limit: 300 }));
  await work.held(claimed);
  await work.defer(claimed.slice(0, 100).map((item) => ({ ...item, runAt: 5 })));
  await work.finish(claimed);
  await journal.append(ids.slice(0, 50).map((id) => anEntry(acme, id, 1)));
  await idempotency.add([anAnswer(acme, 'new')]);
  await bankAnswers.add([aBankAnswer('new', ids[0] as never)]);
  await beneficiaries.add(acme, aBeneficiary(acme, 500_000));
};

/** Every statement that only reads. */
const look = async (stores: Stores): Promise<void> => {
  const { payouts, work, jobs, idempotency, bankAnswers, journal, beneficiaries } = stores;
  await payouts.find(acme, ids[3] as never);
  await payouts.findAnywhere(ids[3] as never);
  await payouts.findMany(acme, ids);
  await payouts.findMany(acme, ids.slice(0, 1));
  await payouts.ofJob(acme, job.jobId, 100, 100);
  await payouts.tally(acme, [job.jobId]);
  await payouts.tally(
    acme,
    Array.from({ length: 20 }, (_, n) => aJob(acme, n).jobId),
  );
  await jobs.find(acme, job.jobId);
  await jobs.findMany(Array.from({ length: 50 }, (_, n) => aJob(acme, n).jobId));
  await work.nextDue('send-to-bank');
  await journal.of(acme, ids[0] as never);
  await idempotency.find([anAnswer(acme, '1')]);
  await idempotency.find(ids.map((id) => anAnswer(acme, id)));
  await bankAnswers.of(ids[0] as never);
  await beneficiaries.find(acme, aBeneficiary(acme, 1).beneficiaryId);
  await beneficiaries.findMany(
    acme,
    Array.from({ length: 400 }, (_, n) => aBeneficiary(acme, n).beneficiaryId),
  );
};

/** Runs every statement and says how each was planned, in a unit of work and in a read. */
export const plansOf = async (db: Knex): Promise<ReadonlyArray<Plan>> => {
  const dialect = dialectOf(db);
  const stores = storesOf(dialect);
  const connections = connectionsOf(db);
  const plans: Plan[] = [];
  await unitsOf(
    connections,
    dialect,
  )<never, undefined>(async (session) => {
    const watched = stores(explaining(session, dialect, plans));
    await exercise(watched);
    await look(watched);
    return E.right(undefined);
  });
  await readsOf(connections)((session) => look(stores(explaining(session, dialect, plans))));
  return plans;
};
