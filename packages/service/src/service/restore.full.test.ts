import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openPostgres } from '@hundi/adapter-knex';
import type { AcceptedBatch } from '@hundi/core/wire';
import test, { type ExecutionContext } from 'ava';
import { bankOfFiles } from '../testing/bank-of-files.js';
import { authorize, openCheckout } from '../testing/checkout.js';
import { batchTo, json, payee, postBatch, transaction } from '../testing/partner.js';
import { places, type Place } from '../testing/places.js';
import { serveHere, type ServedHere } from '../testing/serve-here.js';

const copyOfPostgres = async (t: ExecutionContext, from: string): Promise<string> => {
  const url = new URL(from);
  const name = url.pathname.slice(1);
  const server = new URL(from);
  server.pathname = '/postgres';
  const admin = openPostgres(server.href, { connections: 1, statementTimeoutMs: 0 });
  await admin.raw(`CREATE DATABASE ${name}_backup TEMPLATE ${name}`);
  t.teardown(async () => {
    await admin.raw(`DROP DATABASE ${name}_backup WITH (FORCE)`);
    await admin.destroy();
  });
  url.pathname = `/${name}_backup`;
  return url.href;
};

/** The same place on a backup of its database, taken while nothing runs. Nothing else is brought back. */
const backup = async (t: ExecutionContext, { dataDir, variables }: Place): Promise<Place> => {
  const { DATABASE_URL: url } = variables;
  const file = join(dataDir, 'backup.db');
  if (url === undefined) await copyFile(join(dataDir, 'hundi.db'), file);
  const copy = url === undefined ? `sqlite:${file}` : await copyOfPostgres(t, url);
  return { dataDir, variables: { ...variables, DATABASE_URL: copy } };
};

const running = async (t: ExecutionContext, { dataDir, variables }: Place, more = {}) =>
  serveHere(t, dataDir, { ...variables, ...more });

const advance = async (service: ServedHere, seconds: number): Promise<void> => {
  json(await service.post('/sandbox/v1/clock/advance', { seconds }));
};

/** Accepts a batch, backs up, pays it, and forgets that. */
const paidAndForgotten = async (t: ExecutionContext, place: Place) => {
  const bank = await bankOfFiles();
  const here = { ...place, variables: { ...place.variables, BANK_RAIL: bank.rail } };
  const first = await running(t, here, { WORKERS: '0' });
  const body = batchTo(await payee(first, 'Sharma Steel'), 'RUN-1', 3);
  const { transactions } = json<AcceptedBatch>(await postBatch(first, body), 202);
  await first.stop();
  const backedUp = await backup(t, here);

  const second = await running(t, here);
  await second.post('/sandbox/v1/settle');
  t.is((await bank.executed()).length, 3);
  await second.stop();
  return { bank, backedUp, ids: transactions.map(({ transactionId }) => transactionId) };
};

const MINUTES_S = 600;

for (const [name, place] of Object.entries(await places())) {
  test.serial(`${name}: a process that does not share the send mark says so`, async (t) => {
    const here = await place(t);
    const first = await running(t, here);
    const body = batchTo(await payee(first, 'Sharma Steel'), 'RUN-1', 1);
    json(await postBatch(first, body), 202);
    await first.post('/sandbox/v1/settle');
    const own = join(here.dataDir, 'own-mark');
    t.false((await first.stop()).some((line) => line.includes('SEND_MARK')));
    const apart = await running(t, here, { WORKERS: '0', SEND_MARK: own });
    t.is(
      (await apart.logged(/SEND_MARK holds no mark/)).filter((line) => line.includes('SEND_MARK'))
        .length,
      1,
    );
  });

  test.serial(`${name}: a restored backup pays nothing twice, and /readyz shows it`, async (t) => {
    const { bank, backedUp, ids } = await paidAndForgotten(t, await place(t));
    const restored = await running(t, backedUp);
    await restored.post('/sandbox/v1/settle');
    await advance(restored, MINUTES_S);

    for (const id of ids) t.is((await transaction(restored, id)).status, 'paid');
    t.is((await bank.executed()).length, 3);
    t.regex((await restored.get('/readyz')).text, /"asksBeforeSendingUpTo":"20\d\d-/);
    t.regex(
      (await restored.get('/metrics')).text,
      /^hundi_asks_before_sending_up_to_seconds \d{10}/m,
    );
  });

  test.serial(
    `${name}: with a restored mark, RECONCILE_ONLY makes the service ask about every payment`,
    async (t) => {
      const { bank, backedUp, ids } = await paidAndForgotten(t, await place(t));
      await rm(join(backedUp.dataDir, 'send-mark'));
      const restored = await running(t, backedUp, { RECONCILE_ONLY: '1' });
      await restored.post('/sandbox/v1/settle');
      await advance(restored, MINUTES_S);

      for (const id of ids) t.is((await transaction(restored, id)).status, 'paid');
      t.is((await bank.executed()).length, 3);
    },
  );

  test.serial(
    `${name}: a session that is open in a backup and was submitted after it pays nothing twice`,
    async (t) => {
      const bank = await bankOfFiles();
      const here = await place(t);
      const inBank = { ...here, variables: { ...here.variables, BANK_RAIL: bank.rail } };
      const first = await running(t, inBank);
      const opened = await openCheckout(first, 'Sharma Steel');
      await first.stop();
      const backedUp = await backup(t, inBank);

      const second = await running(t, inBank);
      const forgotten = await authorize(second, opened);
      await second.post('/sandbox/v1/settle');
      t.is((await bank.executed()).length, 1);
      await second.stop();

      const restored = await running(t, backedUp);
      const { transaction: made } = await authorize(restored, opened);
      await restored.post('/sandbox/v1/settle');
      await advance(restored, MINUTES_S);

      t.is(made?.transactionId, forgotten.transaction?.transactionId);
      t.is((await transaction(restored, made?.transactionId ?? '')).status, 'paid');
      t.is((await bank.executed()).length, 1);
    },
  );
}
