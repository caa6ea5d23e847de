import { memoryStorage } from '@hundi/adapter-memory';
import { createSandbox } from '@hundi/testkit';
import test from 'ava';
import { batchOf, EXAMPLES } from './use-case-examples.js';

for (const [feature, run] of Object.entries(EXAMPLES))
  test(`the example of ${feature} on the page of use cases runs`, async (t) => {
    const sandbox = await createSandbox({ storage: memoryStorage() });

    await t.notThrowsAsync(run({ ...sandbox, sandbox, batchOf }));
  });
