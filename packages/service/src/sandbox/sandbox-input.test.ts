import { E } from '@hundi/core';
import test from 'ava';
import { readChargeFilter, readMailFilter, readOrderFilter } from './sandbox-input.js';

test('an empty filter is none', (t) => {
  t.deepEqual(readMailFilter({ to: '' }), E.right(undefined));
  t.deepEqual(readChargeFilter({ sessionId: '' }), E.right(undefined));
  t.deepEqual(
    readOrderFilter({ bankRef: '', debitAccount: '1' }),
    E.right({ debitAccountNumber: '1' }),
  );
});

for (const value of [['a', 'b'], 'a\u0000'])
  test(`no database is asked for ${JSON.stringify(value)}`, (t) => {
    t.true(E.isLeft(readMailFilter({ to: value })));
    t.true(E.isLeft(readChargeFilter({ sessionId: value })));
    t.true(E.isLeft(readOrderFilter({ bankRef: value })));
    t.true(E.isLeft(readOrderFilter({ debitAccount: value })));
  });
