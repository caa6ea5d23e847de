import { readFileSync } from 'node:fs';
import { memoryStorage } from '@hundi/adapter-memory';
import { demoDocument } from '@hundi/testkit';
import test from 'ava';
import { aBatch, aPayment, postBatch } from '../../testing/bodies.js';
import { serve, type Call, type Served } from '../../testing/serve.js';

const PAYMENTS = '/v1/partner/payments';

const rupees = (value: number) => ({ value, currency: 'INR' });

const payment = (payee: string, reference: string, members: object = {}) =>
  aPayment(payee, reference, { amount: rupees(50_000), ...members });

const body = (payments: ReadonlyArray<unknown>, members: object = {}) => ({
  idempotencyKey: 'order-1',
  payments,
  ...members,
});

const create = ({ post }: Served, sent: unknown, call: Call = {}) => post(PAYMENTS, sent, call);

const served = async (t: Parameters<typeof serve>[0]) => {
  const all = await serve(t, memoryStorage());
  return { ...all, payee: await all.sandbox.beneficiary('SHARMA01') };
};

test('payments are created with an id for each, by the user that the key acts as', async (t) => {
  const all = await served(t);
  const sent = body([payment(all.payee, 'T-1'), payment(all.payee, 'T-2')], {
    apiRefNumber: 'RUN-1',
  });

  const { status, headers, json } = await create(all, sent);

  t.is(status, 201);
  t.is(headers.get('content-type'), 'application/json; charset=utf-8');
  t.is(headers.get('idempotent-replayed'), null);
  t.is(json.status, 'queued');
  t.is(json.apiRefNumber, 'RUN-1');
  t.is(json.requestedAt, new Date(all.sandbox.clock.now()).toISOString());
  t.deepEqual(
    json.transactions.map((row) => row.transactionReference),
    ['T-1', 'T-2'],
  );

  await all.sandbox.runDue();
  const transaction = await all.get(
    `${PAYMENTS}/transactions/${json.transactions[1]?.transactionId}`,
  );
  t.like(transaction.json, {
    status: 'paid',
    jobId: json.jobId,
    initiationMode: 'bulk',
    amount: rupees(50_000),
    actors: { createdBy: { userId: 'u-erp' } },
  });
});

test('one payment is single, and its job is its apiRefNumber where none was given', async (t) => {
  const all = await served(t);

  const { json } = await create(all, body([payment(all.payee, 'T-1')]));

  t.is(json.apiRefNumber, json.jobId);
  const transaction = await all.get(
    `${PAYMENTS}/transactions/${json.transactions[0]?.transactionId}`,
  );
  t.like(transaction.json, { initiationMode: 'single', apiRefNumber: json.jobId });
});

test('a retry gets the same bytes, and says so; a header of that name counts for nothing', async (t) => {
  const all = await served(t);
  const sent = body([payment(all.payee, 'T-1', { remark: 'Ünïcode ₹' })]);
  const first = await create(all, sent, { headers: { 'idempotency-key': 'one' } });
  all.sandbox.clock.advance(60_000);

  const again = await create(all, JSON.stringify(sent, null, 4), {
    headers: { 'idempotency-key': 'two' },
  });

  t.is(again.status, 201);
  t.is(again.headers.get('idempotent-replayed'), 'true');
  t.is(again.text, first.text);
});

test('the same key with other values conflicts', async (t) => {
  const all = await served(t);
  await create(all, body([payment(all.payee, 'T-1')]));

  const { status, json } = await create(all, body([payment(all.payee, 'T-2')]));

  t.is(status, 409);
  t.is(json.type, 'idempotency_key_already_used_error');
});

test('the same key sent many times at once makes one job', async (t) => {
  const all = await served(t);
  const sent = body([payment(all.payee, 'T-1')]);

  const answers = await Promise.all(Array.from({ length: 10 }, () => create(all, sent)));

  t.is(new Set(answers.map(({ text }) => text)).size, 1);
  t.is(answers.filter(({ headers }) => headers.has('idempotent-replayed')).length, 9);
});

test('a batch under the same key is another request', async (t) => {
  const all = await served(t);

  const [unified, batch] = await Promise.all([
    create(all, body([payment(all.payee, 'T-1')])),
    postBatch(all, aBatch([aPayment(all.payee, 'T-2')]), 'order-1'),
  ]);

  t.deepEqual([unified.status, batch.status], [201, 202]);
  t.not(unified.json.jobId, batch.json.jobId);
});

test('a bare amount is refused here, and an amount object in a batch', async (t) => {
  const all = await served(t);
  const [unified, batch] = await Promise.all([
    create(all, body([payment(all.payee, 'T-1', { amount: 50_000 })])),
    postBatch(all, aBatch([payment(all.payee, 'T-1')]), 'run-1'),
  ]);

  for (const { status, json } of [unified, batch]) {
    t.is(status, 400);
    t.is(json.type, 'invalid_parameters_error');
    t.deepEqual(
      json.errors.map(({ pointer }) => pointer),
      ['/payments/0/amount'],
    );
  }
});

test('without an idempotencyKey in the body the request is refused', async (t) => {
  const all = await served(t);

  const { status, json } = await create(
    all,
    { payments: [payment(all.payee, 'T-1')] },
    { headers: { 'idempotency-key': 'in-the-header' } },
  );

  t.is(status, 400);
  t.deepEqual(json.errors, [
    { pointer: '/idempotencyKey', code: 'required', detail: 'is required' },
  ]);
});

const [, neverPassed = ''] =
  /Never pass ([^;]+);/.exec(
    readFileSync(new URL('../../../../../docs/interface.md', import.meta.url), 'utf8'),
  ) ?? [];
const NEVER_PASSED = neverPassed.split(/, | or /);

test('the interface names what says whose payments they are', (t) => {
  t.is(NEVER_PASSED.length, 4);
});

for (const field of NEVER_PASSED) {
  test(`${field} is refused: the key says whose payments they are`, async (t) => {
    const all = await served(t);

    const { status, json } = await create(
      all,
      body([payment(all.payee, 'T-1')], { [field]: 'acme' }),
    );

    t.is(status, 400);
    t.deepEqual(
      json.errors.map(({ pointer, code }) => [pointer, code]),
      [[`/${field}`, 'forbidden']],
    );
  });
}

test('a key bound to no user requires one in the request, unless there is exactly one service user', async (t) => {
  const document = demoDocument({
    users: (demoDocument().bankTenants[0]?.corporates[0]?.users ?? []).filter(
      ({ kind }) => kind === 'human',
    ),
    apiKeys: [{ name: 'erp', scopes: ['payments:write'], createdByUserId: 'u-admin' }],
  });
  const all = await serve(t, memoryStorage(), {}, { document });
  const payee = await all.sandbox.beneficiary('SHARMA01');

  const nobody = await create(all, body([payment(payee, 'T-1')]));
  const named = await create(all, body([payment(payee, 'T-1')], { initiatedByUserId: 'u-maker' }));

  t.is(nobody.status, 400);
  t.deepEqual(
    nobody.json.errors.map(({ pointer }) => pointer),
    ['/initiatedByUserId'],
  );
  t.is(named.status, 201);
});

for (const user of ['u-checker', 'u-newcomer', 'nobody']) {
  test(`${user} creates no payments`, async (t) => {
    const all = await served(t);

    const { status, json } = await create(
      all,
      body([payment(all.payee, 'T-1')], { initiatedByUserId: user }),
    );

    t.is(status, 403);
    t.is(json.type, 'insufficient_permissions_error');
  });
}

test('20,000 payments fit into one request, and one more does not', async (t) => {
  const all = await served(t);
  const payments = Array.from({ length: 20_001 }, (_, n) =>
    payment(all.payee, `T-${String(n)}`, { remark: 'x'.repeat(100), tag: 'y'.repeat(100) }),
  );

  const tooMany = await create(all, body(payments));
  const fits = await create(all, body(payments.slice(1)));

  t.is(tooMany.status, 400);
  t.deepEqual(
    tooMany.json.errors.map(({ pointer }) => pointer),
    ['/payments'],
  );
  t.is(fits.status, 201);
  t.is(fits.json.transactions.length, 20_000);
});
