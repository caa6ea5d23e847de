import test from 'ava';
import { accepted, anOrder, someTerms } from '../../samples.test.data.js';
import { bankOrderOf } from './bank-order.js';
import { bankRefOf } from './bank-ref.js';

test('an order is made of what was frozen at acceptance, in clear even where it is masked elsewhere', (t) => {
  const order = anOrder(0, { remark: 'rent', debitAccountNumber: '1', paymentMethodCode: 'RTGS' });

  t.deepEqual(
    bankOrderOf(
      accepted({ status: 'approved', sequence: 1 }, order, someTerms({ masked: true })),
    ) as unknown,
    {
      bankRef: bankRefOf(order.transactionId),
      bankTenantId: 'bank',
      transactionId: order.transactionId,
      amount: 50_000,
      paymentMethod: 'NEFT',
      debitAccountNumber: '50200011112222',
      creditAccountNumber: '123456780001',
      ifsc: 'HDFC0000001',
      beneficiaryName: 'Sharma Steel',
      narration: 'rent',
    },
  );
});

test('every send and query of a payout carries the same order, in every state', (t) => {
  const [first, later] = [
    accepted({ status: 'approved', sequence: 1 }),
    accepted({ status: 'sent_to_bank', sequence: 2, sentToBankAt: 5 }),
  ];

  t.deepEqual(bankOrderOf(first), bankOrderOf(later));
});
