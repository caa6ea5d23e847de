import { storageContract } from '@hundi/testkit/contract';
import test from 'ava';
import { freshFile, freshMemory } from './fresh.test.support.js';

const places = [
  ['in memory', freshMemory],
  ['in a file with readers', freshFile],
] as const;

for (const [place, fresh] of places) {
  for (const { title, run } of storageContract) {
    test.serial(`SQLite ${place}: ${title}`, async (t) => {
      const { storage, close } = await fresh();
      t.teardown(close);
      await run(storage);
      t.pass();
    });
  }
}
