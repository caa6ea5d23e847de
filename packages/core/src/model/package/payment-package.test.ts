import test from 'ava';
import { E } from '../../kernel/fp.js';
import { aPackage } from '../../samples.test.data.js';
import { BatchLimit, Fee, isUsable, MethodLimit, PaymentPackage } from './payment-package.js';

test('a package is usable only while catalog and subscription both are active', (t) => {
  for (const catalogStatus of ['active', 'inactive']) {
    for (const subscriptionStatus of [
      'active',
      'draft',
      'suspended',
      'terminated',
      'not_subscribed',
    ]) {
      t.is(
        isUsable(aPackage({ catalogStatus, subscriptionStatus })),
        catalogStatus === 'active' && subscriptionStatus === 'active',
      );
    }
  }
});

test('a stored package comes back as it was', (t) => {
  const one = aPackage({ overrides: { maxPaymentsPerBatch: 5, defaultDebitAccountId: null } });

  t.deepEqual(PaymentPackage.decode(JSON.parse(JSON.stringify(one))), E.right(one));
});

test('a batch holds at least one payment', (t) => {
  t.true(BatchLimit.is(1));
  for (const n of [0, -1, 1.5, NaN, Infinity, 2 ** 53, '5', null]) t.false(BatchLimit.is(n));
});

test('bounds and fees are whole paise; a bound may be open, a fee may be zero', (t) => {
  const limit = { paymentMethodCode: 'NEFT', minimumAmount: null, maximumAmount: 1 };

  t.true(E.isRight(MethodLimit.decode(limit)));
  for (const minimumAmount of [0, 0.5, '1', undefined]) {
    t.true(E.isLeft(MethodLimit.decode({ ...limit, minimumAmount })));
  }
  t.true(E.isRight(Fee.decode({ paymentMethodCode: 'NEFT', base: 0 })));
  for (const base of [-1, 0.5, NaN, '5']) {
    t.true(E.isLeft(Fee.decode({ paymentMethodCode: 'NEFT', base })));
  }
});

test('GST is 0 to 10,000 basis points', (t) => {
  for (const gstBasisPoints of [0, 1_800, 10_000]) {
    t.true(E.isRight(PaymentPackage.decode(aPackage({ gstBasisPoints }))));
  }
  for (const gstBasisPoints of [-1, 10_001, 0.5, '1800']) {
    t.true(E.isLeft(PaymentPackage.decode(aPackage({ gstBasisPoints }))));
  }
});
