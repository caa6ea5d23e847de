import { DEFAULT_RATE_LIMITS } from '@hundi/core';
import { aTenant } from '@hundi/testkit';
import { postgresUrl } from '@hundi/testkit/contract';
import test, { type ExecutionContext } from 'ava';
import type { Knex } from 'knex';
import { freshSchema } from '../fresh.test.support.js';
import {
  fitsSchema,
  knexRateLimiter,
  knexStorage,
  migrate,
  migrationPlan,
  openPostgres,
  schemaVersion,
  type PostgresOptions,
} from '../index.js';
import { onEmptyDatabases } from '../testing/empty-databases.js';
import { putUser } from '../testing/hasty-database.js';
import { fitsSchemaBy, migrateBy } from './migrate.js';
import { additive, MIGRATIONS } from './migrations.js';

const url = await postgresUrl();
const onPostgres = (url === undefined ? test.skip : test.serial) as typeof test.serial;

const tables = async (db: Knex): Promise<ReadonlyArray<string>> => {
  const found: string[] = [];
  for (const table of ['first', 'second', 'third'])
    if (await db.schema.hasTable(table)) found.push(table);
  return found;
};

const create = (table: string) => () => [`CREATE TABLE ${table} (id integer NOT NULL)`];

onEmptyDatabases((name, empty, run) => {
  run(`${name}: an empty database has version 0 and is not current`, async (t) => {
    const [db] = (await empty(t)) as [Knex];

    t.is(await schemaVersion(db), 0);
    t.false(await fitsSchema(db));
  });

  run(
    `${name}: a call on a database without tables rejects, and names what makes them`,
    async (t) => {
      const [db] = (await empty(t)) as [Knex];
      const storage = knexStorage(db, { notify: 'off' });
      const limiter = knexRateLimiter(db, DEFAULT_RATE_LIMITS, { now: () => 0 });
      const expected = { name: 'NotMigrated', message: /call migrate\(db\)/ };

      await t.throwsAsync(
        storage.read(({ tenancy }) => tenancy.users(aTenant('acme'))),
        expected,
      );
      await t.throwsAsync(putUser(storage), expected);
      await t.throwsAsync(limiter.take('key', 'reads'), expected);
    },
  );

  run(`${name}: migrating makes the schema current, and again changes nothing`, async (t) => {
    const [db] = (await empty(t)) as [Knex];
    await migrate(db);
    await migrate(db);

    t.is(await schemaVersion(db), MIGRATIONS.length);
    t.true(await fitsSchema(db));
  });

  run(
    `${name}: the plan changes nothing, and whoever runs its statements has the schema`,
    async (t) => {
      const [db] = (await empty(t)) as [Knex];
      const { from, to, serves, steps } = await migrationPlan(db);
      t.deepEqual([from, to, await schemaVersion(db)], [0, MIGRATIONS.length, 0]);
      for (const step of steps)
        await db.transaction(async (trx) => {
          for (const statement of step) await trx.raw(statement.replaceAll('?', '\\?'));
        });

      t.is(await schemaVersion(db), MIGRATIONS.length);
      t.true(await fitsSchema(db));
      t.deepEqual(await migrationPlan(db), { from: to, to, serves, steps: [] });
    },
  );

  run(`${name}: a plan that is not of this schema fails, and its version stays`, async (t) => {
    const [db] = (await empty(t)) as [Knex];
    const { steps } = await migrationPlan(db);
    await migrate(db);
    for (const [i, step] of steps.entries())
      await t.throwsAsync(
        db.transaction(async (trx) => {
          for (const statement of step) await trx.raw(statement.replaceAll('?', '\\?'));
        }),
        i === 0 ? undefined : { message: new RegExp(`not at (version )?${String(i)}: print`) },
      );

    t.is(await schemaVersion(db), MIGRATIONS.length);
  });

  run(`${name}: eight that start at once migrate once`, async (t) => {
    const pools = await empty(t);
    await Promise.all(pools.map((db) => migrateBy(db, [create('first'), create('second')])));

    t.deepEqual(
      await Promise.all(pools.map(schemaVersion)),
      pools.map(() => 2),
    );
    t.deepEqual(await tables(pools[0] as Knex), ['first', 'second']);
  });

  run(`${name}: a step that fails leaves nothing, and the steps before it stay`, async (t) => {
    const [db] = (await empty(t)) as [Knex];
    const broken = () => [...create('second')(), 'CREATE TABLE broken ('];
    await t.throwsAsync(migrateBy(db, [create('first'), broken, create('third')]));
    t.is(await schemaVersion(db), 1);
    t.deepEqual(await tables(db), ['first']);

    await migrateBy(db, [create('first'), create('second'), create('third')]);
    t.is(await schemaVersion(db), 3);
    t.deepEqual(await tables(db), ['first', 'second', 'third']);
  });

  run(`${name}: a program fits a newer schema for as long as its steps only add`, async (t) => {
    const [db] = (await empty(t)) as [Knex];
    const [first, second] = [create('first'), additive(create('second'))];
    await migrateBy(db, [first, second]);
    t.true(await fitsSchemaBy(db, [first]));
    t.false(await fitsSchemaBy(db, []));
    await migrateBy(db, [first]);
    t.is(await schemaVersion(db), 2);

    await migrateBy(db, [first, second, create('third')]);
    t.false(await fitsSchemaBy(db, [first]));
    t.false(await fitsSchemaBy(db, [first, second]));
    await t.throwsAsync(migrateBy(db, [first, second]), {
      message:
        "the schema is at version 3, newer than this program's 2, and serves programs from version 3 on: start a newer program",
    });
  });

  run(`${name}: a program does not fit an older schema`, async (t) => {
    const [db] = (await empty(t)) as [Knex];
    await migrateBy(db, [create('first')]);

    t.false(await fitsSchemaBy(db, [create('first'), additive(create('second'))]));
  });

  run(
    `${name}: a schema that does not say whom it serves, serves its own programs alone`,
    async (t) => {
      const [db] = (await empty(t)) as [Knex];
      const [first, second] = [create('first'), additive(create('second'))];
      await migrateBy(db, [first]);
      await db.raw('ALTER TABLE hundi_schema DROP COLUMN serves');
      t.true(await fitsSchemaBy(db, [first]));
      await migrateBy(db, [first, second]);

      t.is(await schemaVersion(db), 2);
      t.true(await fitsSchemaBy(db, [first]));
    },
  );

  run(`${name}: a schema that is newer than the program is refused`, async (t) => {
    const [db] = (await empty(t)) as [Knex];
    await migrateBy(db, [create('first'), create('second')]);

    await t.throwsAsync(migrateBy(db, [create('first')]), { message: /newer than this program/ });
  });
});

onPostgres('after a step of the plan that fails, the steps behind it fail too', async (t) => {
  const { db, close } = await freshSchema(url ?? '', { connections: 1 });
  t.teardown(close);
  const { steps } = await migrationPlan(db);
  const failing = 22;
  const errors: string[] = [];
  // As psql does, unless it is told to stop.
  const goOn = (statement: string) =>
    db.raw(statement.replaceAll('?', '\\?')).catch((error: unknown) => {
      errors.push((error as Error).message);
    });
  for (const [i, step] of steps.entries())
    for (const statement of ['BEGIN', ...(i + 1 === failing ? ['fail'] : []), ...step, 'COMMIT'])
      await goOn(statement);

  t.is(await schemaVersion(db), failing - 1);
  t.true(
    errors.some((line) => line.endsWith('the schema is not at version 22: print the plan again')),
  );
});

/** The sessions of these pools have short time-outs. */
const hasty = async (
  t: ExecutionContext,
  pools: number,
  options: PostgresOptions = { statementTimeoutMs: 1_000 },
): Promise<ReadonlyArray<Knex>> => {
  const { schema, close } = await freshSchema(url ?? '', { connections: 1 });
  const opened = Array.from({ length: pools }, () =>
    openPostgres(url ?? '', { schema, connections: 1, ...options }),
  );
  t.teardown(async () => {
    await Promise.all(opened.map((db) => db.destroy()));
    await close();
  });
  return opened;
};

const slow = () => ['SELECT pg_sleep(1.5)'];

onPostgres(
  'a step takes longer than the statement time-out of its session, and so does the wait of another process for it',
  async (t) => {
    const pools = await hasty(t, 2);
    await Promise.all(pools.map((db) => db.raw('SELECT 1')));
    await Promise.all(pools.map((db) => migrateBy(db, [slow])));

    t.deepEqual(await Promise.all(pools.map(schemaVersion)), [1, 1]);
    await t.throwsAsync((pools[0] as Knex).raw('SELECT pg_sleep(1.5)'), { code: '57014' });
  },
);

onPostgres(
  'each step of the plan may take longer than the statement time-out of its session',
  async (t) => {
    const [db] = (await hasty(t, 1)) as [Knex];
    const { steps, to } = await migrationPlan(db);
    for (const [i, step] of steps.entries())
      await db.transaction(async (trx) => {
        for (const statement of step) await trx.raw(statement.replaceAll('?', '\\?'));
        // Waiting in every one would only cost time.
        if (i === 0 || i === steps.length - 1) await trx.raw('SELECT pg_sleep(1.5)');
      });

    t.is(await schemaVersion(db), to);
  },
);
