import { memoryStorage } from '@hundi/adapter-memory';
import { demoDocument } from '@hundi/testkit';
import test from 'ava';
import { aBatch, aPayment, postBatch } from '../../testing/bodies.js';
import { serve, type Served } from '../../testing/serve.js';

const REPORT = '/v1/partner/reports/transactions';
const BY = 'initiatedByUserId=u-maker';

const paid = async (served: Served, count: number) => {
  const payee = await served.sandbox.beneficiary('SHARMA01');
  const payments = Array.from({ length: count }, (_, i) =>
    aPayment(payee, `T-${i + 1}`, { amount: (i + 1) * 100 }),
  );
  const { json } = await postBatch(served, aBatch(payments), 'run-1');
  await served.sandbox.runDue();
  return json.transactions.map(({ transactionId }) => transactionId);
};

for (const [query, ...pointers] of [
  ['', '/query/initiatedByUserId'],
  ['initiatedByUserId=', '/query/initiatedByUserId'],
  [`${BY}&${BY}`, '/query/initiatedByUserId'],
  [`${BY}&transactionId=1`, '/query/transactionId'],
  [`${BY}&fromDate=01-01-2026`, '/query/toDate'],
  [`${BY}&toDate=01-01-2026`, '/query/fromDate'],
  [`${BY}&fromDate=2026-01-01&toDate=01-01-2026`, '/query/fromDate'],
  [`${BY}&fromDate=31-02-2026&toDate=01-03-2026`, '/query/fromDate'],
  [`${BY}&fromDate=01-01-2026&toDate=02-07-2026`, '/query/toDate'],
  [`${BY}&state=processing`, '/query/state'],
  [`${BY}&state=paid&state=failed`, '/query/state'],
  [`${BY}&packages=VENDOR,`, '/query/packages'],
  [`${BY}&paymentMethods=%00`, '/query/paymentMethods'],
  [`${BY}&debitAccountId=`, '/query/debitAccountId'],
  [`${BY}&search=%00`, '/query/search'],
  [`${BY}&search=${'a'.repeat(211)}`, '/query/search'],
  [`${BY}&source=fax`, '/query/source'],
  [`${BY}&amountOperator=gt`, '/query/amountValue'],
  [`${BY}&amountValue=1`, '/query/amountOperator'],
  [`${BY}&amountOperator=between&amountMin=2&amountMax=1`, '/query/amountMax'],
  [`${BY}&amountOperator=equals&amountValue=1.5`, '/query/amountValue'],
  [`${BY}&limit=0`, '/query/limit'],
  [`${BY}&limit=101`, '/query/limit'],
  [`${BY}&limit=5&limit=5`, '/query/limit'],
  [`${BY}&after=`, '/query/after'],
  [`${BY}&after=nonsense`, '/query/after'],
  [`${BY}&after=${'a'.repeat(5_000)}`, '/query/after'],
  [`${BY}&after=a&after=a`, '/query/after'],
  ['state=x&limit=x', '/query/initiatedByUserId', '/query/state', '/query/limit'],
] as const) {
  test(`a report refuses ?${query.slice(0, 70)}`, async (t) => {
    const { get, incidents } = await serve(t, memoryStorage());

    const { status, json } = await get(`${REPORT}?${query}`);

    t.is(status, 400);
    t.like(json, { type: 'invalid_parameters_error', status: 400 });
    t.deepEqual(
      json.errors.map(({ pointer }) => pointer),
      [...pointers],
    );
    t.deepEqual(incidents, []);
  });
}

for (const query of ['', 'initiatedByUserId=', `initiatedByUserId=${'u'.repeat(101)}`]) {
  test(`an invalid initiating user is rejected with a message: ?${query.slice(0, 20)}`, async (t) => {
    const { get } = await serve(t, memoryStorage());

    const { status, json } = await get(`${REPORT}?${query}`);

    t.is(status, 400);
    t.is(json.message, json.detail);
    t.like((await get(`${REPORT}?${BY}&limit=0`)).json, { message: undefined });
  });
}

test('a page holds fifty transactions by default, and up to a hundred', async (t) => {
  const { get } = await serve(t, memoryStorage());

  t.like((await get(`${REPORT}?${BY}`)).json.pagination, { limit: 50 });
  t.like((await get(`${REPORT}?${BY}&limit=100`)).json.pagination, { limit: 100 });
});

for (const [who, userId] of [
  ['nobody knows', 'u-nobody'],
  ['is not approved', 'u-newcomer'],
  ['may not view reports', 'u-clerk'],
] as const) {
  test(`a user who ${who} gets a refusal with a message instead of a report`, async (t) => {
    const { get } = await serve(t, memoryStorage());

    const { status, json } = await get(`${REPORT}?initiatedByUserId=${userId}`);

    t.is(status, 403);
    t.is(json.type, 'insufficient_permissions_error');
    t.is(json.message, json.detail);
  });
}

test('a key without the scope reads no report; one with it reads reports only', async (t) => {
  const document = demoDocument({
    apiKeys: [
      { name: 'erp', scopes: ['payments:read'], createdByUserId: 'u-admin' },
      { name: 'bi', scopes: ['reports:read'], createdByUserId: 'u-admin' },
    ],
  });
  const { get, sandbox } = await serve(t, memoryStorage(), {}, { document });
  const key = sandbox.credentials.corporates['acme']?.apiKeys['bi'] ?? '';

  t.is((await get(`${REPORT}?${BY}`)).status, 403);
  t.is((await get(`${REPORT}?${BY}`, { key })).status, 200);
  t.is((await get('/v1/partner/beneficiaries', { key })).status, 403);
});

test('a debit account that the role does not allow is 403, whether there is one or not', async (t) => {
  const { get } = await serve(t, memoryStorage());
  for (const account of ['da-none', 'da-of-another']) {
    const { status, json } = await get(`${REPORT}?${BY}&debitAccountId=${account}`);
    t.is(status, 403);
    t.is(json.type, 'insufficient_permissions_error');
  }
  t.is((await get(`${REPORT}?${BY}&debitAccountId=da-main`)).status, 200);
});

test('reports find rows that intake has not decided on by the state queued', async (t) => {
  const served = await serve(t, memoryStorage());
  const payee = await served.sandbox.beneficiary('SHARMA01');
  const { json: batch } = await postBatch(served, aBatch([aPayment(payee, 'Q-1')]), 'Q');
  const queued = async () => (await served.get(`${REPORT}?${BY}&state=queued`)).json.items;
  t.deepEqual(
    (await queued()).map(({ transactionId }) => transactionId),
    batch.transactions.map(({ transactionId }) => transactionId),
  );
  await served.sandbox.runDue();
  t.deepEqual(await queued(), []);
});

test('a report of nothing is an empty page', async (t) => {
  const { get } = await serve(t, memoryStorage());

  const { status, json } = await get(`${REPORT}?${BY}`);

  t.is(status, 200);
  t.deepEqual(json as unknown, {
    items: [],
    pagination: { limit: 50, hasMore: false, nextCursor: null },
  });
});

test('a report shows every transaction with its one item, newest first', async (t) => {
  const served = await serve(t, memoryStorage());
  const ids = await paid(served, 2);

  const { json } = await served.get(`${REPORT}?${BY}&limit=1`);

  t.deepEqual(json.items as unknown, [
    {
      transactionId: ids[1],
      title: 'Payout to Sharma Steel',
      state: 'paid',
      totalAmount: { value: 200, currency: 'INR' },
      packageCode: 'VENDOR',
      debitAccountId: 'da-main',
      items: [
        {
          itemId: ids[1],
          beneficiaryId: await served.sandbox.beneficiary('SHARMA01'),
          amount: 200,
          state: 'paid',
          accountNumber: '123456780001',
          ifsc: 'HDFC0000001',
        },
      ],
    },
  ]);
  t.like(json.pagination, { limit: 1, hasMore: true });
});

test('pages follow each other by their cursor until nothing is left', async (t) => {
  const served = await serve(t, memoryStorage());
  const ids = await paid(served, 5);

  const seen: string[] = [];
  let after = '';
  for (let page = 0; page < 3; page += 1) {
    const { json } = await served.get(`${REPORT}?${BY}&limit=2${after}`);
    seen.push(...json.items.map(({ transactionId }) => transactionId));
    after = `&after=${encodeURIComponent(json.pagination.nextCursor ?? '')}`;
    t.is(json.pagination.hasMore, page < 2);
    t.is(json.pagination.nextCursor === null, page === 2);
  }

  t.deepEqual(seen, [...ids].reverse());
});

test('a cursor is good for the same parameters and the same corporate only', async (t) => {
  const served = await serve(t, memoryStorage());
  await paid(served, 3);
  const { json } = await served.get(`${REPORT}?${BY}&limit=1`);
  const after = `after=${encodeURIComponent(json.pagination.nextCursor ?? '')}`;

  t.is((await served.get(`${REPORT}?${BY}&limit=2&${after}`)).status, 200);
  for (const answer of [
    await served.get(`${REPORT}?${BY}&state=paid&${after}`),
    await served.get(`${REPORT}?initiatedByUserId=u-checker&${after}`),
    await served.get(`${REPORT}?${BY}&${after}x`),
    await served.get(`${REPORT}?${BY}&${after}`, { key: served.globexKey }),
  ]) {
    t.is(answer.status, 400);
    t.is(answer.json.errors[0]?.pointer, '/query/after');
  }
});

test('filters work together, in any writing that a query string has', async (t) => {
  const served = await serve(t, memoryStorage());
  const ids = await paid(served, 5);
  const found = async (query: string) =>
    (await served.get(`${REPORT}?${BY}&${query}`)).json.items.map((item) => item.transactionId);

  t.deepEqual(await found('amountOperator=between&amountMin=200&amountMax=300'), [ids[2], ids[1]]);
  t.deepEqual(await found('search=Payout+to+SHARMA&amountOperator=lt&amountValue=200'), [ids[0]]);
  t.deepEqual(await found('search=3%2E00'), [ids[2]]);
  t.deepEqual(await found(`search=Payout+to+${'a'.repeat(200)}`), []);
  t.deepEqual(await found(`transactionId=${String(ids[4])}&state=paid&source=partner_api`), [
    ids[4],
  ]);
  t.deepEqual(await found('packages=SALARY%2CCAPEX'), []);
  t.deepEqual(
    await found('packages=CAPEX,%20VENDOR+,SALARY&paymentMethods=IMPS,+NEFT'),
    [...ids].reverse(),
  );
  t.deepEqual(await found('amountOperator=gt&amountValue=0'), [...ids].reverse());
  t.deepEqual(
    await found('amountOperator=between&amountMin=0&amountMax=999999999999999'),
    [...ids].reverse(),
  );
  for (const none of ['equals', 'lt'])
    t.deepEqual(await found(`amountOperator=${none}&amountValue=0`), []);
  t.deepEqual(await found('colour=blue&paymentMethods=NEFT&amountOperator=gt&amountValue=400'), [
    ids[4],
  ]);
});

test('another corporate sees none of it', async (t) => {
  const served = await serve(t, memoryStorage());
  const [id] = await paid(served, 1);

  for (const query of [BY, `${BY}&transactionId=${String(id)}`]) {
    const { json } = await served.get(`${REPORT}?${query}`, { key: served.globexKey });
    t.deepEqual(json.items, []);
  }
});
