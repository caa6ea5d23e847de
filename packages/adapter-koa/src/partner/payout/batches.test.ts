import { memoryStorage } from '@hundi/adapter-memory';
import test from 'ava';
import { aBatch, aPayment, postBatch } from '../../testing/bodies.js';
import { serve } from '../../testing/serve.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[78][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('a batch is accepted with an id for every payment, in their order', async (t) => {
  const served = await serve(t, memoryStorage());
  const payee = await served.sandbox.beneficiary('SHARMA01');

  const { status, headers, json } = await postBatch(
    served,
    aBatch([aPayment(payee, 'T-1'), aPayment(payee, 'T-2')]),
    'run-1',
  );

  t.is(status, 202);
  t.is(headers.get('content-type'), 'application/json; charset=utf-8');
  t.is(headers.get('idempotent-replayed'), null);
  t.regex(json.jobId, UUID);
  t.is(json.status, 'queued');
  t.is(json.apiRefNumber, 'RUN-1');
  t.is(json.requestedAt, new Date(served.sandbox.clock.now()).toISOString());
  t.deepEqual(
    json.transactions.map((row) => row.transactionReference),
    ['T-1', 'T-2'],
  );
});

test('the apiRefNumber of a batch takes letters of any script, and finds it', async (t) => {
  const served = await serve(t, memoryStorage());
  const payee = await served.sandbox.beneficiary('SHARMA01');
  const apiRefNumber = 'मार्च वेतन';

  const { status, json } = await postBatch(
    served,
    aBatch([aPayment(payee, 'T-1')], { apiRefNumber }),
    'run-1',
  );
  await served.sandbox.runDue();
  const report = '/v1/partner/reports/transactions?initiatedByUserId=u-maker&search=';
  const found = await served.get(report + encodeURIComponent('मार्च'));
  const blank = await postBatch(
    served,
    aBatch([aPayment(payee, 'T-2')], { apiRefNumber: '  ' }),
    'run-2',
  );

  t.deepEqual([status, json.apiRefNumber], [202, apiRefNumber]);
  t.is(found.json.items.length, 1);
  t.is(blank.status, 400);
  t.is(blank.json.errors[0]?.pointer, '/apiRefNumber');
});

test('a retry gets the same bytes, and says so', async (t) => {
  const served = await serve(t, memoryStorage());
  const payee = await served.sandbox.beneficiary('SHARMA01');
  const body = aBatch([aPayment(payee, 'T-1', { remark: 'Ünïcode ₹' })]);
  const first = await postBatch(served, body, 'run-1');
  served.sandbox.clock.advance(60_000);

  const again = await postBatch(served, JSON.stringify(body, null, 4), 'run-1');

  t.is(again.status, 202);
  t.is(again.headers.get('idempotent-replayed'), 'true');
  t.is(again.headers.get('content-type'), first.headers.get('content-type'));
  t.is(again.text, first.text);
});

test('a key that stands in quotes is the bare key', async (t) => {
  const served = await serve(t, memoryStorage());
  const payee = await served.sandbox.beneficiary('SHARMA01');
  const first = await postBatch(served, aBatch([aPayment(payee, 'T-1')]), 'run-"1"\\');

  const again = await postBatch(served, aBatch([aPayment(payee, 'T-1')]), '"run-\\"1\\"\\\\"');

  t.is(again.headers.get('idempotent-replayed'), 'true');
  t.is(again.text, first.text);
});

test('a key that was used for other values conflicts, and nothing is stored', async (t) => {
  const served = await serve(t, memoryStorage());
  const payee = await served.sandbox.beneficiary('SHARMA01');
  const first = await postBatch(served, aBatch([aPayment(payee, 'T-1')]), 'run-1');

  const { status, json } = await postBatch(
    served,
    aBatch([aPayment(payee, 'T-1', { amount: 50_001 })]),
    'run-1',
  );

  t.is(status, 409);
  t.is(json.type, 'idempotency_key_already_used_error');
  t.is((await postBatch(served, aBatch([aPayment(payee, 'T-1')]), 'run-1')).text, first.text);
});

test('two corporates may use the same key', async (t) => {
  const served = await serve(t, memoryStorage());
  const payee = await served.sandbox.beneficiary('SHARMA01');
  const body = aBatch([aPayment(payee, 'T-1')]);

  const acme = await postBatch(served, body, 'run-1');
  const globex = await postBatch(served, body, 'run-1', { key: served.globexKey });

  t.is(globex.status, 202);
  t.is(globex.headers.get('idempotent-replayed'), null);
  t.not(globex.json.jobId, acme.json.jobId);
});

test('the same key sent many times at once makes one batch', async (t) => {
  const served = await serve(t, memoryStorage());
  const payee = await served.sandbox.beneficiary('SHARMA01');
  const body = aBatch([aPayment(payee, 'T-1')]);

  const answers = await Promise.all(
    Array.from({ length: 10 }, () => postBatch(served, body, 'run-1')),
  );

  t.is(new Set(answers.map(({ text }) => text)).size, 1);
  t.is(answers.filter(({ headers }) => headers.has('idempotent-replayed')).length, 9);
});

test('a batch without an idempotency key is refused', async (t) => {
  const served = await serve(t, memoryStorage());
  const payee = await served.sandbox.beneficiary('SHARMA01');

  const { status, json } = await served.post(
    '/v1/partner/payments/batches',
    aBatch([aPayment(payee, 'T-1')], { idempotencyKey: 'in-the-body' }),
  );

  t.is(status, 400);
  t.is(json.type, 'invalid_parameters_error');
  t.deepEqual(json.errors, [
    { pointer: '/headers/idempotency-key', code: 'required', detail: 'is required' },
  ]);
});

for (const [title, key] of [
  ['is empty', ''],
  ['is an empty string in quotes', '""'],
  ['holds a space', 'run 1'],
  ['holds a space in quotes', '"run 1"'],
  ['is no ASCII', 'r\u00fcn-1'],
  ['is longer than 255 characters', 'k'.repeat(256)],
] as const) {
  test(`an idempotency key that ${title} is refused`, async (t) => {
    const served = await serve(t, memoryStorage());
    const payee = await served.sandbox.beneficiary('SHARMA01');

    const { status, json } = await postBatch(served, aBatch([aPayment(payee, 'T-1')]), key);

    t.is(status, 400);
    t.is(json.errors[0]?.pointer, '/headers/idempotency-key');
  });
}

test('an idempotency key of 255 characters is good', async (t) => {
  const served = await serve(t, memoryStorage());
  const payee = await served.sandbox.beneficiary('SHARMA01');

  t.is((await postBatch(served, aBatch([aPayment(payee, 'T-1')]), 'k'.repeat(255))).status, 202);
});

test('an idempotencyKey in the body is ignored', async (t) => {
  const served = await serve(t, memoryStorage());
  const payee = await served.sandbox.beneficiary('SHARMA01');
  const payments = [aPayment(payee, 'T-1')];
  const first = await postBatch(served, aBatch(payments, { idempotencyKey: 'one' }), 'run-1');

  const again = await postBatch(served, aBatch(payments, { idempotencyKey: 'two' }), 'run-1');

  t.is(again.text, first.text);
});

test('a body with tenant fields is refused with a pointer for every such field', async (t) => {
  const served = await serve(t, memoryStorage());
  const payee = await served.sandbox.beneficiary('SHARMA01');

  const { status, json } = await postBatch(
    served,
    aBatch([aPayment(payee, 'T-1')], {
      bankTenantId: 'demo-bank',
      corporateTenantId: 'globex',
      corporateId: 'globex',
      actorUsername: 'erp',
    }),
    'run-1',
  );

  t.is(status, 400);
  t.deepEqual(
    json.errors.map((error) => error.pointer),
    ['/bankTenantId', '/corporateTenantId', '/corporateId', '/actorUsername'],
  );

  const inRow = aBatch([{ ...aPayment(payee, 'T-2'), CorporateId: 'globex' }]);
  const refused = await postBatch(served, inRow, 'run-2');
  t.deepEqual(
    refused.json.errors.map(({ pointer, code }) => [pointer, code]),
    [['/payments/0/CorporateId', 'forbidden']],
  );
});

test('a batch with bad rows is refused with a pointer for every bad row, and stores nothing', async (t) => {
  const served = await serve(t, memoryStorage());
  const payee = await served.sandbox.beneficiary('SHARMA01');
  const rows = [
    aPayment(payee, 'T-1'),
    aPayment(payee, 'T-2', { amount: 10.5 }),
    aPayment(payee, 'T-3', { amount: '100' }),
    aPayment(payee, 'T-4', { amount: 10 ** 15 }),
    aPayment(payee, 'T-5', { remark: 'r'.repeat(101) }),
    aPayment(payee, 'T-6', { payoutDate: '2026-02-30' }),
    aPayment(payee, 'T\u0000'),
    aPayment(payee, 'T-8', { tag: 'a\u0000b' }),
    5,
  ];

  const { status, json } = await postBatch(served, aBatch(rows), 'run-1');

  t.is(status, 400);
  t.deepEqual(
    json.errors.map((error) => error.pointer),
    [
      '/payments/1/amount',
      '/payments/2/amount',
      '/payments/3/amount',
      '/payments/4/remark',
      '/payments/5/payoutDate',
      '/payments/6/transactionReference',
      '/payments/7/tag',
      '/payments/8',
    ],
  );
  t.is(
    (await postBatch(served, aBatch([rows[0]]), 'run-1')).headers.get('idempotent-replayed'),
    null,
  );
});

test('a batch whose payments do not meet its control totals is refused whole, and stores nothing', async (t) => {
  const served = await serve(t, memoryStorage());
  const payments = [aPayment(await served.sandbox.beneficiary('SHARMA01'), 'T-1')];
  const post = (count: number, amount: number) =>
    postBatch(served, aBatch(payments, { controlTotals: { count, amount } }), 'run-1');

  const { status, json } = await post(2, 50_001);

  t.is(status, 400);
  t.is(json.type, 'invalid_parameters_error');
  t.deepEqual(
    json.errors.map(({ pointer, detail }) => [pointer, detail]),
    [
      ['/controlTotals/count', 'expected 1, which is how many payments there are'],
      ['/controlTotals/amount', 'expected 50000 paise, which is the sum of the amounts'],
    ],
  );
  const met = await post(1, 50_000);
  t.is(met.status, 202);
  t.is(met.headers.get('idempotent-replayed'), null);
});

test('no more than a hundred faults are named', async (t) => {
  const served = await serve(t, memoryStorage());

  const { status, json } = await postBatch(served, aBatch(Array(20_000).fill({})), 'run-1');

  t.is(status, 400);
  t.is(json.errors.length, 100);
});

for (const [title, body] of [
  ['no payments', aBatch([])],
  ['more than 20,000 payments', aBatch(Array(20_001).fill(null))],
  ['payments that are no list', { ...aBatch([]), payments: { 0: {} } }],
] as const) {
  test(`a batch with ${title} is refused`, async (t) => {
    const served = await serve(t, memoryStorage());

    const { status, json } = await postBatch(served, body, 'run-1');

    t.is(status, 400);
    t.deepEqual(
      json.errors.map((error) => error.pointer),
      ['/payments'],
    );
  });
}

for (const [title, body] of [
  ['a list', '[]'],
  ['null', 'null'],
  ['a number', '7'],
  ['text', '"batch"'],
] as const) {
  test(`a body that is ${title} is refused at its root`, async (t) => {
    const served = await serve(t, memoryStorage());

    const { status, json } = await postBatch(served, body, 'run-1');

    t.is(status, 400);
    t.is(json.errors[0]?.pointer, '');
    t.is(json.errors.length, 1);
  });
}

test('an initiating user who may not make payments is refused, said in a message too', async (t) => {
  const served = await serve(t, memoryStorage());
  const payee = await served.sandbox.beneficiary('SHARMA01');

  for (const initiatedByUserId of ['u-nobody', 'u-newcomer', 'u-checker']) {
    const { status, json } = await postBatch(
      served,
      aBatch([aPayment(payee, 'T-1')], { initiatedByUserId }),
      'run-1',
    );

    t.is(status, 403);
    t.is(json.type, 'insufficient_permissions_error');
    t.is(json.message, json.detail);
  }
});

test('a refused batch leaves its key free', async (t) => {
  const served = await serve(t, memoryStorage());
  const payments = [aPayment(await served.sandbox.beneficiary('SHARMA01'), 'T-1')];
  await postBatch(served, aBatch(payments, { initiatedByUserId: 'u-nobody' }), 'run-1');

  const { status, headers } = await postBatch(served, aBatch(payments), 'run-1');

  t.is(status, 202);
  t.is(headers.get('idempotent-replayed'), null);
});

test('a duplicate member of an object is refused for any values', async (t) => {
  const served = await serve(t, memoryStorage());
  const payee = await served.sandbox.beneficiary('SHARMA01');
  const body = JSON.stringify(aBatch([aPayment(payee, 'T-1')])).replace(
    '"amount":50000',
    '"amount":"none","amount":70000',
  );

  const { status, json } = await postBatch(served, body, 'run-1');

  t.is(status, 400);
  t.deepEqual(json.errors, [
    { pointer: '/payments/0/amount', code: 'invalid', detail: 'appears twice' },
  ]);
});
