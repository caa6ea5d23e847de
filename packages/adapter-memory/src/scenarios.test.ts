import { scenarios } from '@hundi/testkit/scenarios';
import test from 'ava';
import { memoryStorage } from './memory-storage.js';
import { isLarge } from './large.test.support.js';

for (const { title, run } of scenarios.filter((one) => !isLarge(one))) {
  test(title, async (t) => {
    await run(memoryStorage());
    t.pass();
  });
}
