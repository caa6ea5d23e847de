import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '@hundi/adapter-node';
import { E } from '@hundi/core';
import test from 'ava';
import { DEMO_DOCUMENT, readConfig } from '../config/read-config.js';
import { StartRefused } from '../config/start-refused.js';
import { loggerTo } from '../log/logger.js';
import { emptyDataDir, keyIn } from '../testing/running-service.js';
import { loadRail } from './load-rail.js';
import { startService } from './start-service.js';

/** A rail module whose `refuses` is this piece of JavaScript. */
const moduleWith = async (dataDir: string, refuses: string): Promise<string> => {
  const rail = join(dataDir, 'rail.mjs');
  await writeFile(
    rail,
    `export default () => ({
      traits: { deduplicates: true, canQuery: true, absenceFinalAfterMs: null },
      submit: async (orders) => orders.map(() => ({ kind: 'unknown' })),
      query: async (orders) => orders.map(() => ({ kind: 'unknown' })),
      refuses: ${refuses},
    });`,
  );
  return rail;
};

test('what a module of a rail says the bank never takes is rejected in its row', async (t) => {
  const dataDir = await emptyDataDir();
  const rail = await moduleWith(
    dataDir,
    "({ beneficiaryName: name }) => ({ of: 'beneficiaryName', message: `Not ${name}.` })",
  );
  const env = { DATA_DIR: dataDir, PORT: '0', BANK_RAIL: rail, PROVISION_FILE: DEMO_DOCUMENT };
  const config = readConfig(env, dataDir);
  if (E.isLeft(config)) throw new Error(config.left.join());
  const service = await startService(config.right, loggerTo({ write: () => undefined }, 'silent'));
  t.teardown(service.stop);
  const answer = await fetch(`${service.url}/v1/partner/payments/batches/previews`, {
    method: 'POST',
    headers: { 'x-api-key': await keyIn(dataDir), 'content-type': 'application/json' },
    body: JSON.stringify({
      initiatedByUserId: 'u-maker',
      apiRefNumber: 'RUN-1',
      payments: [
        {
          transactionReference: 'R-1',
          beneId: 'SHARMA01',
          packageCode: 'VENDOR',
          amount: 50_000,
        },
      ],
    }),
  });
  const { records } = (await answer.json()) as { readonly records: ReadonlyArray<unknown> };
  t.like(records, [{ rejectionCode: 'not_taken_by_bank', rejectionMessage: 'Not Sharma Steel.' }]);
});

test('a module whose refuses is no function makes no rail', async (t) => {
  const rail = await moduleWith(await emptyDataDir(), "'NEFT'");
  await t.throwsAsync(loadRail(rail, { clock: systemClock }), {
    instanceOf: StartRefused,
    message: /bank rail/,
  });
});
