import { memoryStorage } from '@hundi/adapter-memory';
import type { TransactionObject } from '@hundi/core';
import type {
  AcceptedBatch,
  BatchPreview,
  JobStatusRecord,
  JobSummary,
  ReportTransaction,
} from '@hundi/core/wire';
import test from 'ava';
import { beneficiaryDetails } from '../../examples/beneficiaries.js';
import { aPayment } from '../../testing/bodies.js';
import { comeIn, waiting, type Person } from '../../testing/portal.js';
import { serve, type Served } from '../../testing/serve.js';

const [MAKER, CHECKER, ADMIN] = [
  'maker@acme.example',
  'checker@acme.example',
  'admin@acme.example',
];
const ABSENT = '019c2f5e-6a00-7c3a-9b1e-2f4d6a8c0e12';

interface Page<A> {
  readonly items: ReadonlyArray<A>;
  readonly pagination: { readonly hasMore: boolean; readonly nextCursor: string | null };
}

const BATCHES = '/payments/batches';

const aBatchOf = async (served: Served, count: number, more = {}) => {
  const payee = await served.sandbox.beneficiary('SHARMA01');
  const payments = Array.from({ length: count }, (_, n) => aPayment(payee, `P-${String(n)}`));
  return { apiRefNumber: 'Rent', payments, ...more };
};

const keyed = (key: string, more = {}) => ({ headers: { 'idempotency-key': key, ...more } });

const idsOf = async (person: Person, query = '') => {
  const { status, json } = await person.get<Page<TransactionObject>>(`/transactions${query}`);
  return status === 200 ? json.items.map(({ transactionId }) => transactionId) : status;
};

for (const [what, change, pointer] of [
  ['no reference of the batch', { apiRefNumber: undefined }, '/apiRefNumber'],
  ['no payments', { payments: [] }, '/payments'],
  ['another source', { source: 'partner_api' }, '/source'],
  ['another maker', { initiatedByUserId: 'u-both' }, '/initiatedByUserId'],
  ['a misspelt source', { Source: 'file_upload' }, '/Source'],
  ['a bad row', { payments: [{ transactionReference: 'P-1' }] }, '/payments/0/packageCode'],
  ['totals that do not hold', { controlTotals: { count: 3, amount: 1 } }, '/controlTotals/count'],
] as const) {
  test(`a person's batch with ${what} is 400 with a pointer, and so is its preview`, async (t) => {
    const served = await serve(t, memoryStorage());
    const maker = await comeIn(served, MAKER);
    const batch = await aBatchOf(served, 2, change);
    for (const refused of [
      await maker.post(BATCHES, batch, keyed('k')),
      await maker.post(`${BATCHES}/previews`, batch),
    ]) {
      t.is(refused.status, 400);
      t.true(refused.json.errors?.some((issue) => issue.pointer === pointer));
    }
    t.deepEqual(await idsOf(maker), []);
  });
}

test("a person's batch needs a key, is made once for it, and pays as its preview said", async (t) => {
  const served = await serve(t, memoryStorage());
  const maker = await comeIn(served, MAKER);
  const batch = await aBatchOf(served, 2, {
    source: 'file_upload',
    controlTotals: { count: 2, amount: 100_000 },
  });
  t.is((await maker.post(BATCHES, batch)).status, 400);
  const preview = await maker.post<BatchPreview>(`${BATCHES}/previews`, batch);
  t.is(preview.status, 200);
  t.deepEqual(preview.json.totals, { count: 2, amount: 100_000, accepted: 2, rejected: 0 });
  const header = { 'preview-token': preview.json.previewToken };

  const first = await maker.post<AcceptedBatch>(BATCHES, batch, keyed('k', header));
  t.is(first.status, 202);
  const again = await maker.post<AcceptedBatch>(BATCHES, batch, keyed('k', header));
  t.is(again.headers.get('idempotent-replayed'), 'true');
  t.deepEqual(again.json, first.json);
  t.is((await maker.post(BATCHES, { ...batch, apiRefNumber: 'Other' }, keyed('k'))).status, 409);
  await served.sandbox.runDue();
  const id = first.json.transactions[0]?.transactionId ?? '';
  const { json } = await maker.get<TransactionObject>(`/transactions/${id}`);
  t.deepEqual(
    [json.status, json.source, json.actors.createdBy.userId],
    ['paid', 'file_upload', 'u-maker'],
  );
});

test('a batch or preview by a person who may not make payments is 403', async (t) => {
  const served = await serve(t, memoryStorage());
  const checker = await comeIn(served, CHECKER);
  const batch = await aBatchOf(served, 1);
  t.is((await checker.post(BATCHES, batch, keyed('k'))).status, 403);
  t.is((await checker.post(`${BATCHES}/previews`, batch)).status, 403);
});

test('payouts are listed page by page, found by their references, and absent for others', async (t) => {
  const served = await serve(t, memoryStorage());
  const { ids, jobId } = await waiting(served, 3);
  const theirs = await waiting(served, 1, { key: served.globexKey });
  const maker = await comeIn(served, MAKER);
  t.deepEqual(await idsOf(maker), ids.toReversed());
  const { json } = await maker.get<Page<TransactionObject>>('/transactions?limit=2');
  t.deepEqual(await idsOf(maker, `?limit=2&after=${json.pagination.nextCursor ?? ''}`), [ids[0]]);
  t.deepEqual(await idsOf(maker, `?search=${ids[1] ?? ''}`), [ids[1]]);
  t.deepEqual(await idsOf(maker, `?search=${jobId}`), ids.toReversed());
  t.deepEqual(await idsOf(maker, `?search=${theirs.ids[0] ?? ''}`), []);
  t.deepEqual(await idsOf(maker, '?state=paid'), []);
  for (const id of [theirs.ids[0] ?? '', ABSENT, 'none']) {
    const { status, json: problem } = await maker.get(`/transactions/${id}`);
    t.is(status, 404);
    t.is(problem.type, 'object_not_found_error');
  }
});

for (const [query, status, pointer] of [
  ['after=made-up', 400, '/query/after'],
  ['limit=101', 400, '/query/limit'],
  ['state=sent', 400, '/query/state'],
  ['fromDate=01-01-2026', 400, '/query/toDate'],
  [`search=${'x'.repeat(211)}`, 400, '/query/search'],
  ['debitAccountId=da-none', 403, undefined],
] as const) {
  for (const path of ['/transactions', '/reports/transactions'])
    test(`${path} with ${query.slice(0, 30)} is ${String(status)}`, async (t) => {
      const served = await serve(t, memoryStorage());
      const maker = await comeIn(served, MAKER);
      const answer = await maker.get(`${path}?${query}`);
      t.is(answer.status, status);
      if (pointer !== undefined) t.is(answer.json.errors?.[0]?.pointer, pointer);
    });
}

test('a report of a person is what their roles report on, whomever the query names', async (t) => {
  const served = await serve(t, memoryStorage());
  const { ids } = await waiting(served, 2);
  const checker = await comeIn(served, CHECKER);
  const path = '/reports/transactions?initiatedByUserId=u-head&state=pending_approval';
  const { status, json } = await checker.get<Page<ReportTransaction>>(path);
  t.is(status, 200);
  t.deepEqual(
    json.items.map(({ transactionId }) => transactionId),
    ids.toReversed(),
  );
  const clerk = await comeIn(served, 'clerk@acme.example');
  t.is((await clerk.get('/reports/transactions?initiatedByUserId=u-maker')).status, 403);
});

test('jobs are listed newest first by state and package, and got with their rows', async (t) => {
  const served = await serve(t, memoryStorage());
  const first = await waiting(served, 2);
  served.sandbox.clock.advance(1_000);
  const second = await waiting(served, 1);
  const admin = await comeIn(served, ADMIN);
  const list = async (query = '') => {
    const { json } = await admin.get<Page<JobSummary>>(`/jobs${query}`);
    return json.items.map(({ jobId }) => jobId as string);
  };
  t.deepEqual(await list(), [second.jobId, first.jobId]);
  t.deepEqual(await list('?state=completed_success&packageCode=VENDOR&limit=1'), [second.jobId]);
  t.deepEqual(await list('?state=failed_system'), []);
  t.is((await admin.get('/jobs?state=paid')).status, 400);
  t.is((await admin.get('/jobs?after=made-up')).status, 400);

  const { status, json } = await admin.get<JobStatusRecord>(`/jobs/${first.jobId}?limit=1&page=2`);
  t.is(status, 200);
  t.deepEqual(
    json.records.map(({ transactionId }) => transactionId),
    first.ids.slice(1) as never,
  );
  t.is((await admin.get(`/jobs/${ABSENT}`)).status, 404);
});

test('a person makes a beneficiary, which waits for a checker', async (t) => {
  const served = await serve(t, memoryStorage());
  const maker = await comeIn(served, MAKER);
  const bad = { ...beneficiaryDetails, beneBankAccounts: [] };
  const refused = await maker.post('/beneficiaries', bad);
  t.is(refused.json.errors?.[0]?.pointer, '/beneBankAccounts');
  const body = { ...beneficiaryDetails, initiatedByUserId: 'u-maker' };
  const made = await maker.post<{ readonly beneficiary: { readonly beneficiaryId: string } }>(
    '/beneficiaries',
    body,
    keyed('payee'),
  );
  t.is(made.status, 201);
  t.is((await maker.post('/beneficiaries', body, keyed('payee'))).status, 201);
  t.is((await maker.post('/beneficiaries', body)).status, 409);
  const checker = await comeIn(served, CHECKER);
  t.is((await checker.post('/beneficiaries', beneficiaryDetails)).status, 403);
  const path = `/beneficiaries/${made.json.beneficiary.beneficiaryId}/authorize`;
  const both = await comeIn(served, 'both@acme.example');
  t.is((await both.post(path, { action: 'approve' })).status, 200);
});
