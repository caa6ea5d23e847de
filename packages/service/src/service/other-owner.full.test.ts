import { randomBytes } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgres } from '@hundi/adapter-knex';
import type { AcceptedBatch } from '@hundi/core/wire';
import { demoDocument } from '@hundi/testkit';
import test, { type ExecutionContext } from 'ava';
import { everyBlock } from '../documents/blocks.test.support.js';
import { bankOfFiles } from '../testing/bank-of-files.js';
import { callHundi } from '../testing/command-line.js';
import { freshPostgres } from '../testing/fresh-postgres.js';
import { batchTo, json, payee, postBatch, transaction } from '../testing/partner.js';
import { places } from '../testing/places.js';
import { emptyDataDir, runService } from '../testing/running-service.js';

const onPostgres = (
  'PostgreSQL' in (await places()) ? test.serial : test.skip
) as typeof test.serial;

const grants = (await everyBlock()).find(({ name }) => name === 'docs/command-line.md sql 1');

/** A database whose tables an administrator made by the printed SQL, and a role that has the rights of the manual. */
const ownedByOther = async (t: ExecutionContext): Promise<string> => {
  const fresh = await freshPostgres();
  if (fresh === undefined || grants === undefined) throw new Error('there is nothing to grant');
  const admin = openPostgres(fresh.url, { connections: 1 });
  const [role, password] = [
    `hundi_service_${randomBytes(6).toString('hex')}`,
    randomBytes(12).toString('hex'),
  ];
  await admin.raw(`CREATE ROLE ${role} LOGIN PASSWORD '${password}'`);
  t.teardown(async () => {
    await admin.raw(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    await admin.destroy();
    await fresh.drop();
  });
  const { out } = await callHundi(['migrate', '--print', '--database-url', fresh.url]);
  await admin.raw(out.join('\n').replaceAll('?', '\\?'));
  await admin.raw(grants.code.replaceAll('hundi_service', role));
  const url = new URL(fresh.url);
  [url.username, url.password] = [role, password];
  return url.href;
};

onPostgres(
  'the service pays with the rights of the manual on tables of another role',
  async (t) => {
    t.timeout(600_000);
    const document = join(await mkdtemp(join(tmpdir(), 'hundi-owner-')), 'tenants.json');
    const [tenant] = demoDocument({ secretKeys: [] }).bankTenants;
    const corporates = tenant?.corporates.slice(0, 1);
    await writeFile(document, JSON.stringify({ bankTenants: [{ ...tenant, corporates }] }));
    const bank = await bankOfFiles();
    const service = await runService(await emptyDataDir(), {
      DATABASE_URL: await ownedByOther(t),
      SANDBOX: '0',
      BANK_RAIL: bank.rail,
      HUNDI_KEK: randomBytes(32).toString('base64'),
      PROVISION_FILE: document,
      PUBLIC_URL: 'https://pay.example',
      TRUSTED_PROXIES: 'none',
    });
    t.teardown(() => service.end('SIGKILL'));
    const body = batchTo(await payee(service, 'Sharma Steel'), 'OTHER-1');
    const { transactions } = json<AcceptedBatch>(await postBatch(service, body), 202);
    const id = transactions[0]?.transactionId ?? '';
    while ((await transaction(service, id)).status !== 'paid')
      await new Promise((resolve) => setTimeout(resolve, 100));

    t.is((await bank.executed()).length, 1);
    t.is((await service.get('/readyz')).status, 200);
  },
);
