import { postgresUrl, scenarios } from '@hundi/testkit';
import test from 'ava';
import { freshFile, freshPostgres, type Fresh } from './fresh.test.support.js';

const runOn = (name: string, fresh: () => Promise<Fresh>): void => {
  for (const { title, run } of scenarios) {
    test(`${name}: ${title}`, async (t) => {
      const { storage, close } = await fresh();
      t.teardown(close);
      await run(storage);
      t.pass();
    });
  }
};

runOn('SQLite', freshFile);

const url = await postgresUrl();
if (url !== undefined) runOn('PostgreSQL', () => freshPostgres(url));
