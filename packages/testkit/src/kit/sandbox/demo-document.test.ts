import { E, readProvisionDocument } from '@hundi/core';
import test from 'ava';
import { openingAccounts } from '../bank/opening-accounts.js';
import { demoDocument } from './demo-document.js';

test('the demo document is accepted as it is', (t) => {
  t.true(E.isRight(readProvisionDocument(demoDocument())));
});

test('debit accounts open with the balance that their document names', (t) => {
  const read = readProvisionDocument(demoDocument());
  t.true(E.isRight(read));
  if (E.isLeft(read)) return;
  const balances = new Map(
    openingAccounts(read.right).map(({ accountNumber, balance }) => [accountNumber, balance]),
  );
  t.is(balances.get('50200011114444'), 100_000);
  t.is(balances.size, 6);
});
