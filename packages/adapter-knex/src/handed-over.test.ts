import { E } from '@hundi/core';
import type { Storage } from '@hundi/core/storage';
import { aTenant, aUser } from '@hundi/testkit';
import { postgresUrl } from '@hundi/testkit/contract';
import test from 'ava';
import type { Knex } from 'knex';
import { freshFile, freshMemory, freshPostgres, type Fresh } from './fresh.test.support.js';
import { fitsSchema, knexStorage, migrate, schemaVersion } from './index.js';

const url = await postgresUrl();
const acme = aTenant('acme');
const TRANSACTION = {
  message: /is a transaction.*pass the Knex on which transaction\(\) was called/,
};

const putUser = (storage: Storage) =>
  storage.atomically<never, undefined>(async ({ tenancy }) => {
    await tenancy.putUsers(acme, [aUser(1)]);
    return E.right(undefined);
  });

const usersIn = (storage: Storage) => storage.read(({ tenancy }) => tenancy.users(acme));

const suite = (name: string, fresh: () => Promise<Fresh>, run: typeof test.serial): void => {
  run(`${name}: a host that throws keeps neither its own rows nor ours`, async (t) => {
    const { db, storage, close } = await fresh();
    t.teardown(close);
    await db.raw('CREATE TABLE invoices (id text)');

    await t.throwsAsync(
      db.transaction(async (trx) => {
        await trx.raw(`INSERT INTO invoices VALUES ('INV-1')`);
        await putUser(knexStorage(trx));
        throw new Error('the host changed its mind');
      }),
      TRANSACTION,
    );
    t.deepEqual(await db('invoices'), []);
    t.deepEqual(await usersIn(storage), []);
  });

  run(`${name}: a transaction is refused wherever a Knex is asked for`, async (t) => {
    const { db, close } = await fresh();
    t.teardown(close);
    const refused = async (trx: Knex): Promise<void> => {
      t.throws(() => knexStorage(trx), TRANSACTION);
      for (const use of [migrate, schemaVersion, fitsSchema])
        await t.throwsAsync(async () => use(trx), TRANSACTION);
    };
    const over = await db.transaction();
    await refused(over);
    await over.transaction(refused);
    await over.rollback();
    await refused(over);
  });

  run(`${name}: a Knex that was destroyed is refused`, async (t) => {
    const { db, close } = await fresh();
    await close();

    t.throws(() => knexStorage(db), { message: /has no connections: it was destroyed/ });
  });
};

const postgres = (url === undefined ? test.skip : test.serial) as typeof test.serial;
suite('SQLite', freshFile, test.serial);
suite('PostgreSQL', () => freshPostgres(url ?? ''), postgres);

test('readers that are a transaction are refused', async (t) => {
  const { db, close } = await freshFile();
  t.teardown(close);
  const other = await freshMemory();
  t.teardown(other.close);
  const trx = await other.db.transaction();

  t.throws(() => knexStorage(db, { readers: trx }), TRANSACTION);
  await trx.rollback();
});

postgres('readers beside PostgreSQL are refused: they could be behind', async (t) => {
  const { db, close } = await freshPostgres(url ?? '');
  t.teardown(close);

  t.throws(() => knexStorage(db, { readers: db }), { message: /connections to an SQLite file/ });
});

test('a value that is no Knex is refused', (t) => {
  t.throws(() => knexStorage(Object.create(null) as Knex), { message: /needs a Knex/ });
});
