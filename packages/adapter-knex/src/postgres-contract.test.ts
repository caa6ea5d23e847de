import { postgresUrl, storageContract } from '@hundi/testkit/contract';
import test from 'ava';
import { freshPostgres } from './fresh.test.support.js';

const url = await postgresUrl();

for (const { title, run } of storageContract) {
  (url === undefined ? test.skip : test.serial)(`PostgreSQL: ${title}`, async (t) => {
    const { storage, close } = await freshPostgres(url ?? '');
    t.teardown(close);
    // PostgreSQL takes a second to see each deadlock that a race ends in.
    t.timeout(60_000);
    await run(storage);
    t.pass();
  });
}
