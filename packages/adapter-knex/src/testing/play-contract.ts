import { storageContract } from '@hundi/testkit/contract';
import type { SharedSchema } from '../shared-schema.test.support.js';

/** The part of AVA that is used here. */
interface Tests {
  readonly skip: (title: string, run: () => void) => void;
  readonly serial: (title: string, run: (t: Running) => Promise<void>) => void;
}

interface Running {
  readonly teardown: (close: () => Promise<void>) => void;
  readonly timeout: (ms: number) => void;
  readonly pass: () => unknown;
}

/** Plays cases of the contract of storages on a schema, one after another; without a schema they are skipped. */
export const playContract = (
  test: Tests,
  name: string,
  shared: SharedSchema | undefined,
  cases = storageContract,
): void => {
  for (const { title, run } of cases) {
    const named = `${name}: ${title}`;
    if (shared === undefined) test.skip(named, () => undefined);
    else
      test.serial(named, async (t) => {
        const { storage, close } = await shared.fresh();
        t.teardown(close);
        // PostgreSQL takes a second to see each deadlock that a race ends in.
        t.timeout(600_000);
        await run(storage);
        t.pass();
      });
  }
};
