import { E } from '@hundi/core';
import type { Storage } from '@hundi/core/storage';
import { aJob, aTenant, aUser, ordersOf } from '@hundi/testkit';
import { postgresUrl } from '@hundi/testkit/contract';
import test from 'ava';
import { loggedPostgres, loggedSqlite, type OpenLogged } from './databases.js';

const acme = aTenant('acme');
const COPIED = 600;

const putUser = async (storage: Storage): Promise<void> => {
  await storage.atomically<never, undefined>(async ({ tenancy }) => {
    await tenancy.putUsers(acme, [aUser(1)]);
    return E.right(undefined);
  });
};

const suite = (name: string, open: OpenLogged, run: typeof test.serial): void => {
  run(`${name}: a unit is its beginning, its statements and a commit`, async (t) => {
    const { storage, log, close } = await open();
    t.teardown(close);
    await putUser(storage);
    const { statements, roundTrips, commits } = await log.during(() => putUser(storage));

    t.deepEqual([roundTrips, commits], [3, 1]);
    t.regex(statements[0] ?? '', /^BEGIN/);
    t.regex(statements.at(-2) ?? '', /^INSERT INTO users/);
    t.is(statements.at(-1), 'COMMIT');
  });

  run(`${name}: a unit that only reads, or is undone, commits nothing`, async (t) => {
    const { storage, log, close } = await open();
    t.teardown(close);
    const undone = await log.during(async () => {
      await storage.atomically(async ({ tenancy }) => {
        await tenancy.putUsers(acme, [aUser(1)]);
        return E.left('refused');
      });
      await storage.atomically<never, undefined>(async ({ tenancy }) => {
        await tenancy.users(acme);
        return E.right(undefined);
      });
    });

    t.is(undone.commits, 0);
    t.true(undone.statements.includes('ROLLBACK'));
  });
};

const url = await postgresUrl();
const postgres = (url === undefined ? test.skip : test.serial) as typeof test.serial;
suite('SQLite', loggedSqlite, test.serial);
suite('PostgreSQL', loggedPostgres(url ?? ''), postgres);

postgres('a COPY is one statement in two round trips', async (t) => {
  const { storage, log, close } = await loggedPostgres(url ?? '')();
  t.teardown(close);
  const add = (first: number) =>
    storage.atomically<never, undefined>(async ({ payouts }) => {
      await payouts.add(ordersOf(aJob(acme, first, { total: COPIED })));
      return E.right(undefined);
    });
  await add(1);
  const { statements, roundTrips, commits } = await log.during(() => add(2));
  const own = statements.filter((sql) => /^(SAVEPOINT|COPY|RELEASE)/.test(sql));

  t.deepEqual(
    own.map((sql) => sql.split(' ', 1)[0]),
    ['SAVEPOINT', 'COPY', 'RELEASE'],
  );
  // One to begin and one to commit.
  t.deepEqual([roundTrips, commits], [2 + own.length + 1, 1]);
});
