import { memoryStorage } from '@hundi/adapter-memory';
import { createSandbox } from '@hundi/testkit';
import test from 'ava';
import { EXAMPLES } from './use-case-examples.js';

for (const [feature, stories] of Object.entries(EXAMPLES))
  for (const [title, run] of Object.entries(stories))
    test(`the example of ${feature} on the page of use cases runs: ${title}`, async (t) => {
      const sandbox = await createSandbox({ storage: memoryStorage() });

      await t.notThrowsAsync(run({ ...sandbox, sandbox }));
    });
