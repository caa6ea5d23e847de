import { scenarios } from '@hundi/testkit/scenarios';
import test from 'ava';
import { memoryStorage } from './memory-storage.js';

for (const { title, run } of scenarios) {
  test(title, async (t) => {
    await run(memoryStorage());
    t.pass();
  });
}
