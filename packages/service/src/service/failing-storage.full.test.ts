import { E, type Storage } from '@hundi/core';
import type { AcceptedBatch, BeneficiaryRecord } from '@hundi/core/wire';
import test, { type ExecutionContext } from 'ava';
import { readConfig } from '../config/read-config.js';
import { stderrLogger } from '../log/logger.js';
import { batchTo } from '../testing/partner.js';
import { emptyDataDir, keyIn } from '../testing/running-service.js';
import { startService } from './start-service.js';

/** A service in this process, whose units of work fail at their end while there is an error to fail with. */
const serviceThatFails = async (t: ExecutionContext) => {
  // Without workers: background work could be the first to fail, and the request only the second.
  const variables = { PORT: '0', LOG_LEVEL: 'silent', WORKERS: '0' };
  let error: Error | undefined;
  const failing = (storage: Storage): Storage => ({
    read: storage.read,
    atomically: (work) =>
      storage.atomically(async (stores) => {
        const result = await work(stores);
        if (error !== undefined) throw error;
        return result;
      }),
  });
  const dataDir = await emptyDataDir();
  const config = readConfig({ DATA_DIR: dataDir, ...variables }, dataDir);
  if (E.isLeft(config)) throw new Error(config.left.join());
  const { url, stop, broken } = await startService(config.right, stderrLogger('silent'), {
    storage: failing,
    bankRail: (rail) => rail,
  });
  t.teardown(stop);
  const key = await keyIn(dataDir);
  const ask = async (path: string, body?: object, headers = {}) => {
    const response = await fetch(url + path, {
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
    });
    return { status: response.status, text: await response.text() };
  };
  const fail = (code?: string): void => {
    error = code === undefined ? undefined : Object.assign(new Error('no'), { code });
  };
  const { items } = JSON.parse((await ask('/v1/partner/beneficiaries?search=Sharma')).text) as {
    readonly items: ReadonlyArray<BeneficiaryRecord>;
  };
  const body = batchTo(items[0]?.beneficiaryId ?? '', 'RUN-1');
  const post = () => ask('/v1/partner/payments/batches', body, { 'idempotency-key': 'RUN-1' });
  return { ask, post, fail, broken };
};

test.serial(
  'a service whose disk is full acknowledges nothing, says that it is not ready, and recovers',
  async (t) => {
    const { ask, post, fail } = await serviceThatFails(t);
    t.is((await ask('/readyz')).status, 200);
    fail('SQLITE_FULL');
    t.is((await post()).status, 503);
    t.is((await ask('/readyz')).status, 503);
    t.is((await ask('/healthz')).status, 200);

    fail();
    t.is((await ask('/readyz')).status, 200);
    const accepted = await post();
    t.is(accepted.status, 202);
    t.deepEqual(await post(), accepted);
    await ask('/sandbox/v1/settle', {});
    const { transactions } = JSON.parse(accepted.text) as AcceptedBatch;
    const id = transactions[0]?.transactionId ?? '';
    t.regex((await ask(`/v1/partner/payments/transactions/${id}`)).text, /"status":"paid"/);
  },
);

test.serial('a service whose disk fails asks to be started again', async (t) => {
  const { ask, post, fail, broken } = await serviceThatFails(t);
  fail('SQLITE_IOERR_FSYNC');
  // The note of the key's last use may be the first to fail: then the service refuses the request because of it.
  t.true([500, 503].includes((await post()).status));

  await t.throwsAsync(broken, { name: 'StorageBroken' });
  fail();
  t.is((await ask('/readyz')).status, 503);
});
