import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Provisioned } from '@hundi/core';
import type { AcceptedBatch, BeneficiaryRecord } from '@hundi/core/wire';
import test from 'ava';
import { cutOff } from '../testing/cut-off.js';
import { freshPostgres } from '../testing/fresh-postgres.js';
import { batchTo } from '../testing/partner.js';
import { emptyDataDir, runService, type Answer } from '../testing/running-service.js';
import { places } from '../testing/places.js';

const tested = 'PostgreSQL' in (await places()) ? test.serial : test.skip;

tested('a service whose database is cut off says so, loses nothing, and goes on', async (t) => {
  const fresh = await freshPostgres();
  if (fresh === undefined) throw new Error('the PostgreSQL of the tests went away');
  t.teardown(fresh.drop);
  const way = await cutOff(fresh.url);
  t.teardown(() => way.cut().catch(() => undefined));
  const service = await runService(await emptyDataDir(), { DATABASE_URL: way.url });
  t.teardown(() => service.end('SIGKILL'));
  const { corporates } = JSON.parse(
    await readFile(join(service.dataDir, 'credentials.json'), 'utf8'),
  ) as Provisioned;
  const secretKey = corporates['acme']?.secretKeys['shop'] ?? '';
  const { items } = JSON.parse(
    (await service.get('/v1/partner/beneficiaries?search=Sharma')).text,
  ) as { readonly items: ReadonlyArray<BeneficiaryRecord> };
  const openSession = (): Promise<Answer> =>
    service.post(
      '/v1/checkout/sessions',
      {
        amount: 249_900,
        currency: 'INR',
        reference: 'ORDER-1',
        success_url: 'http://127.0.0.1:4000/thanks',
        cancel_url: 'http://127.0.0.1:4000/basket',
      },
      { authorization: `Bearer ${secretKey}`, 'idempotency-key': 'ORDER-1' },
    );
  const session = JSON.parse((await openSession()).text) as { readonly url: string };
  const batch = batchTo(items[0]?.beneficiaryId ?? '', 'AWAY-1');
  const post = (): Promise<Answer> =>
    service.post('/v1/partner/payments/batches', batch, { 'idempotency-key': 'AWAY-1' });

  await way.cut();
  const apis: ReadonlyArray<readonly [string, Answer]> = [
    ['partner, read', await service.get('/v1/partner/beneficiaries')],
    ['partner, write', await post()],
    ['checkout', await openSession()],
    ['portal', await service.post('/portal/v1/login', { email: 'checker@acme.example' })],
    ['sandbox, mail', await service.get('/sandbox/v1/mail')],
    ['sandbox, bank', await service.get('/sandbox/v1/bank/orders')],
  ];
  for (const [api, { status, headers, text }] of apis) {
    t.is(status, 503, `${api}: ${text}`);
    t.regex(headers.get('retry-after') ?? '', /^[1-9]\d*$/, api);
    t.regex(headers.get('content-type') ?? '', /problem\+json/, api);
    t.like(JSON.parse(text), { type: 'service_unavailable_error', status: 503 }, api);
  }
  const page = await fetch(session.url);
  t.is(page.status, 503);
  t.regex(page.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  t.regex(await page.text(), /The service is unavailable for a moment/);
  t.is((await service.get('/readyz')).status, 503);
  t.is((await service.get('/healthz')).status, 200);

  await way.mend();
  const accepted = await post();
  t.is(accepted.status, 202, accepted.text);
  t.is((await post()).text, accepted.text);
  t.is((await service.get('/readyz')).status, 200);
  await service.post('/sandbox/v1/settle');
  const { transactions } = JSON.parse(accepted.text) as AcceptedBatch;
  const id = transactions[0]?.transactionId ?? '';
  t.regex((await service.get(`/v1/partner/payments/transactions/${id}`)).text, /"status":"paid"/);

  const { stderr } = await service.end('SIGTERM');
  const causes = stderr
    .map((line) => JSON.parse(line) as { readonly msg?: string; readonly error?: object })
    .filter(({ msg }) => msg === 'request failed');
  t.true(causes.length >= apis.length + 1);
  for (const { error } of causes) t.like(error, { name: 'StorageAway' });
});
