import { callsOn, scenarios } from '@hundi/testkit/scenarios';
import test from 'ava';
import { memoryStorage } from './memory-storage.js';
import { isLarge } from './large.test.support.js';

const uncalled = new Map<string, boolean>();

for (const { title, run } of scenarios.filter((one) => !isLarge(one))) {
  test.serial(title, async (t) => {
    const storage = memoryStorage();
    await run(storage);
    for (const [useCase, times] of callsOn(storage))
      uncalled.set(useCase, times === 0 && uncalled.get(useCase) !== false);
    t.pass();
  });
}

test.serial('the scenarios call every use case', (t) => {
  t.true(uncalled.size > 0);
  t.deepEqual(
    [...uncalled].flatMap(([useCase, isUncalled]) => (isUncalled ? [useCase] : [])),
    [],
  );
});
