import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { E } from '@hundi/core';
import type { Stores } from '@hundi/core/storage';
import { aClaim, aTenant, someWork } from '@hundi/testkit';
import { postgresUrl } from '@hundi/testkit/contract';
import test from 'ava';
import { freshSchema } from './fresh.test.support.js';
import { knexStorage, migrate } from './index.js';

const url = await postgresUrl();
const acme = aTenant('acme');
const PROGRAM = fileURLToPath(new URL('testing/frozen-program.js', import.meta.url));
/** The process is idle for less than this before it freezes, also while it is new and the machine is busy. */
const IDLE_MS = 5_000;

(url === undefined ? test.skip : test.serial)(
  'PostgreSQL: what a frozen process held in a unit is free for others, and its unit fails when it goes on',
  async (t) => {
    const { db, schema, close } = await freshSchema(url ?? '');
    t.teardown(close);
    await migrate(db);
    const storage = knexStorage(db);
    const unit = <A>(work: (stores: Stores) => Promise<A>): Promise<A> =>
      storage
        .atomically<never, A>(async (stores) => E.right(await work(stores)))
        .then((answer) => (answer as E.Right<A>).right);
    await unit(({ work }) => work.add([someWork(acme, 'a'), someWork(acme, 'b')]));

    const frozen = spawn(process.execPath, [PROGRAM, url ?? '', schema, String(IDLE_MS)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    t.teardown(() => frozen.kill('SIGKILL'));
    const lines = createInterface({ input: frozen.stdout })[Symbol.asyncIterator]();
    t.is((await lines.next()).value, 'holds 2');
    let claimed: ReadonlyArray<unknown> = [];
    while (claimed.length === 0) claimed = await unit(({ work }) => work.claim(aClaim()));
    t.is(claimed.length, 2);

    frozen.kill('SIGCONT');
    t.is((await lines.next()).value, 'StorageAway');
    t.deepEqual(await once(frozen, 'exit'), [0, null]);
  },
);
