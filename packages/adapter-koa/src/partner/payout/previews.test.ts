import { memoryStorage } from '@hundi/adapter-memory';
import { demoDocument } from '@hundi/testkit';
import test from 'ava';
import { aBatch, aPayment, postBatch } from '../../testing/bodies.js';
import { serve, type Served } from '../../testing/serve.js';

const PREVIEWS = '/v1/partner/payments/batches/previews';

/** A batch of a good row and a bad one. */
const mixed = async ({ sandbox }: Served) => {
  const payee = await sandbox.beneficiary('SHARMA01');
  return aBatch([aPayment(payee, 'T-1'), aPayment(payee, 'T-2', { packageCode: 'NONE' })]);
};

const withToken = (previewToken: string) => ({ headers: { 'preview-token': previewToken } });

test('a preview has the verdict on every row, totals and a token, and the batch with it agrees', async (t) => {
  const served = await serve(t, memoryStorage());
  const body = await mixed(served);

  const shown = await served.post(PREVIEWS, body);

  t.is(shown.status, 200);
  t.is(shown.headers.get('content-type'), 'application/json; charset=utf-8');
  t.deepEqual(shown.json.totals, { count: 2, amount: 100_000, accepted: 1, rejected: 1 });
  t.is(Date.parse(shown.json.expiresAt), served.sandbox.clock.now() + 600_000);
  const verdicts = (records: typeof shown.json.records) =>
    records.map(({ transactionReference, outcome, rejectionCode }) => [
      transactionReference,
      outcome,
      rejectionCode,
    ]);
  t.deepEqual(verdicts(shown.json.records), [
    ['T-1', 'accepted', null],
    ['T-2', 'rejected', 'package_not_found'],
  ]);

  const posted = await postBatch(served, body, 'run-1', withToken(shown.json.previewToken));
  t.is(posted.status, 202);
  await served.sandbox.runDue();
  const job = await served.get(`/v1/partner/payments/jobs/${posted.json.jobId}`);
  t.deepEqual(verdicts(job.json.records), verdicts(shown.json.records));
});

test('a batch whose verdicts have changed is 409 with a pointer for every such row', async (t) => {
  const served = await serve(t, memoryStorage());
  const body = await mixed(served);
  const { json } = await served.post(PREVIEWS, body);
  await postBatch(served, await mixed(served), 'run-1');

  const refused = await postBatch(served, body, 'run-2', withToken(json.previewToken));

  t.is(refused.status, 409);
  t.is(refused.json.type, 'invalid_operation_error');
  t.regex(
    refused.json.detail,
    /^Verdicts have changed since the preview, and nothing was stored\./,
  );
  t.deepEqual(
    refused.json.errors.map(({ pointer, code }) => [pointer, code]),
    [
      ['/payments/0', 'changed'],
      ['/payments/1', 'changed'],
    ],
  );
  t.regex(
    refused.json.errors[0]?.detail ?? '',
    /is now rejected as duplicate_transaction_reference$/,
  );
  const unbound = await postBatch(served, body, 'run-2');
  t.is(unbound.status, 202);
  t.is(unbound.headers.get('idempotent-replayed'), null);
});

test('the token of another key is 404, that of another body or an old one 409', async (t) => {
  const served = await serve(t, memoryStorage(), undefined, {
    document: demoDocument({
      apiKeys: ['erp', 'other'].map((name) => ({
        name,
        scopes: ['payments:write'],
        createdByUserId: 'u-admin',
      })),
    }),
  });
  const keys = served.sandbox.credentials.corporates['acme']?.apiKeys ?? {};
  const body = await mixed(served);
  const { previewToken } = (await served.post(PREVIEWS, body)).json;
  const post = async (more: object = {}, key = served.acmeKey) => {
    const call = { key, ...withToken(previewToken) };
    const { status, json } = await postBatch(served, { ...body, ...more }, 'run-1', call);
    return [status, json.type];
  };

  const absent = [404, 'object_not_found_error'];
  t.deepEqual(await post({}, keys['other']), absent);
  t.deepEqual(await post({}, served.globexKey), absent);
  t.deepEqual(await post({ apiRefNumber: 'RUN-2' }), [409, 'invalid_operation_error']);
  served.sandbox.clock.advance(600_000);
  t.deepEqual(await post(), [409, 'invalid_operation_error']);
});

test('a token that is empty, too long or sent twice is refused, and not passed over', async (t) => {
  const served = await serve(t, memoryStorage());
  const body = await mixed(served);
  const { previewToken } = (await served.post(PREVIEWS, body)).json;

  for (const bad of ['', ' ', 'a b', 'a'.repeat(8_001), `${previewToken}, ${previewToken}`]) {
    const { status, json } = await postBatch(served, body, 'run-1', withToken(bad));
    t.is(status, 400, bad);
    t.is(json.errors[0]?.pointer, '/headers/preview-token');
  }
  const first = await postBatch(served, body, 'run-1', withToken(previewToken));
  t.is(first.headers.get('idempotent-replayed'), null);
});

test('a preview is refused as its batch is, with pointers into the body', async (t) => {
  const served = await serve(t, memoryStorage());
  const body = await mixed(served);
  const preview = (more: object, query = '') => served.post(PREVIEWS + query, { ...body, ...more });
  const refused = async (...asked: Parameters<typeof preview>) => {
    const { status, json } = await preview(...asked);
    return [status, json.errors[0]?.pointer];
  };

  t.deepEqual(await refused({ payments: [5] }), [400, '/payments/0']);
  t.deepEqual(await refused({ payments: [] }), [400, '/payments']);
  t.deepEqual(await refused({ bankTenantId: 'demo-bank' }), [400, '/bankTenantId']);
  t.deepEqual(await refused({ controlTotals: { count: 1, amount: 100_000 } }), [
    400,
    '/controlTotals/count',
  ]);
  t.deepEqual(await refused({}, '?store=true'), [400, '/query/store']);
  t.is((await preview({ initiatedByUserId: 'u-checker' })).status, 403);
});

test('a preview needs no idempotency key, and one that is sent stays free', async (t) => {
  const served = await serve(t, memoryStorage());
  const body = await mixed(served);
  const headers = { 'idempotency-key': 'run-1' };

  t.is((await served.post(PREVIEWS, body, { headers })).status, 200);
  t.is((await served.post(PREVIEWS, body)).status, 200);
  const other = await postBatch(served, { ...body, apiRefNumber: 'RUN-2' }, 'run-1');
  t.is(other.status, 202);
});

test('20,000 rows are previewed', async (t) => {
  const served = await serve(t, memoryStorage());
  const payee = await served.sandbox.beneficiary('SHARMA01');
  const rows = Array.from({ length: 20_000 }, (_, n) => aPayment(payee, `T-${String(n)}`));

  const { status, json } = await served.post(PREVIEWS, aBatch(rows));

  t.is(status, 200);
  t.is(json.records.length, 20_000);
  t.is(json.records[19_999]?.transactionReference, 'T-19999');
  t.like(json.totals, { accepted: 20_000 });
});
