import type { Storage } from '@hundi/core/storage';
import type { Scenario } from '@hundi/testkit/scenarios';
import type { ExecutionContext } from 'ava';

interface Fresh {
  readonly storage: Storage;
  readonly close: () => Promise<void>;
}

const PATIENCE_MS = 600_000;

/** Plays a scenario on a database of its own. One that is not over in time fails, and disturbs those after it. */
export const playing =
  (fresh: () => Promise<Fresh>, run: Scenario['run'], patienceMs = PATIENCE_MS) =>
  async (t: ExecutionContext): Promise<void> => {
    const { storage, close } = await fresh();
    t.teardown(close);
    t.timeout(patienceMs);
    await run(storage);
    t.pass();
  };
