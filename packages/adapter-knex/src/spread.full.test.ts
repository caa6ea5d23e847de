import { anEntry, aTenant, EPOCH, LEASE_MS, sealingOf } from '@hundi/testkit';
import { citusUrl } from '@hundi/testkit/contract';
import { E } from '@hundi/core';
import test from 'ava';
import type { Knex } from 'knex';
import { freshSchema } from './fresh.test.support.js';
import { knexStorage, migrate, openPostgres } from './index.js';
import { migrateBy } from './schema/migrate.js';
import { MIGRATIONS } from './schema/migrations.js';
import { TABLES_BY_CORPORATE } from './schema/by-corporate.js';

const url = await citusUrl();
const tested = url === undefined ? test.skip : test.serial;

const acme = aTenant('acme');

const spreadTables = `SELECT count(*) AS tables FROM pg_dist_partition
  WHERE logicalrelid IN (SELECT oid FROM pg_class WHERE relnamespace = current_schema()::regnamespace)`;

tested(
  'Citus: what was there before its tables are spread is there afterwards, and is sealed',
  async (t) => {
    const { db, close } = await freshSchema(url ?? '');
    t.teardown(close);
    t.timeout(600_000);
    await migrateBy(db, MIGRATIONS);
    const storage = knexStorage(db);
    await storage.atomically<never, undefined>(async ({ journal }) => {
      await journal.append([anEntry(acme, 'one', 1), anEntry(acme, 'two', 1)]);
      return E.right(undefined);
    });
    await migrate(db);
    await migrate(db);
    const { rows } = await db.raw<{ readonly rows: ReadonlyArray<{ readonly tables: string }> }>(
      spreadTables,
    );
    t.is(Number(rows[0]?.tables), TABLES_BY_CORPORATE.length + 2, 'notes and commit phases too');

    t.deepEqual(await storage.read(({ seals }) => seals.waiting(EPOCH, undefined, 10)), [acme]);
    const { entries } = await storage.read(({ seals }) => seals.unsealed(acme, 10));
    await storage.atomically<never, undefined>(async ({ seals }) => {
      const [held] = await seals.claim([acme], EPOCH, LEASE_MS);
      if (held !== undefined) await seals.write(held, sealingOf(held, entries));
      return E.right(undefined);
    });
    t.deepEqual(
      await storage.read(({ seals }) => seals.waiting(EPOCH + LEASE_MS, undefined, 10)),
      [],
    );
    t.deepEqual(
      (await storage.read(({ seals }) => seals.chain(acme, 0, 10))).map(
        ({ entry }) => entry?.subjectId,
      ),
      ['one', 'two'],
    );
  },
);

tested('Citus: a machine whose commits do not wait for its disk is refused in words', async (t) => {
  const { db, schema, close } = await freshSchema(url ?? '');
  await migrate(db);
  await db.raw(`CREATE ROLE ${schema} LOGIN SUPERUSER`);
  await db.raw(`ALTER ROLE ${schema} SET synchronous_commit = off`);
  const own = new URL(url ?? '');
  own.username = schema;
  const loose = openPostgres(own.href, { schema, connections: 1 });
  t.teardown(async () => {
    await loose.destroy();
    await db.raw(`DROP OWNED BY ${schema}; DROP ROLE ${schema}`);
    await close();
  });

  await t.throwsAsync(
    knexStorage(loose).read(({ tenancy }) => tenancy.bank(acme)),
    { message: /^Citus: set synchronous_commit = on at / },
  );
  await t.notThrowsAsync(knexStorage(db).read(({ tenancy }) => tenancy.bank(acme)));
});

/** Says whether Citus has the transaction commit in two phases. */
const TWO_PHASES = `SET LOCAL citus.enable_ddl_propagation TO off;
  CREATE FUNCTION in_two_phases() RETURNS bool LANGUAGE c STRICT
    AS 'citus', 'coordinated_transaction_should_use_2PC'`;

const WHOLE_TABLES = `SELECT relname AS name FROM pg_class
  WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
    AND oid NOT IN (SELECT logicalrelid FROM pg_dist_partition) ORDER BY relname`;

const NOTE = `INSERT INTO journal_appended (corporate_id, bank_id, first, last)
  VALUES ('acme', 'bank', 1, 2)`;

tested(
  'Citus: what a unit writes on the coordinator and on a worker is committed in two phases',
  async (t) => {
    const { db, close } = await freshSchema(url ?? '');
    t.teardown(close);
    t.timeout(600_000);
    await migrate(db);
    await db.raw(TWO_PHASES);
    const ask = async (asking: Knex, sql: string) =>
      (await asking.raw<{ readonly rows: ReadonlyArray<Record<string, unknown>> }>(sql)).rows;
    const whole = (await ask(db, WHOLE_TABLES)).map(({ name }) => String(name));
    const inOne: string[] = [];
    for (const name of [...whole, undefined])
      await db.transaction(async (trx) => {
        if (name !== undefined) await trx.raw(`DELETE FROM ${name} WHERE false`);
        await trx.raw(NOTE);
        const [row] = await ask(trx, 'SELECT in_two_phases() AS both');
        if (row?.['both'] !== true) inOne.push(name ?? 'a worker only');
        await trx.rollback();
      });

    t.deepEqual(inOne, [
      'api_key_use',
      'call_buckets',
      'hundi_schema',
      'rate_buckets',
      'work_tokens_given',
      'a worker only',
    ]);
  },
);
