import test from 'ava';
import fc from 'fast-check';
import type { PaymentMethodCode } from '../../kernel/values/ids.js';
import { PAISE_MAX } from '../../kernel/values/money.js';
import { aPackage } from '../../samples.test.data.js';
import { feesOf } from './fees.js';

const NEFT = 'NEFT' as PaymentMethodCode;
const fees = (base: number, gstBasisPoints: number) =>
  feesOf(aPackage({ fees: [{ paymentMethodCode: 'NEFT', base }], gstBasisPoints }), NEFT);

for (const [base, basisPoints, gst] of [
  [500, 1_800, 90],
  [0, 1_800, 0],
  [1, 1_800, 0],
  [3, 1_800, 1],
  [25, 1_800, 5],
  [5, 1_000, 1],
  [4, 1_000, 0],
  [1, 5_000, 1],
  [100, 0, 0],
  [100, 10_000, 100],
] as const) {
  test(`GST of ${String(basisPoints)} basis points on ${String(base)} is ${String(gst)}`, (t) => {
    t.deepEqual(fees(base, basisPoints), { base, gst });
  });
}

test('GST is rounded half up, once, and exactly', (t) => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: PAISE_MAX }),
      fc.integer({ min: 0, max: 10_000 }),
      (base, basisPoints) => {
        const tenThousandths = BigInt(base) * BigInt(basisPoints);
        const [whole, rest] = [tenThousandths / 10_000n, tenThousandths % 10_000n];
        t.is(BigInt(fees(base, basisPoints).gst), rest >= 5_000n ? whole + 1n : whole);
      },
    ),
    { numRuns: 500 },
  );
});

test('a method without a fee costs nothing', (t) => {
  t.deepEqual(feesOf(aPackage(), 'IMPS' as PaymentMethodCode), { base: 0, gst: 0 });
});
