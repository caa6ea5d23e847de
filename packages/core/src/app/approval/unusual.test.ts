import test from 'ava';
import type { BeneficiaryId } from '../../kernel/values/ids.js';
import type { AcceptedPayout } from '../../model/payout/payout.js';
import type { PaidToPayee } from '../../storage/payout-store.js';
import {
  NOTHING_UNUSUAL,
  unusualIn,
  UNUSUAL_SHOWN,
  withUnusual,
  type LastPaid,
} from './unusual.js';

const ACCOUNT = { accountNumber: '1234567890', ifsc: 'HDFC0000001' };

const payout = (n: number, amount: number, account: Partial<typeof ACCOUNT> = {}) => {
  const { accountNumber, ifsc } = { ...ACCOUNT, ...account };
  return {
    order: {
      transactionId: `t-${String(n).padStart(3, '0')}`,
      reference: `REF-${String(n)}`,
      beneficiaryId: `b-${String(n)}`,
      amount,
    },
    terms: {
      beneficiaryCode: `B${String(n)}`,
      beneficiaryName: `Payee ${String(n)}`,
      creditAccountNumber: accountNumber,
      creditIfsc: ifsc,
    },
  } as AcceptedPayout;
};

const paid = (n: number, ...amounts: ReadonlyArray<number>) =>
  amounts.map((amount) => ({ beneficiaryId: `b-${String(n)}`, amount, ...ACCOUNT }) as PaidToPayee);

/** Ten paise to each of them. */
const lastPaid = (...payees: ReadonlyArray<number>): LastPaid =>
  new Map(payees.map((n) => [`b-${String(n)}` as BeneficiaryId, paid(n, 10)]));

test('a payee who was never paid is new, whatever the amount and the account', (t) => {
  t.deepEqual(unusualIn(payout(1, 1), []), ['new_payee']);
  t.deepEqual(unusualIn(payout(1, 10 ** 15 - 1), []), ['new_payee']);
});

test('an amount is unusual above three times the largest of the last payouts, and not at it', (t) => {
  t.deepEqual(unusualIn(payout(1, 3_000), paid(1, 10, 1_000, 20)), []);
  t.deepEqual(unusualIn(payout(1, 3_001), paid(1, 10, 1_000, 20)), ['above_usual_amount']);
});

test('an account is changed if none of the last payouts went to its number and its IFSC', (t) => {
  const other = { accountNumber: '99990000' };
  t.deepEqual(unusualIn(payout(1, 10, other), paid(1, 10)), ['changed_account']);
  t.deepEqual(unusualIn(payout(1, 10, { ifsc: 'ICIC0000001' }), paid(1, 10)), ['changed_account']);
  t.deepEqual(unusualIn(payout(1, 31, other), paid(1, 10)), [
    'above_usual_amount',
    'changed_account',
  ]);
  const both = [...paid(1, 10), { ...paid(1, 10)[0], ...other } as PaidToPayee];
  t.deepEqual(unusualIn(payout(1, 10, other), both), []);
});

test('payouts that stand out are counted and summed by kind, and the largest of each kind are named', (t) => {
  const some = withUnusual(
    NOTHING_UNUSUAL,
    [payout(1, 50), payout(2, 40, { ifsc: 'ICIC0000001' }), payout(3, 10)],
    lastPaid(2, 3),
  );
  t.deepEqual([some.count, some.amount], [2, 90n]);
  t.deepEqual(some.kinds, {
    new_payee: { count: 1, amount: 50n },
    above_usual_amount: { count: 1, amount: 40n },
    changed_account: { count: 1, amount: 40n },
  });
  t.deepEqual(
    some.items.map(({ reference, kinds, usualAmount }) => [reference, kinds, usualAmount]),
    [
      ['REF-1', ['new_payee'], undefined],
      ['REF-2', ['above_usual_amount', 'changed_account'], 10],
    ],
  );
  const many = withUnusual(
    some,
    Array.from({ length: 100 }, (_, n) => payout(n + 10, 1_000 + n)),
    lastPaid(),
  );
  t.deepEqual([many.count, many.kinds.new_payee.count], [102, 101]);
  // However many new payees are larger, the changed account is named.
  t.is(many.items.length, UNUSUAL_SHOWN + 1);
  t.is(many.items.at(-1)?.reference, 'REF-2');
  t.deepEqual(
    many.items.slice(0, 2).map(({ amount }) => amount),
    [1_099, 1_098],
  );
  t.is(withUnusual(many, [payout(3, 10)], lastPaid(3)), many);
});
