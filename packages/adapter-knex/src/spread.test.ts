import { anEntry, aTenant, EPOCH, LEASE_MS, sealingOf } from '@hundi/testkit';
import { citusUrl } from '@hundi/testkit/contract';
import { E } from '@hundi/core';
import test from 'ava';
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
    t.timeout(60_000);
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
    t.is(Number(rows[0]?.tables), TABLES_BY_CORPORATE.length + 1);

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
