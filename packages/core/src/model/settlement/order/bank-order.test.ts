import test from 'ava';
import fc from 'fast-check';
import type { TransactionId } from '../../../kernel/values/ids.js';
import { dayIn, MINUTE } from '../../../kernel/values/time.js';
import { uuidV7 } from '../../../kernel/values/uuid.js';
import { accepted, anOrder, NOW, someTerms } from '../../../samples.test.data.js';
import { bankOrderOf, bankQuestionOf, type PayerToday } from './bank-order.js';
import { bankRefOf, transactionOf } from './bank-ref.js';

const TODAY: PayerToday = {
  dayOf: (at) => dayIn('Asia/Kolkata', at),
  debtorOf: (account) => ({ name: `Acme of ${account}`, ifsc: 'DEMO0000009' }),
};

const sent = (sentToBankAt = NOW) =>
  ({ status: 'sent_to_bank', sequence: 2, sentToBankAt }) as const;

test('an order is made of what was frozen at acceptance, in clear even where it is masked elsewhere', (t) => {
  const order = anOrder(0, { remark: 'rent', debitAccountNumber: '1', paymentMethodCode: 'RTGS' });
  const bankRef = bankRefOf(order.transactionId);
  const debtor = { name: 'Acme', ifsc: 'DEMO0000001', customerId: 'CIF1', lei: 'an LEI' };
  const orderDetails = { debtor, purpose: 'RENT', creditorLei: 'another LEI' };

  t.deepEqual(
    bankOrderOf(
      accepted(sent(), order, someTerms({ masked: true, orderDetails })),
      TODAY,
    ) as unknown,
    {
      bankRef,
      bankTenantId: 'bank',
      transactionId: order.transactionId,
      amount: 50_000,
      paymentMethod: 'NEFT',
      debitAccountNumber: '50200011112222',
      creditAccountNumber: '123456780001',
      ifsc: 'HDFC0000001',
      beneficiaryName: 'Sharma Steel',
      narration: 'rent',
      corporateTenantId: 'acme',
      debtor,
      executionDate: '2026-03-02',
      reference: 'INV-0',
      endToEndId: bankRef,
      creditorLei: 'another LEI',
      purpose: 'RENT',
      jobId: order.jobId,
    },
  );
});

test('a payout whose acceptance fixed no debtor is paid by the debtor of today', (t) => {
  const { orderDetails: _, ...terms } = someTerms();
  const { debtor, ...order } = bankOrderOf(accepted(sent(), anOrder(), terms), TODAY);

  t.deepEqual(debtor, { name: 'Acme of da-main', ifsc: 'DEMO0000009' });
  t.false('purpose' in order || 'creditorLei' in order);
});

test('every send of a payout carries the same order, whatever became of the corporate and of the day', (t) => {
  const first = bankOrderOf(accepted(sent()), TODAY);
  const later = accepted({ ...sent(), status: 'paid', sequence: 3, paidAt: NOW + 5 });
  const other: PayerToday = { ...TODAY, debtorOf: () => ({ name: 'Other', ifsc: 'OTHR0000001' }) };

  t.deepEqual(bankOrderOf(later, other), first);
});

test('an order is executed on the day of its send in the zone of the bank', (t) => {
  const midnight = Date.UTC(2026, 2, 2, 18, 30);
  const day = (at: number, zone = 'Asia/Kolkata') =>
    bankOrderOf(accepted(sent(at)), { ...TODAY, dayOf: (one) => dayIn(zone, one) }).executionDate;

  t.is(day(midnight - MINUTE), '2026-03-02');
  t.is(day(midnight), '2026-03-03');
  t.is(day(midnight, 'UTC'), '2026-03-02');
});

test('there is no order of a payout that was not sent', (t) => {
  t.throws(() => bankOrderOf(accepted({ status: 'approved', sequence: 1 }), TODAY));
});

test('an end-to-end id has at most 35 characters that every bank passes on, and finds its payout', (t) => {
  fc.assert(
    fc.property(
      fc.nat({ max: 2 ** 40 }),
      fc.uint8Array({ minLength: 10, maxLength: 10 }),
      (at, bytes) => {
        const transactionId = uuidV7(at, bytes) as TransactionId;
        const { endToEndId } = bankOrderOf(accepted(sent(), anOrder(0, { transactionId })), TODAY);
        t.regex(endToEndId, /^[A-Z0-9]{1,35}$/);
        t.is(transactionOf(endToEndId), transactionId);
      },
    ),
  );
});

test('a question carries the references of the order, and its amount', (t) => {
  const payout = accepted(sent());
  const { bankRef, bankTenantId, transactionId, amount } = bankOrderOf(payout, TODAY);

  t.deepEqual(bankQuestionOf(payout.order), { bankRef, bankTenantId, transactionId, amount });
});
