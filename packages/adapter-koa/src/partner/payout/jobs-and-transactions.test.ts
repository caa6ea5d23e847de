import { memoryStorage } from '@hundi/adapter-memory';
import test from 'ava';
import { aBatch, aPayment, postBatch } from '../../testing/bodies.js';
import { serve, type Served } from '../../testing/serve.js';

const JOBS = '/v1/partner/payments/jobs';
const TRANSACTIONS = '/v1/partner/payments/transactions';

const accepted = async (served: Served, count = 1) => {
  const payee = await served.sandbox.beneficiary('SHARMA01');
  const payments = Array.from({ length: count }, (_, i) =>
    aPayment(payee, `T-${i + 1}`, { metadata: { invoice: i + 1 }, tag: 'april' }),
  );
  const { json } = await postBatch(served, aBatch(payments), 'run-1');
  return json;
};

test('a job is queued until it is worked on, and then has the outcome of every row', async (t) => {
  const served = await serve(t, memoryStorage());
  const { jobId } = await accepted(served, 2);
  const before = await served.get(`${JOBS}/${jobId}`);

  await served.sandbox.runDue();

  const after = await served.get(`${JOBS}/${jobId}`);
  t.is(before.status, 200);
  t.is(before.json.status, 'queued');
  t.is(after.json.status, 'completed_success');
  t.deepEqual(after.json.counts, {
    total: 2,
    created: 2,
    rejected: 0,
    'pending-approval': 0,
    approved: 0,
    paid: 2,
    failed: 0,
  });
  t.deepEqual(after.json.pagination, { page: 1, limit: 100, total: 2 });
  t.like(after.json.records[0], {
    outcome: 'accepted',
    rejectionCode: null,
    rejectionMessage: null,
    routingState: 'paid',
  });
});

test('the records of a job come in pages, in the order of the request', async (t) => {
  const served = await serve(t, memoryStorage());
  const { jobId, transactions } = await accepted(served, 5);

  const { json } = await served.get(`${JOBS}/${jobId}?page=2&limit=2`);

  t.deepEqual(json.pagination, { page: 2, limit: 2, total: 5 });
  t.deepEqual(
    json.records.map((record) => record.transactionId),
    transactions.slice(2, 4).map(({ transactionId }) => transactionId),
  );
});

test('a page of records holds up to a thousand', async (t) => {
  const served = await serve(t, memoryStorage());
  const { jobId } = await accepted(served);

  t.is((await served.get(`${JOBS}/${jobId}?limit=1000`)).status, 200);
  t.is((await served.get(`${JOBS}/${jobId}?limit=1001`)).status, 400);
});

test('a row that breaks a rule is rejected in its row', async (t) => {
  const served = await serve(t, memoryStorage());
  const payee = await served.sandbox.beneficiary('SHARMA01');
  const { json } = await postBatch(
    served,
    aBatch([aPayment(payee, 'T-1'), aPayment('no-such-payee', 'T-2')]),
    'run-1',
  );

  await served.sandbox.runDue();

  const job = await served.get(`${JOBS}/${json.jobId}`);
  t.is(job.json.status, 'completed_partial');
  t.like(job.json.records[1], {
    outcome: 'rejected',
    rejectionCode: 'beneficiary_not_found',
    retryable: false,
    nextAction: 'fix_beneficiary',
  });
  const read = await served.get(`${TRANSACTIONS}/${json.transactions[1]?.transactionId}`);
  t.is(read.json.status, 'rejected');
});

test('a transaction is read until it is paid, and shows what each stage produced', async (t) => {
  const served = await serve(t, memoryStorage());
  const { jobId, transactions } = await accepted(served);
  const path = `${TRANSACTIONS}/${transactions[0]?.transactionId ?? ''}`;
  const before = await served.get(path);

  await served.sandbox.runDue();

  const after = await served.get(path);
  t.is(before.status, 200);
  t.false('fees' in before.json);
  t.like(after.json, {
    object: 'transaction',
    jobId,
    apiRefNumber: 'RUN-1',
    reference: 'T-1',
    tag: 'april',
    metadata: { invoice: 1 },
    status: 'paid',
    source: 'partner_api',
    amount: { value: 50_000, currency: 'INR' },
    fees: { base: { value: 500 }, gst: { value: 90 }, total: { value: 590 } },
  });
  t.is(typeof after.json.utr, 'string');
});

test('metadata is returned as it was sent, for any characters', async (t) => {
  const served = await serve(t, memoryStorage());
  const payee = await served.sandbox.beneficiary('SHARMA01');
  const metadata = { 'a\u0000': '\\u0000 \ud800 \u202e \t\n"', list: [1, null, { b: [] }], '': '' };
  const { json } = await postBatch(served, aBatch([aPayment(payee, 'T-1', { metadata })]), 'run-1');

  const read = await served.get(`${TRANSACTIONS}/${json.transactions[0]?.transactionId}`);

  t.deepEqual(read.json.metadata, metadata);
});

for (const [what, path, detail] of [
  ['job', JOBS, 'Job not found.'],
  ['transaction', TRANSACTIONS, 'Transaction not found.'],
] as const) {
  test(`a ${what} id that cannot be one, an absent one and a foreign one get the same answer`, async (t) => {
    const served = await serve(t, memoryStorage());
    const { jobId, transactions } = await accepted(served);
    const own = what === 'job' ? jobId : (transactions[0]?.transactionId ?? '');
    const headers = { 'x-request-id': 'one-and-the-same' };
    const absent = await served.get(`${path}/01890000-0000-7000-8000-000000000000`, { headers });

    const others = [
      await served.get(`${path}/${own}`, { headers, key: served.globexKey }),
      ...(await Promise.all(
        ['1', '%00', '%ZZ', own.toUpperCase(), `${own}%0A`, 'x'.repeat(5_000)].map((id) =>
          served.get(`${path}/${id}`, { headers }),
        ),
      )),
    ];

    t.is(absent.status, 404);
    t.is(absent.json.type, 'object_not_found_error');
    t.is(absent.json.detail, detail);
    for (const { status, text } of others) {
      t.is(status, 404);
      t.is(text, absent.text);
    }
  });
}
