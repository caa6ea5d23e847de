import { E } from '@hundi/core';
import type { PayoutOrder, Storage, Stores } from '@hundi/core/storage';
import { aJob, anEntry, anOrder, aTenant, aUser, ordersOf } from '@hundi/testkit';
import { postgresUrl } from '@hundi/testkit/contract';
import test, { type ExecutionContext } from 'ava';
import knex from 'knex';
import {
  freshFile,
  freshMemory,
  freshPostgres,
  freshSchema,
  type Fresh,
} from './fresh.test.support.js';
import { knexStorage, migrate } from './index.js';

const url = await postgresUrl();
const acme = aTenant('acme');

const commit = async <A>(storage: Storage, work: (stores: Stores) => Promise<A>): Promise<A> => {
  const done = await storage.atomically<never, A>(async (stores) => E.right(await work(stores)));
  if (E.isLeft(done)) throw new Error('no left was given');
  return done.right;
};

const suite = (name: string, fresh: () => Promise<Fresh>, run: typeof test.serial): void => {
  const storageFor = async (t: ExecutionContext): Promise<Storage> => {
    const { storage, close } = await fresh();
    t.teardown(close);
    return storage;
  };

  run(
    `${name}: of thousands of orders, only those whose reference is live do not hold it`,
    async (t) => {
      const storage = await storageFor(t);
      const live = Array.from({ length: 30 }, (_, n) =>
        anOrder(acme, n, { reference: `BATCH-1-${String(n * 100)}` }),
      );
      const job = aJob(acme, 1, { total: 3_000 });
      await commit(storage, ({ payouts }) => payouts.add(live));
      await commit(storage, ({ payouts }) => payouts.add(ordersOf(job)));
      const rows = await storage.read(({ payouts }) => payouts.ofJob(acme, job.jobId, 0, 3_000));

      t.deepEqual(
        rows.map((row) => row.intake === 'undecided' && row.holdsReference),
        rows.map((_, n) => n % 100 !== 0),
      );
      t.deepEqual(
        rows.map(({ order }) => order),
        ordersOf(job),
      );
    },
  );

  run(`${name}: a large call that adds an order again adds nothing`, async (t) => {
    const storage = await storageFor(t);
    const orders = ordersOf(aJob(acme, 1, { total: 700 }));
    const again: PayoutOrder = {
      ...anOrder(acme, 5),
      transactionId: orders[3]?.transactionId as never,
    };
    await commit(storage, ({ payouts }) => payouts.add([again]));

    await t.throwsAsync(commit(storage, ({ payouts }) => payouts.add(orders)));
    t.is(
      (
        await storage.read(({ payouts }) =>
          payouts.findMany(
            acme,
            orders.map(({ transactionId }) => transactionId),
          ),
        )
      ).length,
      1,
    );
  });

  run(`${name}: a unit that swallows the failure of a statement keeps nothing`, async (t) => {
    const storage = await storageFor(t);
    await t.throwsAsync(
      commit(storage, async ({ journal, tenancy }) => {
        await tenancy.putUsers(acme, [aUser(1)]);
        await journal.append([anEntry(acme, 'a', 1), anEntry(acme, 'a', 1)]).catch(() => undefined);
      }),
    );

    t.deepEqual(await storage.read(({ tenancy }) => tenancy.users(acme)), []);
  });

  run(`${name}: the stores of a unit that has ended are of no more use`, async (t) => {
    const storage = await storageFor(t);
    const kept = await commit(storage, (stores) => Promise.resolve(stores));

    await t.throwsAsync(kept.tenancy.users(acme), { message: /has ended/ });
  });

  run(`${name}: an error says nothing of the values that were bound`, async (t) => {
    const storage = await storageFor(t);
    const entry = anEntry(acme, 'a', 1, { changes: { accountNumber: '50200011112222' } });
    const error = await t.throwsAsync(
      commit(storage, ({ journal }) => journal.append([entry, entry])),
    );

    t.false(JSON.stringify([error.message, error.stack, error]).includes('50200011112222'));
  });
};

const postgres = (url === undefined ? test.skip : test.serial) as typeof test.serial;
suite('SQLite in memory', freshMemory, test.serial);
suite('SQLite in a file', freshFile, test.serial);
suite('PostgreSQL', () => freshPostgres(url ?? ''), postgres);

test('an SQLite pool of several connections is refused', async (t) => {
  const db = knex({
    client: 'sqlite3',
    connection: { filename: ':memory:' },
    useNullAsDefault: true,
    pool: { min: 1, max: 2 },
  });
  t.teardown(() => db.destroy());

  t.throws(() => knexStorage(db), { message: /a pool of one connection/ });
});

test('a Knex of another database is refused', async (t) => {
  const db = knex({ client: 'pg' });
  t.teardown(() => db.destroy());
  Object.assign(db.client as object, { driverName: 'mysql' });

  t.throws(() => knexStorage(db), { message: /not mysql/ });
});

postgres('a unit that a deadlock undid runs again and takes place', async (t) => {
  const { storage, close } = await freshPostgres(url ?? '');
  t.teardown(close);
  let [runs, met] = [0, 0];
  let meet: (() => void) | undefined;
  const both = new Promise<void>((resolve) => {
    meet = resolve;
  });
  const put = (first: number, second: number) =>
    commit(storage, async ({ tenancy }) => {
      runs += 1;
      await tenancy.putUsers(acme, [aUser(first)]);
      met += 1;
      if (met === 2) meet?.();
      await both;
      await tenancy.putUsers(acme, [aUser(second)]);
    });
  await Promise.all([put(1, 2), put(2, 1)]);

  t.true(runs >= 3);
  t.is((await storage.read(({ tenancy }) => tenancy.users(acme))).length, 2);
});

postgres(
  'a connection that is lost before the commit is an unknown outcome, tried once',
  async (t) => {
    const { db, close } = await freshSchema(url ?? '', { connections: 1 });
    const admin = await freshSchema(url ?? '');
    t.teardown(close);
    t.teardown(admin.close);
    await migrate(db);
    const storage = knexStorage(db);
    const { rows } = await db.raw<{ rows: [{ pid: number }] }>('SELECT pg_backend_pid() AS pid');
    let runs = 0;

    await t.throwsAsync(
      commit(storage, async ({ tenancy }) => {
        runs += 1;
        await tenancy.putUsers(acme, [aUser(1)]);
        await admin.db.raw('SELECT pg_terminate_backend(?)', [rows[0].pid]);
      }),
      { name: 'OutcomeUnknown' },
    );
    t.is(runs, 1);
    t.deepEqual(await storage.read(({ tenancy }) => tenancy.users(acme)), []);
  },
);

test('on SQLite a brief unit is answered only after the commit that it shares with the units behind it', async (t) => {
  const { storage, close } = await freshMemory();
  t.teardown(close);
  const seenBy = async (options: { readonly brief: boolean }): Promise<unknown> => {
    let answered = false;
    const put = (n: number) =>
      storage.atomically<never, boolean>(async ({ tenancy }) => {
        await tenancy.putUsers(acme, [aUser(n)]);
        return E.right(answered);
      }, options);
    const [, , seen] = await Promise.all([
      commit(storage, ({ tenancy }) => tenancy.putUsers(acme, [aUser(1)])),
      put(2).then(() => {
        answered = true;
      }),
      put(3),
    ]);
    return seen;
  };

  t.deepEqual(await seenBy({ brief: true }), E.right(false));
  t.deepEqual(await seenBy({ brief: false }), E.right(true));
});

test('when SQLite rolls back the transaction that brief units share, each of them still takes place or fails by itself', async (t) => {
  const { db, storage, close } = await freshMemory();
  t.teardown(close);
  await db.raw(`CREATE TRIGGER broken BEFORE INSERT ON journal
    BEGIN SELECT RAISE(ROLLBACK, 'the disk'); END`);
  const put = (n: number) =>
    storage.atomically<never, undefined>(
      async ({ tenancy }) => {
        await tenancy.putUsers(acme, [aUser(n)]);
        return E.right(undefined);
      },
      { brief: true },
    );
  const swallows = storage.atomically<string, never>(
    async ({ tenancy, journal }) => {
      await tenancy.putUsers(acme, [aUser(2)]);
      await journal.append([anEntry(acme, 'job', 1)]).catch(() => undefined);
      return E.left('refused');
    },
    { brief: true },
  );
  const settled = await Promise.all([put(1), swallows, put(3)]);

  t.deepEqual(settled, [E.right(undefined), E.left('refused'), E.right(undefined)]);
  t.deepEqual(
    (await storage.read(({ tenancy }) => tenancy.users(acme))).map(({ userId }) => userId).sort(),
    [aUser(1).userId, aUser(3).userId].sort(),
  );
});

test('a transaction that SQLite has rolled back by itself stays undone, even with statements in the queue', async (t) => {
  const { db, storage, close } = await freshMemory();
  t.teardown(close);
  // As after a failed write to the disk: the transaction is over, and the next statement would be on its own.
  await db.raw(`CREATE TRIGGER broken BEFORE INSERT ON journal
    BEGIN SELECT RAISE(ROLLBACK, 'the disk'); END`);
  const job = aJob(acme, 1, { total: 5_000 });

  await t.throwsAsync(
    commit(storage, async ({ jobs, payouts, journal }) => {
      const writes = [
        jobs.add([job]),
        journal.append([anEntry(acme, job.jobId, 1)]),
        payouts.add(ordersOf(job)),
      ];
      await Promise.allSettled(writes);
    }),
  );
  await storage.read(async ({ jobs, payouts }) => {
    t.is(await jobs.find(acme, job.jobId), undefined);
    t.deepEqual(await payouts.ofJob(acme, job.jobId, 0, 10), []);
  });
});
