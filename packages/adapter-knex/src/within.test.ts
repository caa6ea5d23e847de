import { E, type Tenant } from '@hundi/core';
import { LostRace } from '@hundi/core/storage';
import { aClaim, createSandbox, someWork } from '@hundi/testkit';
import { postgresUrl } from '@hundi/testkit/contract';
import test, { type ExecutionContext } from 'ava';
import knex, { type Knex } from 'knex';
import { knexStorage, migrate, openPostgres, openSqlite } from './index.js';
import { emptying } from './shared-schema.test.support.js';
import { freshDatabase, type FreshDatabase } from './testing/fresh-database.js';

const url = await postgresUrl();

type Open = (t: ExecutionContext) => Promise<Knex>;

const file: Open = async (t) => {
  const { writer, close } = await openSqlite(':memory:');
  t.teardown(close);
  await makeTables(writer);
  return writer;
};

const makeTables = async (db: Knex): Promise<void> => {
  await db.schema.createTable('invoices', (table) => table.text('id'));
  await migrate(db);
};

/** Tests on PostgreSQL share a database, one after another: making its tables takes longer than emptying them. */
const ends: (() => unknown)[] = [];
const shared =
  url === undefined
    ? undefined
    : await freshDatabase({ teardown: (end) => void ends.push(end) }, url);
if (shared !== undefined) await makeTables(shared.owner);
// Where a hook stands before an await, the tests behind it come too late.
test.after.always(() => Promise.all(ends.map((end) => end())));

const onShared =
  (connect: (database: FreshDatabase) => Knex): Open =>
  async (t) => {
    if (shared === undefined) throw new Error('no PostgreSQL answers');
    const db = connect(shared);
    t.teardown(async () => {
      await db.destroy();
      await shared.owner.raw(`${emptying('hundi')}; TRUNCATE invoices`);
    });
    return db;
  };

/** A pool of the host's, whose sessions find the host's tables only. */
const hosts = onShared(({ open }) => open());

const engines = onShared((database) => openPostgres(database.url, { connections: 3 }));

const bank = async (t: ExecutionContext, open: Open) => {
  const db = await open(t);
  const storage = knexStorage(db, { notify: 'off' });
  const sandbox = await createSandbox({ storage });
  const beneficiaryId = await sandbox.beneficiary('SHARMA01');
  const batch = (key: string) => ({
    key,
    batch: {
      initiatedByUserId: 'u-maker',
      apiRefNumber: key,
      payments: [
        { transactionReference: 'INV-1', beneficiaryId, packageCode: 'VENDOR', amount: 50_000 },
      ],
    },
  });
  return { ...sandbox, db, storage, batch, invoices: () => db('invoices').pluck('id') };
};

type Bank = Awaited<ReturnType<typeof bank>>;

/** A row of the host's, and a batch of the engine's, in one transaction. */
const inOne = async ({ db, storage, engine, tenant, batch }: Bank, key: string, fails = false) =>
  db.transaction(async (trx) => {
    await trx('invoices').insert({ id: key });
    const accepted = await engine.within(storage.within(trx)).acceptBatch(tenant, batch(key));
    if (fails) throw new Error('the host changed its mind');
    return accepted;
  });

const paid = async ({ engine, tenant, runDue }: Bank, jobId: string): Promise<unknown> => {
  await runDue();
  const job = await engine.getJob(tenant, { jobId, page: 1, limit: 1 });
  return E.isRight(job) ? job.right.counts.paid : job.left;
};

/** Work to do, as many as are streamed or inserted. */
const works = (tenant: Tenant, count: number) =>
  Array.from({ length: count }, (_, i) => someWork(tenant, `of the host ${String(i)}`));

const suite = (name: string, open: Open, run: typeof test): void => {
  for (const count of [1, 600])
    run(
      `${name}: a unit keeps nothing of ${String(count)} when the host ends its transaction meanwhile`,
      async (t) => {
        const { db, storage, tenant } = await bank(t, open);
        let goOn = (): void => undefined;
        const ended = new Promise<void>((resolve) => {
          goOn = resolve;
        });
        let unit: Promise<unknown> = Promise.resolve();
        await t.throwsAsync(
          db.transaction(
            (trx) =>
              new Promise((_resolve, reject) => {
                unit = storage.within(trx).atomically<never, undefined>(async ({ work }) => {
                  reject(new Error('the host waits no longer'));
                  await ended;
                  await work.add(works(tenant, count));
                  return E.right(undefined);
                });
              }),
          ),
          { message: 'the host waits no longer' },
        );
        goOn();

        await t.throwsAsync(unit, { message: /this transaction is over/ });
        const claimed = await storage.atomically(async ({ work }) =>
          E.right(await work.claim(aClaim())),
        );
        t.deepEqual(claimed, E.right([]));
      },
    );

  for (const statements of [1, 3, 5, 8])
    run(
      `${name}: a host that does not await a batch commits it whole, ${String(statements)} statements later`,
      async (t) => {
        const all = await bank(t, open);
        const { db, engine, storage, tenant, batch } = all;
        let accepting: ReturnType<typeof engine.acceptBatch> | undefined;
        await db.transaction(async (trx) => {
          accepting = engine.within(storage.within(trx)).acceptBatch(tenant, batch('one'));
          for (let i = 0; i < statements; i += 1) await trx('invoices').insert({ id: String(i) });
        });
        const accepted = await accepting;
        if (accepted === undefined || E.isLeft(accepted)) throw new Error('not accepted');

        t.is((await all.invoices()).length, statements);
        t.is(await paid(all, accepted.right.answer.jobId), 1);
      },
    );

  run(`${name}: a batch that begins after the host's commit is refused whole`, async (t) => {
    const all = await bank(t, open);
    const { db, engine, storage, tenant, batch } = all;
    let accepting: Promise<unknown> = Promise.resolve();
    await db.transaction(async (trx) => {
      accepting = engine.within(storage.within(trx)).acceptBatch(tenant, batch('one'));
    });
    await t.throwsAsync(accepting, { message: /this transaction is over/ });

    const accepted = await inOne(all, 'one');
    t.true(E.isRight(accepted) && !accepted.right.replayed);
  });

  run(`${name}: the commit of a transaction waits for a unit of one within it`, async (t) => {
    const all = await bank(t, open);
    const { db, engine, storage, tenant, batch } = all;
    let accepting: ReturnType<typeof engine.acceptBatch> | undefined;
    await db.transaction(async (outer) => {
      const inner = await outer.transaction();
      accepting = engine.within(storage.within(inner)).acceptBatch(tenant, batch('one'));
      await inner('invoices').insert({ id: 'one' });
      await inner.commit();
    });
    const accepted = await accepting;
    if (accepted === undefined || E.isLeft(accepted)) throw new Error('not accepted');

    t.is(await paid(all, accepted.right.answer.jobId), 1);
  });

  run(`${name}: a batch and the host's own row are committed together`, async (t) => {
    const all = await bank(t, open);
    const accepted = await inOne(all, 'one');
    if (E.isLeft(accepted)) throw new Error(accepted.left._tag);

    t.deepEqual(await all.invoices(), ['one']);
    t.is(await paid(all, accepted.right.answer.jobId), 1);
  });

  run(`${name}: a host that rolls back keeps neither, and its key is free again`, async (t) => {
    const all = await bank(t, open);
    await t.throwsAsync(inOne(all, 'one', true), { message: /changed its mind/ });
    t.deepEqual(await all.invoices(), []);
    t.is(await all.engine.runDue(), 0);

    const accepted = await inOne(all, 'one');
    t.true(E.isRight(accepted) && !accepted.right.replayed);
  });

  run(`${name}: a refused batch leaves the host's transaction as it was`, async (t) => {
    const all = await bank(t, open);
    const { db, engine, storage, tenant, batch } = all;
    await inOne(all, 'one');
    await db.transaction(async (trx) => {
      await trx('invoices').insert({ id: 'two' });
      const within = engine.within(storage.within(trx));
      const other = batch('one');
      const reused = await within.acceptBatch(tenant, {
        ...other,
        batch: { ...other.batch, apiRefNumber: 'another' },
      });
      t.is(E.isLeft(reused) && reused.left._tag, 'IdempotencyKeyReused');
      const again = await within.acceptBatch(tenant, other);
      t.true(E.isRight(again) && again.right.replayed);
    });

    t.deepEqual(await all.invoices(), ['one', 'two']);
  });

  run(`${name}: what a unit wrote is there for the next one before the host commits`, async (t) => {
    const { db, storage, engine, tenant, batch } = await bank(t, open);
    await db.transaction(async (trx) => {
      const within = engine.within(storage.within(trx));
      const accepted = await within.acceptBatch(tenant, batch('one'));
      if (E.isLeft(accepted)) throw new Error(accepted.left._tag);
      const { jobId } = accepted.right.answer;
      const job = await within.getJob(tenant, { jobId, page: 1, limit: 1 });
      t.is(E.isRight(job) && job.right.status, 'queued');
    });
  });

  run(`${name}: units that are asked for at once take turns`, async (t) => {
    const { db, storage, engine, tenant, batch } = await bank(t, open);
    const accepted = await db.transaction((trx) =>
      Promise.all(
        ['one', 'two', 'three', 'four'].map((key) =>
          engine.within(storage.within(trx)).acceptBatch(tenant, batch(key)),
        ),
      ),
    );
    t.true(accepted.every(E.isRight));
    const jobs = accepted.flatMap((one) => (E.isRight(one) ? [one.right.answer.jobId] : []));
    t.is(new Set(jobs).size, 4);
    t.true((await engine.runDue()) > 0);
  });

  run(`${name}: a unit that fails takes back what it wrote, and the host goes on`, async (t) => {
    const { db, storage, tenant, invoices } = await bank(t, open);
    await db.transaction(async (trx) => {
      await trx('invoices').insert({ id: 'one' });
      const within = storage.within(trx);
      await t.throwsAsync(
        within.atomically<never, undefined>(async ({ tenancy }) => {
          await tenancy.putUsers(tenant, []);
          throw new Error('a defect');
        }),
        { message: 'a defect' },
      );
    });
    t.deepEqual(await invoices(), ['one']);
  });

  run(`${name}: a savepoint of the host that it takes back takes the batch back`, async (t) => {
    const all = await bank(t, open);
    const { db, storage, engine, tenant, batch } = all;
    await db.transaction(async (trx) => {
      await trx('invoices').insert({ id: 'kept' });
      await t.throwsAsync(
        trx.transaction(async (inner) => {
          await inner('invoices').insert({ id: 'not kept' });
          await engine.within(storage.within(inner)).acceptBatch(tenant, batch('one'));
          throw new Error('the host changed its mind');
        }),
      );
    });

    t.deepEqual(await all.invoices(), ['kept']);
    t.is(await all.engine.runDue(), 0);
  });

  run(`${name}: no half of a unit is committed whose savepoint the host took back`, async (t) => {
    const { db, storage, tenant } = await bank(t, open);
    await t.throwsAsync(
      db.transaction(async (trx) => {
        const inner = await trx.transaction();
        const unit = storage.within(trx).atomically<never, undefined>(async ({ work }) => {
          await inner.rollback();
          await work.add(works(tenant, 1));
          return E.right(undefined);
        });
        await t.throwsAsync(unit);
      }),
      { message: /^the transaction may hold a part of what the engine wrote, and is rolled back/ },
    );
    const claimed = await storage.atomically(async ({ work }) =>
      E.right(await work.claim(aClaim())),
    );
    t.deepEqual(claimed, E.right([]));
  });

  run(`${name}: workers look for the batch once the host has committed`, async (t) => {
    const { db, storage, engine, tenant, batch } = await bank(t, open);
    let ended = false;
    await db.transaction(async (trx) => {
      const transaction = storage.within(trx);
      void transaction.ended.then(() => {
        ended = true;
      });
      await engine.within(transaction).acceptBatch(tenant, batch('one'));
      t.false(ended);
    });
    await new Promise((resolve) => setImmediate(resolve));
    t.true(ended);
    t.not(await engine.nextDue(), undefined);
  });

  run(`${name}: what is no open transaction of the same Knex is refused in words`, async (t) => {
    const { db, storage, tenant } = await bank(t, open);
    t.throws(() => storage.within(db as Knex.Transaction), { message: /not a Knex/ });
    const trx = await db.transaction();
    const within = storage.within(trx);
    await trx.commit();
    t.throws(() => storage.within(trx), { message: /is over/ });
    await t.throwsAsync(
      within.read(({ tenancy }) => tenancy.users(tenant)),
      { message: /is over/ },
    );
    const other = knex({ client: 'sqlite3', connection: ':memory:', useNullAsDefault: true });
    t.teardown(() => other.destroy());
    const theirs = await other.transaction();
    t.throws(() => storage.within(theirs), { message: /another Knex/ });
    await theirs.rollback();
  });
};

suite('SQLite', file, test);
// One after the other: they share a database.
const onPostgres = (url === undefined ? test.skip : test.serial) as typeof test;
suite('PostgreSQL', engines, onPostgres);
suite("PostgreSQL by a host's own Knex", hosts, onPostgres);

const SETTINGS = `SELECT current_setting('enable_seqscan') AS seqscan,
  current_setting('search_path') AS path, current_setting('synchronous_commit') AS commits`;

const settingsIn = async (trx: Knex): Promise<unknown> =>
  (await trx.raw<{ readonly rows: ReadonlyArray<unknown> }>(SETTINGS)).rows[0];

onPostgres("the host's later statements plan and find names as before", async (t) => {
  const { db, storage, engine, tenant, batch } = await bank(t, hosts);
  await db.transaction(async (trx) => {
    await trx.raw('SET LOCAL synchronous_commit = off');
    const before = (await settingsIn(trx)) as object;
    const within = engine.within(storage.within(trx));
    await within.getJob(tenant, { jobId: 'no job', page: 1, limit: 1 });
    t.deepEqual(await settingsIn(trx), before);
    await within.acceptBatch(tenant, batch('one'));
    t.deepEqual(
      await settingsIn(trx),
      { ...before, commits: 'on' },
      'but its commit waits for the disk',
    );
  });
});

onPostgres('a transaction that PostgreSQL has undone does not pass as committed', async (t) => {
  const { db, storage, engine, tenant, batch } = await bank(t, hosts);
  await t.throwsAsync(
    db.transaction(async (trx) => {
      await engine.within(storage.within(trx)).acceptBatch(tenant, batch('one'));
      await t.throwsAsync(Promise.resolve(trx.raw('SELECT 1 / 0')));
    }),
    { message: /nothing was committed/ },
  );
});

onPostgres('a transaction that would not see what others commit is refused', async (t) => {
  const { db, storage, engine, tenant, batch } = await bank(t, hosts);
  for (const [options, message] of [
    [{ isolationLevel: 'repeatable read' }, /has repeatable read/],
    [{ isolationLevel: 'serializable' }, /has serializable/],
    [{ readOnly: true }, /may write/],
  ] as const)
    await db.transaction(async (trx) => {
      const within = engine.within(storage.within(trx));
      await t.throwsAsync(within.acceptBatch(tenant, batch('one')), { message });
    }, options);
});

onPostgres('nothing of the first unit needs another connection of the pool', async (t) => {
  const { db, tenant, batch, engine } = await bank(t, hosts);
  const one = knex({ ...(db.client as Knex.Client).config, pool: { min: 0, max: 1 } });
  t.teardown(() => one.destroy());
  const storage = knexStorage(one, { notify: 'off' });
  await one.transaction(async (trx) => {
    t.true(E.isRight(await engine.within(storage.within(trx)).acceptBatch(tenant, batch('one'))));
  });
});

onPostgres('a deadlock undoes the unit, and tells the host to begin again', async (t) => {
  const { db, storage, invoices } = await bank(t, hosts);
  await db('invoices').insert([{ id: 'a' }, { id: 'b' }]);
  const hold = (trx: Knex, id: string) => trx('invoices').where({ id }).update({ id });
  let holding = 0;
  let meet = (): void => undefined;
  const met = new Promise<void>((resolve) => {
    meet = resolve;
  });
  const both = await Promise.allSettled(
    (['ab', 'ba'] as const).map((order) =>
      db.transaction(async (trx) => {
        const [first = '', second = ''] = order;
        await hold(trx, first);
        holding += 1;
        if (holding === 2) meet();
        await met;
        const within = storage.within(trx);
        await within.atomically<never, undefined>(async () => {
          await hold(trx, second);
          return E.right(undefined);
        });
      }),
    ),
  );
  t.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  const lost = both.find((one) => one.status === 'rejected');
  t.true(lost?.reason instanceof LostRace);
  t.is((await invoices()).length, 2);
});
