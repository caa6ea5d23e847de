import { E } from '@hundi/core';
import { aClaim } from '@hundi/testkit';
import knex from 'knex';
import { knexStorage } from '../index.js';
import { quiet } from '../open/quiet.js';

const [url = '', schema = '', idleTimeoutMs] = process.argv.slice(2);

/** Claims all work in a unit that freezes before its commit, and says how the unit ended once it goes on. */
const db = knex({ client: 'pg', connection: url, searchPath: schema, log: quiet });
const storage = knexStorage(db, { idleTimeoutMs: Number(idleTimeoutMs) });
try {
  await storage.atomically<never, undefined>(async ({ work }) => {
    const claimed = await work.claim(aClaim());
    process.stdout.write(`holds ${String(claimed.length)}\n`);
    process.kill(process.pid, 'SIGSTOP');
    await work.finish(claimed);
    return E.right(undefined);
  });
  process.stdout.write('committed\n');
} catch (error) {
  process.stdout.write(`${(error as Error).name}\n`);
}
await db.destroy();
