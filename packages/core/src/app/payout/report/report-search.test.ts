import test from 'ava';
import { payeeTexts, searchWords } from './report-search.js';

test('a search is looked for in payees, and as the title says it', (t) => {
  t.deepEqual(payeeTexts('sharma'), ['sharma']);
  t.deepEqual(payeeTexts('PAYOUT to Sharma'), ['payout to sharma', 'sharma']);
  t.deepEqual(payeeTexts('Ｐａｙｏｕｔ  to  Sharma'), ['payout to sharma', 'sharma']);
  t.deepEqual(payeeTexts('a payout to Sharma'), ['a payout to sharma']);
});

test('a search for the beginning of every title excludes nothing', (t) => {
  for (const text of ['payout to ', 'Payout to', 'PAYOUT', 'payout ', 'Payout  To', ' ']) {
    t.deepEqual(payeeTexts(text), []);
  }
});

test('a part of a word of the title is searched for in payees only', (t) => {
  for (const text of ['p', 'pay', 'to', 'payout t']) t.deepEqual(payeeTexts(text), [text]);
});

test('a search is the beginning of a reference, as it was written', (t) => {
  t.is(searchWords('Inv 7').prefix, 'Inv 7');
});

for (const [search, amount] of [
  ['1', 1],
  ['50000', 50_000],
  ['999999999999999', 999_999_999_999_999],
  ['500.00', 50_000],
  ['0.01', 1],
  ['9999999999999.99', 999_999_999_999_999],
  ['７００．００', 70_000],
  [' 600.00 ', 60_000],
] as const) {
  test(`${search} is an amount`, (t) => {
    t.is(searchWords(search).amount, amount);
  });
}

for (const search of [
  '500.0',
  '500.000',
  '.50',
  '500.',
  '-1',
  '1,000',
  '1e3',
  '1000000000000000',
  '10000000000000.00',
  'REF-1',
  '١٢',
]) {
  test(`${JSON.stringify(search)} is no amount`, (t) => {
    t.false('amount' in searchWords(search));
  });
}
