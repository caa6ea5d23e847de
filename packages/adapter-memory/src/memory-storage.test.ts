import { storageContract } from '@hundi/testkit/contract';
import test from 'ava';
import { memoryStorage } from './memory-storage.js';

for (const { title, run } of storageContract) {
  test(`storage: ${title}`, async (t) => {
    await run(memoryStorage());
    t.pass();
  });
}
