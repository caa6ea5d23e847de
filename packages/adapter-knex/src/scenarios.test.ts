import { postgresUrl } from '@hundi/testkit/contract';
import { scenarios } from '@hundi/testkit/scenarios';
import test from 'ava';
import { freshFile, freshPostgres } from './fresh.test.support.js';

const url = await postgresUrl();

const places = [
  { name: 'SQLite', fresh: freshFile, run: test.serial },
  {
    name: 'PostgreSQL',
    fresh: () => freshPostgres(url ?? ''),
    run: url === undefined ? test.skip : test.serial,
  },
];

for (const { name, fresh, run: tested } of places) {
  for (const { title, run } of scenarios) {
    tested(`${name}: ${title}`, async (t) => {
      const { storage, close } = await fresh();
      t.teardown(close);
      t.timeout(120_000);
      await run(storage);
      t.pass();
    });
  }
}
