import type { AcceptedBatch } from '@hundi/core/wire';
import test from 'ava';
import { bankOfFiles } from '../testing/bank-of-files.js';
import { freshPostgres } from '../testing/fresh-postgres.js';
import { batchTo, json, payee, postBatch, transaction } from '../testing/partner.js';
import { places } from '../testing/places.js';
import { emptyDataDir, runService, type RunningService } from '../testing/running-service.js';

const tested = 'PostgreSQL' in (await places()) ? test.serial : test.skip;

const FIVE_MINUTES_AHEAD = {
  NODE_OPTIONS: `--import ${new URL('../testing/clock-ahead.js', import.meta.url).href}`,
};

/** An order is so long on its way that another process has time to ask for it. */
const SUBMIT_MS = 200;

const BATCHES = 10;
const PAYMENTS = 10;

const isPaid = async (service: RunningService, id: string): Promise<boolean> =>
  (await transaction(service, id)).status === 'paid';

tested(
  'two machines whose clocks are five minutes apart execute each payment once, and the wrong one says so',
  async (t) => {
    const fresh = await freshPostgres();
    if (fresh === undefined) throw new Error('the PostgreSQL of the tests went away');
    t.teardown(fresh.drop);
    const bank = await bankOfFiles(SUBMIT_MS);
    const dataDir = await emptyDataDir();
    const start = async (more = {}): Promise<RunningService> => {
      const variables = { DATABASE_URL: fresh.url, BANK_RAIL: bank.rail, ...more };
      const service = await runService(dataDir, variables);
      t.teardown(() => service.end('SIGKILL'));
      return service;
    };
    const right = await start();
    const wrong = await start(FIVE_MINUTES_AHEAD);
    await wrong.logged(
      /"aheadMs":(29\d|30\d)\d{3}.*"msg":"machine clock differs from the database"/,
    );
    t.regex((await wrong.get('/metrics')).text, /^hundi_machine_clock_ahead_seconds (29\d|30\d)/m);
    t.regex((await right.get('/metrics')).text, /^hundi_machine_clock_ahead_seconds -?0/m);

    const to = await payee(right, 'Sharma Steel');
    const posted: string[] = [];
    for (let n = 0; n < BATCHES; n += 1) {
      const body = batchTo(to, `APART-${String(n)}`, PAYMENTS);
      const accepted = await postBatch(n % 2 === 0 ? right : wrong, body);
      const { transactions } = json<AcceptedBatch>(accepted, 202);
      posted.push(...transactions.map(({ transactionId }) => transactionId));
    }
    for (const id of posted) while (!(await isPaid(right, id)));
    // What they have in hand they finish.
    await Promise.all([right.end('SIGTERM'), wrong.end('SIGTERM')]);
    const executed = await bank.executed();

    t.is(executed.length, posted.length);
    t.is(new Set(executed).size, posted.length);
  },
);
