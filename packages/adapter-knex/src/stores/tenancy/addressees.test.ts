import { E } from '@hundi/core';
import { aBank, aCorporate, aTenant, aUser } from '@hundi/testkit';
import { postgresUrl } from '@hundi/testkit/contract';
import test from 'ava';
import { connectionsOf } from '../../engine/connections.js';
import { dialectOf } from '../../engine/dialect-of.js';
import { readsOf } from '../../engine/read.js';
import { freshMemory, freshPostgres, type Fresh } from '../../fresh.test.support.js';
import { addresseeReads } from './addressees.js';

const url = await postgresUrl();
const acme = aTenant('acme');

const grow = ({ storage }: Fresh) =>
  storage.atomically<never, undefined>(async ({ tenancy }) => {
    await tenancy.putBank(aBank(acme));
    await tenancy.putCorporate(aCorporate(acme));
    await tenancy.putUsers(acme, [
      aUser(0),
      ...[1, 2, 3].map((n) => aUser(n, { email: `user-${String(n)}@acme.example` })),
    ]);
    return E.right(undefined);
  });

/** How many people are found, and how many rows the database answers for that. */
const look = ({ db }: Fresh, email: string) =>
  readsOf(connectionsOf(db))(async (session) => {
    let rows = 0;
    const counting = {
      ...session,
      all: async (...asked: Parameters<typeof session.all>) => {
        const answer = await session.all(...asked);
        rows += answer.length;
        return answer;
      },
    };
    const found = await addresseeReads(dialectOf(db))(counting).addressees(email);
    return { found: found.length, rows };
  });

const suite = (name: string, fresh: () => Promise<Fresh>, run: typeof test): void => {
  run(`${name}: an address of no user takes as many rows as one of a user`, async (t) => {
    const database = await fresh();
    t.teardown(database.close);
    await grow(database);

    t.deepEqual(await look(database, 'user-2@acme.example'), { found: 1, rows: 1 });
    t.deepEqual(await look(database, 'stranger@acme.example'), { found: 0, rows: 1 });
    t.deepEqual(await look(database, ''), { found: 0, rows: 0 });
  });
};

suite('SQLite', freshMemory, test);
suite(
  'PostgreSQL',
  () => freshPostgres(url ?? ''),
  (url === undefined ? test.skip : test) as typeof test,
);
