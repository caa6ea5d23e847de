import { memoryStorage } from '@hundi/adapter-memory';
import { PAYMENTS_MAX } from '@hundi/core/wire';
import test from 'ava';
import { aBatch, aPayment, postBatch } from '../../testing/bodies.js';
import { serve } from '../../testing/serve.js';

const REMARK = 'Steel of March, '.repeat(6).trim();

const keys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${String(n)}`, n]));

for (const [what, metadata] of [
  ['620 bytes of metadata', { note: 'x'.repeat(609) }],
  ['24 keys of metadata', keys(24)],
] as const)
  test(`20,000 payments with a remark and ${what} each are accepted`, async (t) => {
    const served = await serve(t, memoryStorage());
    const payee = await served.sandbox.beneficiary('SHARMA01');
    const payments = Array.from({ length: PAYMENTS_MAX }, (_, n) =>
      aPayment(payee, `INVOICE-${String(n)}`, {
        debitAccountNumber: '50200011112222',
        paymentMethodCode: 'NEFT',
        remark: REMARK,
        tag: 'vendors',
        metadata,
      }),
    );

    const { status, json } = await postBatch(served, aBatch(payments), 'run-1');

    t.is(status, 202);
    t.is(json.transactions.length, PAYMENTS_MAX);
  });
