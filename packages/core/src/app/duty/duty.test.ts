import test from 'ava';
import { retryDelay } from './duty.js';

test('failed work is tried again after 1, 2, 4 … seconds, up to a minute', (t) => {
  t.deepEqual(
    [0, 1, 2, 3, 6, 7, 8, 100, 100_000].map(retryDelay),
    [1_000, 1_000, 2_000, 4_000, 32_000, 60_000, 60_000, 60_000, 60_000],
  );
});
