import { memoryStorage } from '@hundi/adapter-memory';
import test, { type ExecutionContext } from 'ava';
import { aBatch, aPayment, postBatch } from '../../testing/bodies.js';
import { comeIn, statusOf } from '../../testing/portal.js';
import { serve, type Served } from '../../testing/serve.js';

const ABSENT = '019c2f5e-6a00-7c3a-9b1e-2f4d6a8c0e12';
const TRANSACTIONS = '/v1/partner/payments/transactions';
const JOBS = '/v1/partner/payments/jobs';

/** Payouts of a later day, which the service user has ordered. */
const ordered = async (t: ExecutionContext, count = 1, by = 'u-erp') => {
  const served = await serve(t, memoryStorage());
  const payee = await served.sandbox.beneficiary('SHARMA01');
  const payments = Array.from({ length: count }, (_, n) =>
    aPayment(payee, `T-${String(n)}`, { payoutDate: '2026-02-20' }),
  );
  const { json } = await postBatch(served, aBatch(payments, { initiatedByUserId: by }), 'run-1');
  return { served, jobId: json.jobId, ids: json.transactions.map((one) => one.transactionId) };
};

const cancel = ({ send }: Served, id: string, body?: object, headers = {}) =>
  send('POST', `${TRANSACTIONS}/${id}/cancel`, { ...(body !== undefined && { body }), headers });

test('software cancels by its key what it ordered 46 days ahead, without a body or with a comment', async (t) => {
  const { served, ids } = await ordered(t, 2);
  await served.sandbox.runDue();
  const [one = '', other = ''] = ids;
  t.is(await statusOf(served, one), 'scheduled');
  const bare = await cancel(served, one);
  t.is(bare.status, 200);
  t.is(bare.json.status, 'cancelled');
  t.is((await cancel(served, other, { comment: 'Ordered twice' })).status, 200);

  await served.sandbox.advance(60 * 86_400_000);
  t.deepEqual(await served.sandbox.bank.orders(), []);
  const { json } = await served.get(`/v1/partner/events?types=transaction.cancelled`);
  t.is(json.items.length, 2);
});

test('a cancel that is sent again is answered the same, with a key or without', async (t) => {
  const { served, ids } = await ordered(t, 2);
  await served.sandbox.runDue();
  const [one = '', other = ''] = ids;
  const first = await cancel(served, one);
  const again = await cancel(served, one);
  t.deepEqual([again.status, again.text], [200, first.text]);

  const key = { 'idempotency-key': 'stop-1' };
  const keyed = await cancel(served, other, { comment: 'Stop' }, key);
  const replayed = await cancel(served, other, { comment: 'Stop' }, key);
  t.is(keyed.headers.get('idempotent-replayed'), null);
  t.is(replayed.headers.get('idempotent-replayed'), 'true');
  t.is(replayed.text, keyed.text);
  const reused = await cancel(served, other, { comment: 'Go' }, key);
  t.is(reused.json.type, 'idempotency_key_already_used_error');
});

test('a sent payout can no longer be cancelled: 409 with its state', async (t) => {
  const { served, ids } = await ordered(t);
  const queued = await cancel(served, ids[0] ?? '');
  t.is(queued.status, 409);
  t.regex(queued.json.detail, /queued/);

  await served.sandbox.advance(60 * 86_400_000);
  const late = await cancel(served, ids[0] ?? '');
  t.is(late.status, 409);
  t.is(late.json.type, 'invalid_operation_error');
  t.regex(late.json.detail, /paid/);
  t.is(await statusOf(served, ids[0] ?? ''), 'paid');
});

test('a key cancels what its acting user made, and as another user what they made', async (t) => {
  const { served, ids } = await ordered(t, 1, 'u-maker');
  await served.sandbox.runDue();
  const [id = ''] = ids;
  t.is((await cancel(served, id)).status, 403);
  for (const initiatedByUserId of ['u-maker-2', 'u-checker', 'u-admin', 'u-nobody'])
    t.is((await cancel(served, id, { initiatedByUserId })).status, 403, initiatedByUserId);
  const malformed = await cancel(served, id, { initiatedByUserId: 7 });
  t.is(malformed.status, 400);
  t.is(malformed.json.errors[0]?.pointer, '/initiatedByUserId');
  t.is(await statusOf(served, id), 'scheduled');
  t.is((await cancel(served, id, { initiatedByUserId: 'u-maker' })).status, 200);
});

test('the payout or job of another corporate is as absent as none', async (t) => {
  const { served, ids, jobId } = await ordered(t);
  const asked = async (path: string, key: string) => {
    const { status, json } = await served.send('POST', path, { key });
    return [status, json.type, json.detail];
  };
  const absent = await asked(`${TRANSACTIONS}/${ABSENT}/cancel`, served.globexKey);
  t.is(absent[0], 404);
  for (const id of [ids[0] ?? '', 'x'])
    t.deepEqual(await asked(`${TRANSACTIONS}/${id}/cancel`, served.globexKey), absent);
  const noJob = await asked(`${JOBS}/${ABSENT}/cancel`, served.globexKey);
  t.is(noJob[0], 404);
  t.deepEqual(await asked(`${JOBS}/${jobId}/cancel`, served.globexKey), noJob);
});

test('software cancels a job that waits for intake, and gets the same answer when it asks again', async (t) => {
  const { served, jobId, ids } = await ordered(t, 2);
  const cancelJob = () => served.send('POST', `${JOBS}/${jobId}/cancel`);
  const first = await cancelJob();
  t.is(first.status, 200);
  t.is(first.json.status, 'cancelled');
  const again = await cancelJob();
  t.deepEqual([again.status, again.text], [200, first.text]);
  t.is((await cancel(served, ids[0] ?? '')).status, 200);
});

test('the rest of a job is cancelled once intake has finished it; then 409, with its state', async (t) => {
  const { served, jobId, ids } = await ordered(t);
  await served.sandbox.runDue();
  const cancelled = await served.send('POST', `${JOBS}/${jobId}/cancel`);
  t.deepEqual([cancelled.status, cancelled.json.status], [200, 'completed_success']);
  t.is(await statusOf(served, ids[0] ?? ''), 'cancelled');
  t.is((await served.send('POST', `${JOBS}/${jobId}/cancel`)).status, 200);

  const paid = await ordered(t);
  await paid.served.sandbox.advance(60 * 86_400_000);
  const late = await paid.served.send('POST', `${JOBS}/${paid.jobId}/cancel`);
  t.is(late.status, 409);
  t.regex(late.json.detail, /completed_success/);
});

test('only an administrator stops in the portal what software ordered', async (t) => {
  const { served, ids } = await ordered(t);
  await served.sandbox.runDue();
  const path = `/transactions/${ids[0] ?? ''}/cancel`;
  t.is((await (await comeIn(served, 'checker@acme.example')).post(path)).status, 403);
  t.is((await (await comeIn(served, 'admin@globex.example')).post(path)).status, 404);
  const stopped = await (await comeIn(served, 'admin@acme.example')).post(path, { comment: 'No' });
  t.is(stopped.status, 200);
  t.is(await statusOf(served, ids[0] ?? ''), 'cancelled');
  // The administrator's cancellation is not the software's: it is refused because another was faster.
  t.is((await cancel(served, ids[0] ?? '')).status, 409);
});

test('an administrator stops a job of software that waits for intake', async (t) => {
  const { served, jobId } = await ordered(t);
  const admin = await comeIn(served, 'admin@acme.example');
  t.is((await admin.post(`/jobs/${jobId}/cancel`)).status, 200);
});
