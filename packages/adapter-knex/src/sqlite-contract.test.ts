import { storageContract } from '@hundi/testkit/contract';
import test from 'ava';
import { freshFile } from './fresh.test.support.js';

for (const { title, run } of storageContract) {
  test.serial(`SQLite in a file with readers: ${title}`, async (t) => {
    const { storage, close } = await freshFile();
    t.teardown(close);
    await run(storage);
    t.pass();
  });
}
