import type { AcceptedBatch } from '@hundi/core/wire';
import test from 'ava';
import { bankOfFiles } from '../testing/bank-of-files.js';
import { freshPostgres } from '../testing/fresh-postgres.js';
import { batchTo, json, payee, postBatch, transaction } from '../testing/partner.js';
import { places } from '../testing/places.js';
import { backUp } from '../testing/postgres-backup.js';
import { emptyDataDir, runService, type RunningService } from '../testing/running-service.js';

const tested = 'PostgreSQL' in (await places()) ? test.serial : test.skip;

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;
const PAYMENTS = 5;

/** Asks until the database is there again. */
const surely = async <A>(ask: () => Promise<A>): Promise<A> => {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!/^answered 503/.test((error as Error).message)) throw error;
    }
  }
};

/** A batch for a day to come, and the ids of its payments once all of them are scheduled. */
const scheduled = async (service: RunningService): Promise<ReadonlyArray<string>> => {
  const batch = batchTo(await payee(service, 'Sharma Steel'), 'LATER', PAYMENTS);
  // In the evening of UTC its next day has begun in India.
  const payoutDate = new Date(Date.now() + 2 * DAY_S * 1_000).toISOString().slice(0, 10);
  const payments = batch.payments.map((payment) => ({ ...payment, payoutDate }));
  const accepted = await postBatch(service, { ...batch, payments });
  const { transactions } = json<AcceptedBatch>(accepted, 202);
  const ids = transactions.map(({ transactionId }) => transactionId);
  await reaching(service, ids, 'scheduled');
  return ids;
};

const reaching = async (
  service: RunningService,
  ids: ReadonlyArray<string>,
  status: string,
): Promise<void> => {
  for (const id of ids) while ((await surely(() => transaction(service, id))).status !== status);
};

const advance = (service: RunningService, seconds: number): Promise<unknown> =>
  surely(async () => json(await service.post('/sandbox/v1/clock/advance', { seconds })));

tested('a backup that is restored under running processes pays nothing twice', async (t) => {
  const fresh = await freshPostgres();
  if (fresh === undefined) throw new Error('the PostgreSQL of the tests went away');
  t.teardown(fresh.drop);
  const bank = await bankOfFiles();
  const dataDir = await emptyDataDir();
  const start = async (workers: string): Promise<RunningService> => {
    const variables = { DATABASE_URL: fresh.url, BANK_RAIL: bank.rail, WORKERS: workers };
    const service = await runService(dataDir, variables);
    t.teardown(() => service.end('SIGKILL'));
    return service;
  };
  const worker = await start('1');
  const http = await start('0');
  const ids = await scheduled(http);
  const backup = await backUp(fresh.url);
  t.teardown(backup.drop);
  await advance(worker, 3 * DAY_S);
  await reaching(http, ids, 'paid');
  t.is((await bank.executed()).length, PAYMENTS);

  await backup.restore();
  await advance(worker, HOUR_S);
  await reaching(http, ids, 'paid');
  t.regex((await http.get('/readyz')).text, /"asksBeforeSendingUpTo":"20\d\d-/);
  // What they have in hand they finish.
  await Promise.all([worker.end('SIGTERM'), http.end('SIGTERM')]);
  t.is((await bank.executed()).length, PAYMENTS);
});
