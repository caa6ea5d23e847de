import { storageContract } from '@hundi/testkit/contract';
import test from 'ava';
import { freshMemory } from './fresh.test.support.js';

for (const { title, run } of storageContract) {
  test.serial(`SQLite in memory: ${title}`, async (t) => {
    const { storage, close } = await freshMemory();
    t.teardown(close);
    await run(storage);
    t.pass();
  });
}
