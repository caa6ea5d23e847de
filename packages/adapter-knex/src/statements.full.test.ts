import { postgresUrl } from '@hundi/testkit/contract';
import test from 'ava';
import { freshPostgres } from './fresh.test.support.js';
import { requireFile, statementsOf } from './testing/statements.js';

const url = await postgresUrl();

(url === undefined ? test.skip : test)(
  'sql/postgresql.sql holds what the stores run today; npm run docs:generate writes it',
  async (t) => {
    t.timeout(600_000);
    const fresh = await freshPostgres(url ?? '');
    t.teardown(fresh.close);

    await requireFile(t, 'PostgreSQL', await statementsOf('PostgreSQL', fresh));
  },
);
