import { randomBytes } from 'node:crypto';
import { DEFAULT_RATE_LIMITS, E } from '@hundi/core';
import type { Storage } from '@hundi/core/storage';
import { aTenant, aUser, someWork } from '@hundi/testkit';
import { postgresUrl } from '@hundi/testkit/contract';
import test, { type ExecutionContext } from 'ava';
import type { Knex } from 'knex';
import {
  behindPooler,
  knexRateLimiter,
  knexStorage,
  migrate,
  migrationPlan,
  missingRights,
  openPostgres,
  schemaVersion,
} from './index.js';
import { EVERY_TABLE } from './schema/by-corporate.js';
import { migrateBy } from './schema/migrate.js';
import { MIGRATIONS } from './schema/migrations.js';
import { freshDatabase, type FreshDatabase } from './testing/fresh-database.js';

const url = await postgresUrl();
const onPostgres = (url === undefined ? test.skip : test) as typeof test;
const acme = aTenant('acme');

/** The tables of a bank whose names the engine's have, too. */
const BANKS_OWN = ['payouts', 'users', 'jobs', 'work'];

const makeBanksOwn = async (db: Knex, schema: string): Promise<void> => {
  for (const table of BANKS_OWN) {
    await db.raw(`CREATE TABLE ${schema}.${table} (note text)`);
    await db.raw(`INSERT INTO ${schema}.${table} VALUES ('the bank''s')`);
  }
};

const requireBanksOwn = async (t: ExecutionContext, db: Knex, schema: string): Promise<void> => {
  for (const table of BANKS_OWN)
    t.deepEqual(await db(`${schema}.${table}`).select('*'), [{ note: "the bank's" }]);
};

const tablesIn = async (db: Knex, schema: string): Promise<number> => {
  const rows = await db('pg_tables').where({ schemaname: schema }).select('tablename');
  return rows.length;
};

const writesAndReads = async (t: ExecutionContext, storage: Storage): Promise<void> => {
  const written = await storage.atomically<never, undefined>(async ({ tenancy, work }) => {
    await tenancy.putUsers(acme, [aUser(1)]);
    await work.add([someWork(acme, 'a')]);
    return E.right(undefined);
  });
  t.true(E.isRight(written));
  const users = await storage.read(({ tenancy }) => tenancy.users(acme));
  t.deepEqual(
    users.map(({ userId }) => userId),
    [aUser(1).userId],
  );
};

onPostgres('migrate makes the schema hundi, beside tables of the same names', async (t) => {
  const database = await freshDatabase(t, url ?? '');
  await makeBanksOwn(database.owner, 'public');
  const db = openPostgres(database.url, { connections: 2 });
  t.teardown(() => db.destroy());
  await migrate(db);

  await writesAndReads(t, knexStorage(db));
  t.true((await tablesIn(database.owner, 'hundi')) > 30);
  t.is(await tablesIn(database.owner, 'public'), BANKS_OWN.length);
  await requireBanksOwn(t, database.owner, 'public');
});

for (const { name, options, bank } of [
  { name: "a host's own Knex", options: {}, bank: 'public' },
  { name: "a host's own Knex with a search path", options: { searchPath: ['bank'] }, bank: 'bank' },
  {
    name: "a host's own Knex that looks into the engine's schema last",
    options: { searchPath: ['bank', 'hundi'] },
    bank: 'bank',
  },
])
  onPostgres(`${name} still finds the host's tables, and the engine its own`, async (t) => {
    const { owner, open } = await freshDatabase(t, url ?? '');
    if (bank !== 'public') await owner.raw(`CREATE SCHEMA ${bank}`);
    await makeBanksOwn(owner, bank);
    const db = open(options);
    await migrate(db);

    await writesAndReads(t, knexStorage(db, { notify: 'off' }));
    t.is(await schemaVersion(db), MIGRATIONS.length);
    await requireBanksOwn(t, owner, bank);
    t.deepEqual(await db('users').select('*'), [{ note: "the bank's" }]);
    t.is(await tablesIn(owner, bank), BANKS_OWN.length);
    const limiter = knexRateLimiter(db, DEFAULT_RATE_LIMITS, { now: () => 0 });
    t.true((await limiter.take('key', 'reads')).allowed);
  });

onPostgres("processes on hosts' own Knexes hear of each other's work", async (t) => {
  const { open } = await freshDatabase(t, url ?? '');
  const [here, there] = [open(), open()];
  await migrate(here);
  const hearing = knexStorage(there);
  await new Promise<void>((resolve) => {
    let written: Promise<void> | undefined;
    const stop = hearing.listen?.(() => {
      // The first call says that it listens.
      const telling = knexStorage(here, { notify: 'tell' });
      if (written === undefined) written = writesAndReads(t, telling).then(telling.tell);
      else resolve(written);
    });
    t.teardown(() => stop?.());
  });
});

onPostgres('behind a pooler in transaction mode the schema is hundi, too', async (t) => {
  const { owner, open } = await freshDatabase(t, url ?? '');
  await makeBanksOwn(owner, 'public');
  for (const settings of [{}, { search_path: null }]) {
    const db = behindPooler(open(), 'transaction', settings);
    await migrate(db);
    await writesAndReads(t, knexStorage(db, { notify: 'off' }));
    // Nothing stays in a session that another client gets.
    t.deepEqual(await db('users').select('*'), [{ note: "the bank's" }]);
  }
  await requireBanksOwn(t, owner, 'public');
});

onPostgres('tables of an older release stay in public, and later steps join them', async (t) => {
  const { url: own, owner } = await freshDatabase(t, url ?? '');
  const older = openPostgres(own, { schema: 'public', connections: 1 });
  t.teardown(() => older.destroy());
  await migrateBy(older, MIGRATIONS.slice(0, -1));
  // Another one may have made it, for whatever reason.
  await owner.raw('CREATE SCHEMA hundi');

  const db = openPostgres(own, { connections: 2 });
  t.teardown(() => db.destroy());
  t.is(await schemaVersion(db), MIGRATIONS.length - 1);
  await migrate(db);
  await writesAndReads(t, knexStorage(db));
  t.is(await tablesIn(owner, 'hundi'), 0);
});

/** Opens a pool of the engine's as a role that may do everything and has this search path. */
const asRole = async (t: ExecutionContext, { owner, url: own }: FreshDatabase, path: string) => {
  const role = `hundi_${randomBytes(8).toString('hex')}`;
  await owner.raw(`CREATE ROLE ${role} LOGIN SUPERUSER`);
  t.teardown(() => owner.raw(`DROP OWNED BY ${role} CASCADE; DROP ROLE ${role}`));
  await owner.raw(`ALTER ROLE ${role} SET search_path = ${path}`);
  const theirs = new URL(own);
  theirs.username = role;
  const db = openPostgres(theirs.href, { connections: 2 });
  t.teardown(() => db.destroy());
  return { role, db };
};

onPostgres(
  'a search path that an operator gave the role decides, and migrate makes it',
  async (t) => {
    const database = await freshDatabase(t, url ?? '');
    const { db } = await asRole(t, database, '"the Payouts", public');
    await migrate(db);

    await writesAndReads(t, knexStorage(db));
    t.true((await tablesIn(database.owner, 'the Payouts')) > 30);
  },
);

onPostgres('a role gets no second set of tables, empty beside the full one', async (t) => {
  const database = await freshDatabase(t, url ?? '');
  await database.owner.raw('CREATE SCHEMA bank');
  const { role, db } = await asRole(t, database, 'bank');
  const hosts = database.open({}, role);
  await migrate(hosts);
  t.true((await tablesIn(database.owner, 'hundi')) > 30);

  await t.throwsAsync(migrate(db), {
    message: /are in the schema hundi, and the search_path bank of this role does not find them/,
  });
  t.is(await tablesIn(database.owner, 'bank'), 0);
  await writesAndReads(t, knexStorage(hosts, { notify: 'off' }));
});

onPostgres('a role whose search path is empty has the tables in hundi', async (t) => {
  const database = await freshDatabase(t, url ?? '');
  const { role, db } = await asRole(t, database, `''`);
  const hosts = database.open({}, role);
  await migrate(hosts);
  await migrate(db);

  await writesAndReads(t, knexStorage(db));
  t.is(
    (await knexStorage(hosts, { notify: 'off' }).read(({ tenancy }) => tenancy.users(acme))).length,
    1,
  );
});

onPostgres('a role that may make no schema is told what to ask for', async (t) => {
  const { owner, open } = await freshDatabase(t, url ?? '');
  const role = `hundi_${randomBytes(8).toString('hex')}`;
  await owner.raw(`CREATE ROLE ${role} LOGIN`);
  t.teardown(() => owner.raw(`DROP OWNED BY ${role} CASCADE; DROP ROLE ${role}`));
  const db = open({}, role);

  await t.throwsAsync(migrate(db), {
    message: /may not do it: CREATE SCHEMA "hundi"\. Run it as an administrator/,
  });
  await owner.raw(`CREATE SCHEMA hundi AUTHORIZATION ${role}`);
  await migrate(db);
  await writesAndReads(t, knexStorage(db, { notify: 'off' }));
});

onPostgres('the rights that a role lacks are named, before it needs them', async (t) => {
  const { owner, open } = await freshDatabase(t, url ?? '');
  const role = `hundi_${randomBytes(8).toString('hex')}`;
  await owner.raw(`CREATE ROLE ${role} LOGIN`);
  t.teardown(() => owner.raw(`DROP OWNED BY ${role} CASCADE; DROP ROLE ${role}`));
  const db = open({}, role);

  t.deepEqual(await missingRights(db, false), ['CREATE on the database, or the schema "hundi"']);
  await migrate(owner);
  t.deepEqual(await missingRights(db, false), ['USAGE on the schema "hundi"']);
  await owner.raw(`GRANT USAGE ON SCHEMA hundi TO ${role}`);
  t.deepEqual(await missingRights(db, false), [
    'CREATE on the schema "hundi"',
    'ownership of the tables',
  ]);
  await owner.raw(`GRANT SELECT, UPDATE ON ALL TABLES IN SCHEMA hundi TO ${role}`);
  t.deepEqual((await missingRights(db, true)).slice(0, 2), [
    'DELETE on the table answers',
    'INSERT on the table answers',
  ]);
  await owner.raw(`GRANT INSERT, DELETE ON ALL TABLES IN SCHEMA hundi TO ${role}`);
  t.deepEqual((await missingRights(db, true)).slice(0, 2), [
    'SELECT on the sequence bank_answers_answer_no_seq',
    'UPDATE on the sequence bank_answers_answer_no_seq',
  ]);
  await owner.raw(`GRANT USAGE, SELECT, UPDATE ON ALL SEQUENCES IN SCHEMA hundi TO ${role}`);
  t.deepEqual(await missingRights(db, true), []);
  await owner.raw(`REVOKE USAGE ON SEQUENCE hundi.work_tokens FROM ${role}`);
  await owner.raw(`REVOKE UPDATE ON hundi.users FROM ${role}`);
  t.deepEqual(await missingRights(db, true), [
    'UPDATE on the table users',
    'USAGE on the sequence work_tokens',
  ]);
  t.deepEqual(await missingRights(owner, false), []);
});

onPostgres('the rights to every table are looked at', async (t) => {
  const { owner, open } = await freshDatabase(t, url ?? '');
  await migrate(open());
  const { rows } = await owner.raw<{ readonly rows: ReadonlyArray<{ readonly name: string }> }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'hundi' AND tablename <> 'hundi_schema'`,
  );
  t.deepEqual(rows.map(({ name }) => name).sort(), [...EVERY_TABLE].sort());
});

onPostgres('the plan names the schema, whatever path whoever runs it has', async (t) => {
  const { owner, open } = await freshDatabase(t, url ?? '');
  const db = open();
  const { steps } = await migrationPlan(db);
  t.is(steps[0]?.[0], 'CREATE SCHEMA "hundi"');
  await owner.raw('CREATE SCHEMA elsewhere');
  const administrator = open({ searchPath: ['elsewhere'] });
  for (const step of steps)
    await administrator.transaction(async (trx) => {
      for (const statement of step) await trx.raw(statement.replaceAll('?', '\\?'));
    });

  t.is(await schemaVersion(db), MIGRATIONS.length);
  t.is(await tablesIn(owner, 'elsewhere'), 0);
  await writesAndReads(t, knexStorage(db, { notify: 'off' }));
});
