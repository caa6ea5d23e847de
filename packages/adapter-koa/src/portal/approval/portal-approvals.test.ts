import { memoryStorage } from '@hundi/adapter-memory';
import type { TransactionObject } from '@hundi/core';
import type { JobStatusRecord } from '@hundi/core/wire';
import test from 'ava';
import { aBatch, aPayment, postBatch } from '../../testing/bodies.js';
import {
  comeIn,
  statusOf,
  waiting,
  type Person,
  type PortalAnswer,
  type Results,
  type PortalBody,
} from '../../testing/portal.js';
import { serve, type Served } from '../../testing/serve.js';

const [MAKER, CHECKER] = ['maker@acme.example', 'checker@acme.example'];
const ABSENT = '019c2f5e-6a00-7c3a-9b1e-2f4d6a8c0e12';

interface Page {
  readonly items: ReadonlyArray<TransactionObject>;
  readonly pagination: { readonly hasMore: boolean; readonly nextCursor: string | null };
}

const approve = (person: Person, transactionIds: ReadonlyArray<string>, more = {}) =>
  person.post<Results>('/approvals', { action: 'approve', transactionIds, ...more });

const foreign = (served: Served) => waiting(served, 1, { key: served.globexKey });

for (const [what, body, pointer] of [
  ['no action', { transactionIds: [ABSENT] }, '/action'],
  ['another action', { action: 'pay', transactionIds: [ABSENT] }, '/action'],
  ['no ids', { action: 'approve', transactionIds: [] }, '/transactionIds'],
  [
    'too many ids',
    { action: 'approve', transactionIds: Array.from({ length: 1_001 }, () => ABSENT) },
    '/transactionIds',
  ],
  ['an id twice', { action: 'approve', transactionIds: [ABSENT, ABSENT] }, '/transactionIds/1'],
  ['no id', { action: 'approve', transactionIds: ['1'] }, '/transactionIds/0'],
  [
    'another user',
    { action: 'approve', transactionIds: [ABSENT], actorUserId: 'u' },
    '/actorUserId',
  ],
  ['no list', { action: 'approve', transactionIds: ABSENT }, '/transactionIds'],
  [
    'a long comment',
    { action: 'approve', transactionIds: [ABSENT], comment: 'x'.repeat(501) },
    '/comment',
  ],
] as const) {
  test(`a decision with ${what} is 400 with a pointer, and decides nothing`, async (t) => {
    const served = await serve(t, memoryStorage());
    const checker = await comeIn(served, CHECKER);
    const { status, json } = await checker.post('/approvals', body);

    t.is(status, 400);
    t.is(json.errors?.[0]?.pointer, pointer);
  });
}

test('a payout waits in the list until it is approved, and is then paid', async (t) => {
  const served = await serve(t, memoryStorage());
  const { ids } = await waiting(served, 3);
  const checker = await comeIn(served, CHECKER);
  const first = await checker.get<Page>('/approvals?limit=2&packageCode=VENDOR');
  t.is(first.status, 200);
  const after = first.json.pagination.nextCursor ?? '';
  const second = await checker.get<Page>(`/approvals?limit=2&packageCode=VENDOR&after=${after}`);
  t.deepEqual(
    [...first.json.items, ...second.json.items].map(({ transactionId }) => transactionId),
    ids.toReversed(),
  );
  t.is((await checker.get(`/approvals?limit=2&after=${after}`)).status, 400);

  const { status, json } = await approve(checker, ids, { comment: 'Seen' });
  t.is(status, 200);
  t.deepEqual(json, {
    results: ids.map((transactionId) => ({ transactionId, status: 'approved', error: null })),
  });
  await served.sandbox.runDue();
  t.is(await statusOf(served, ids[0] ?? ''), 'paid');
  t.deepEqual((await checker.get<Page>('/approvals')).json.items, []);
});

test('each id is answered for itself, in the order of the request', async (t) => {
  const served = await serve(t, memoryStorage());
  const { ids } = await waiting(served, 2);
  const theirs = await foreign(served);
  const checker = await comeIn(served, CHECKER);
  await approve(checker, ids.slice(0, 1));
  const asked = [theirs.ids[0] ?? '', ids[1] ?? '', ABSENT, ids[0] ?? ''];
  const { status, json } = await approve(checker, asked);

  t.is(status, 200);
  t.deepEqual(
    json.results.map(({ transactionId, status: now, error }) => [transactionId, now, error?.type]),
    [
      [asked[0], null, 'object_not_found_error'],
      [asked[1], 'approved', undefined],
      [asked[2], null, 'object_not_found_error'],
      [asked[3], 'approved', 'invalid_operation_error'],
    ],
  );
  t.is(json.results[0]?.error?.detail, json.results[2]?.error?.detail);
});

test('makers cannot decide on what they made, and only checkers decide', async (t) => {
  const served = await serve(t, memoryStorage());
  const { ids } = await waiting(served, 1);
  const maker = await comeIn(served, MAKER);
  for (const refused of [await approve(maker, ids), await maker.get('/approvals')])
    t.is(refused.status, 403);

  const both = await comeIn(served, 'both@acme.example');
  const own = await waiting(served, 1, { by: 'u-both' });
  const { json } = await approve(both, [...own.ids, ...ids]);
  t.deepEqual(
    json.results.map(({ status, error }) => [status, error?.type]),
    [
      ['pending_approval', 'insufficient_permissions_error'],
      ['approved', undefined],
    ],
  );
  t.is(await statusOf(served, own.ids[0] ?? ''), 'pending_approval');
});

test('a whole job is decided on at once, as far as it waits and is reached', async (t) => {
  const served = await serve(t, memoryStorage());
  const { jobId, ids } = await waiting(served, 3);
  const theirs = await foreign(served);
  const checker = await comeIn(served, CHECKER);
  await approve(checker, ids.slice(1, 2));
  const { status, json } = await checker.post<Results>(`/jobs/${jobId}/approvals`, {
    action: 'reject',
    comment: 'Not this month',
  });

  t.is(status, 200);
  t.deepEqual(
    json.results.map((one) => [one.transactionId, one.status]),
    [
      [ids[0], 'rejected'],
      [ids[2], 'rejected'],
    ],
  );
  t.deepEqual(
    (await checker.post<Results>(`/jobs/${jobId}/approvals`, { action: 'reject' })).json.results,
    [],
  );
  const absent = await checker.post(`/jobs/${ABSENT}/approvals`, { action: 'approve' });
  for (const id of [theirs.jobId, 'x', '..%2f'])
    t.deepEqual(
      withoutInstance(await checker.post(`/jobs/${id}/approvals`, { action: 'approve' })),
      withoutInstance(absent),
    );
  t.is(absent.status, 404);
});

const withoutInstance = ({ status, json }: PortalAnswer<PortalBody>) => {
  const { instance: _, ...rest } = json as PortalBody & { readonly instance?: string };
  return [status, rest];
};

test('its maker cancels a payout, with a comment or without a body; then it is too late', async (t) => {
  const served = await serve(t, memoryStorage());
  const { ids } = await waiting(served, 2);
  const maker = await comeIn(served, MAKER);
  const [one = '', other = ''] = ids;
  const { status, json } = await maker.post<TransactionObject>(`/transactions/${one}/cancel`, {
    comment: 'Ordered twice',
  });
  t.is(status, 200);
  t.is(json.status, 'cancelled');
  t.is((await maker.post(`/transactions/${other}/cancel`)).status, 200);

  const late = await maker.post(`/transactions/${one}/cancel`);
  t.is(late.status, 409);
  t.is(late.json.type, 'invalid_operation_error');
  t.is((await maker.post(`/transactions/${one}/cancel`, { comment: 1 })).status, 400);
});

test('only the maker cancels a payout, and another corporate cannot see it', async (t) => {
  const served = await serve(t, memoryStorage());
  const { ids } = await waiting(served, 1);
  const theirs = await foreign(served);
  const other = await comeIn(served, 'maker-2@acme.example');
  const checker = await comeIn(served, CHECKER);
  const path = `/transactions/${ids[0] ?? ''}/cancel`;
  t.is((await other.post(path)).status, 403);
  t.is((await checker.post(path)).status, 403);

  const absent = await other.post(`/transactions/${ABSENT}/cancel`);
  t.is(absent.status, 404);
  for (const id of [theirs.ids[0] ?? '', 'x'])
    t.deepEqual(
      withoutInstance(await other.post(`/transactions/${id}/cancel`)),
      withoutInstance(absent),
    );
  t.is(await statusOf(served, ids[0] ?? ''), 'pending_approval');
});

test('a job with no cancellable payout left cannot be cancelled, and only its maker may try', async (t) => {
  const served = await serve(t, memoryStorage());
  const { jobId } = await waiting(served, 1);
  const maker = await comeIn(served, MAKER);
  const other = await comeIn(served, 'maker-2@acme.example');
  t.is((await maker.post(`/jobs/${jobId}/cancel`)).status, 200);
  t.is((await maker.post(`/jobs/${jobId}/cancel`)).status, 409);
  t.is((await other.post(`/jobs/${jobId}/cancel`)).status, 403);
  t.is((await maker.post(`/jobs/${ABSENT}/cancel`)).status, 404);
});

test('a job that intake has not finished cannot be decided on yet', async (t) => {
  const served = await serve(t, memoryStorage());
  const payment = aPayment(await served.sandbox.beneficiary('SHARMA01'), 'D-1');
  const { json: accepted } = await postBatch(served, aBatch([payment]), 'D-RUN');
  const checker = await comeIn(served, CHECKER);
  const decide = () =>
    checker.post(`/jobs/${accepted.jobId}/approvals`, { action: 'approve', comment: 'Seen' });
  const early = await decide();
  t.is(early.status, 409);
  t.is(early.json.type, 'invalid_operation_error');

  await served.sandbox.runDue();
  t.is((await decide()).status, 200);
});

test('a job that still waits for intake is cancelled with its rows', async (t) => {
  const served = await serve(t, memoryStorage());
  const { sandbox, post } = served;
  const beneficiaryId = await sandbox.beneficiary('SHARMA01');
  const payments = [
    { transactionReference: 'C-1', beneficiaryId, packageCode: 'VENDOR', amount: 2_000_000 },
  ];
  const { json: accepted } = await post(
    '/v1/partner/payments/batches',
    { initiatedByUserId: 'u-maker', apiRefNumber: 'C-RUN', payments },
    { headers: { 'idempotency-key': 'C-RUN' } },
  );
  const maker = await comeIn(served, MAKER);
  const { status, json } = await maker.post<JobStatusRecord>(`/jobs/${accepted.jobId}/cancel`);

  t.is(status, 200);
  t.is(json.status, 'cancelled');
  t.is(json.records[0]?.outcome, 'cancelled');
});

interface Summary {
  readonly count: number;
  readonly amount: number;
  readonly isWhole: boolean;
  readonly sums: ReadonlyArray<{ readonly jobId?: string; readonly count: number }>;
  readonly unusual: {
    readonly count: number;
    readonly amount: number;
    readonly kinds: { readonly new_payee: { readonly count: number } };
    readonly items: ReadonlyArray<{ readonly transactionId: string }>;
  };
}

test('what waits is summed, in all or of one job, with what stands out', async (t) => {
  const served = await serve(t, memoryStorage());
  const [checker, one] = [await comeIn(served, CHECKER), await waiting(served, 2)];
  await waiting(served, 1);
  const sums = async (query = '') =>
    (await checker.get<Summary>(`/approvals/summary${query}`)).json;
  const all = await sums();
  t.deepEqual([all.count, all.amount, all.isWhole], [3, 6_000_000, true]);
  t.deepEqual([all.unusual.count, all.unusual.kinds.new_payee.count], [3, 3]);
  const job = await sums(`?jobId=${one.jobId}`);
  t.deepEqual(
    job.sums.map(({ jobId, count }) => [jobId, count]),
    [[one.jobId, 2]],
  );
  t.deepEqual(
    job.unusual.items.map(({ transactionId }) => transactionId).sort(),
    [...one.ids].sort(),
  );
  t.is((await sums('?state=partially_approved')).count, 0);
  const listed = await checker.get<Page>(`/approvals?jobId=${one.jobId}`);
  t.is(listed.json.items.length, 2);
  t.is((await checker.get('/approvals/summary?jobId=1')).status, 400);
  const maker = await comeIn(served, MAKER);
  t.is((await maker.get('/approvals/summary')).status, 403);
});
