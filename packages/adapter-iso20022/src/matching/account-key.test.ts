import test from 'ava';
import { accountKeyOf } from './account-key.js';

test('zeros before an account number and signs within it make no other account', (t) => {
  for (const written of ['50200011112222', '0050200011112222', '5020-0011 112222'])
    t.is(accountKeyOf(written), '50200011112222');
  t.not(accountKeyOf('5020001111222'), accountKeyOf('50200011112222'));
});

test('a number without letters or digits is itself', (t) => {
  t.deepEqual(['000', '---', '००१'].map(accountKeyOf), ['000', '---', '००१']);
});
