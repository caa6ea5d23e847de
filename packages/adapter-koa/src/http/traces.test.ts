import { memoryStorage } from '@hundi/adapter-memory';
import type { Storage } from '@hundi/core';
import type { BankOrder } from '@hundi/core/rail';
import test, { type ExecutionContext } from 'ava';
import { aBatch, aPayment, postBatch } from '../testing/bodies.js';
import { serve } from '../testing/serve.js';

const PAYOUT = '0195f0d4-0000-8000-8000-000000000001';
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SENT = `00-${TRACE}-00f067aa0ba902b7-01`;

/** The trace that a batch with these headers takes to the bank. */
const traceAtBank = async (
  t: ExecutionContext,
  headers: Readonly<Record<string, string>>,
): Promise<ReadonlyArray<string | undefined>> => {
  const served = await serve(t, memoryStorage());
  const { sandbox } = served;
  const orders: BankOrder[] = [];
  const watching = sandbox.another({
    bankRail: {
      ...sandbox.bank.rail,
      submit: (sent) => {
        orders.push(...sent);
        return sandbox.bank.rail.submit(sent);
      },
    },
  });
  const payee = await sandbox.beneficiary('SHARMA01');

  const { status } = await postBatch(served, aBatch([aPayment(payee, 'T-1')]), 'run-1', {
    headers,
  });
  await watching.runDue();

  t.is(status, 202);
  return orders.map(({ traceparent }) => traceparent);
};

test('the trace context of a batch goes with its payments to the bank', async (t) => {
  t.deepEqual(await traceAtBank(t, { traceparent: SENT }), [SENT]);
});

for (const traceparent of [
  '',
  'nonsense',
  `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
  SENT + '0',
]) {
  test(`an invalid trace context is ignored: "${traceparent}"`, async (t) => {
    t.deepEqual(await traceAtBank(t, { traceparent }), [undefined]);
  });
}

test('the log of a request names its trace, and the log of a failure too, with the use case and what it was about', async (t) => {
  const logs: (string | undefined)[] = [];
  const failed: unknown[] = [];
  const storage = memoryStorage();
  let isBroken = false;
  const findMany = () => Promise.reject(new Error('broken'));
  const read: Storage['read'] = (work) =>
    storage.read((stores) =>
      work(isBroken ? { ...stores, payouts: { ...stores.payouts, findMany } } : stores),
    );
  const { get } = await serve(
    t,
    { ...storage, read },
    {
      onRequest: ({ traceId }) => logs.push(traceId),
      onError: (_, { traceId, useCase, subjects }) => {
        logs.push(traceId);
        failed.push([useCase, subjects.map(({ subjectId }) => subjectId)]);
      },
    },
  );
  await get('/v1/partner/unknown', { headers: { traceparent: SENT } });
  await get('/v1/partner/unknown', { headers: { traceparent: 'nonsense' } });
  isBroken = true;
  await get(`/v1/partner/payments/transactions/${PAYOUT}`, { headers: { traceparent: SENT } });

  t.deepEqual(logs, [TRACE, undefined, TRACE, TRACE]);
  t.deepEqual(failed, [['getTransaction', [PAYOUT]]]);
});

test('a batch without a trace context takes none to the bank', async (t) => {
  t.deepEqual(await traceAtBank(t, {}), [undefined]);
});
