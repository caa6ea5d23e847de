import test from 'ava';
import { maskAccount } from './masking.js';

test('an account number shows its last four digits only, and not its length', (t) => {
  t.is(maskAccount('50200011112222'), 'XXXXXX2222');
  t.is(maskAccount('123456'), 'XXXXXX3456');
});
