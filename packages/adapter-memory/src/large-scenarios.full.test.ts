import { scenarios } from '@hundi/testkit/scenarios';
import test from 'ava';
import { memoryStorage } from './memory-storage.js';
import { isLarge } from './large.test.support.js';

for (const { title, run } of scenarios.filter(isLarge)) {
  test.serial(title, async (t) => {
    t.timeout(600_000);
    await run(memoryStorage());
    t.pass();
  });
}
