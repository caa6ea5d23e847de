import test from 'ava';
import { isDead, PayoutStatus } from './payout.js';

test('only a failed, rejected or cancelled payout lets go of its reference', (t) => {
  const all = Object.keys(PayoutStatus.keys) as PayoutStatus[];

  t.deepEqual(all.filter(isDead), ['failed', 'rejected', 'cancelled']);
});
