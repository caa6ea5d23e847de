import test from 'ava';
import { anOrder, someTerms } from '../../../samples.test.data.js';
import { freedLimits } from './freed-limits.js';

test('dead payouts give back what they counted, on the day that they counted against', (t) => {
  const dead = [
    { order: anOrder(0, { amount: 7 }), terms: someTerms({ limitDay: '2026-03-09' }) },
    { order: anOrder(1, { amount: 8 }), terms: someTerms() },
  ];

  t.deepEqual(freedLimits(dead) as unknown, [
    { packageCode: 'VENDOR', day: '2026-03-09', amount: -7n },
  ]);
});
