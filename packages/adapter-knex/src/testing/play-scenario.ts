import type { Storage } from '@hundi/core/storage';
import type { Scenario } from '@hundi/testkit/scenarios';
import type { ExecutionContext } from 'ava';

interface Fresh {
  readonly storage: Storage;
  readonly close: () => Promise<void>;
}

/** Plays a scenario on a database of its own. */
export const playing =
  (fresh: () => Promise<Fresh>, run: Scenario['run']) =>
  async (t: ExecutionContext): Promise<void> => {
    const { storage, close } = await fresh();
    t.teardown(close);
    t.timeout(120_000);
    await run(storage);
    t.pass();
  };
