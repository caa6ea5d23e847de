import { postgresUrl, storageContract } from '@hundi/testkit/contract';
import test from 'ava';
import { sharedSchema } from './shared-schema.test.support.js';

const url = await postgresUrl();
const shared = url === undefined ? undefined : await sharedSchema(url);
test.after.always(() => shared?.drop());

for (const { title, run } of storageContract) {
  const named = `PostgreSQL: ${title}`;
  if (shared === undefined) test.skip(named, () => undefined);
  else
    test.serial(named, async (t) => {
      const { storage, close } = await shared.fresh();
      t.teardown(close);
      // PostgreSQL takes a second to see each deadlock that a race ends in.
      t.timeout(60_000);
      await run(storage);
      t.pass();
    });
}
