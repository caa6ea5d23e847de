import { postgresUrl, storageContract } from '@hundi/testkit';
import test from 'ava';
import { freshPostgres } from './fresh.test.support.js';

const url = await postgresUrl();

for (const { title, run } of storageContract) {
  (url === undefined ? test.skip : test.serial)(`PostgreSQL: ${title}`, async (t) => {
    const { storage, close } = await freshPostgres(url ?? '');
    t.teardown(close);
    await run(storage);
    t.pass();
  });
}
