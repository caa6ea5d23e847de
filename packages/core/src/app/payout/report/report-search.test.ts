import test from 'ava';
import { payeeTexts, searchWords } from './report-search.js';

const TITLED = { part: 'payout to sharma s', beginning: 'sharma s' };

test('a search is looked for in payees, and as the title says it', (t) => {
  t.deepEqual(payeeTexts('sharma s'), { part: 'sharma s' });
  t.deepEqual(payeeTexts('PAYOUT to Sharma s'), TITLED);
  t.deepEqual(payeeTexts('Ｐａｙｏｕｔ  to  Sharma s'), TITLED);
  t.deepEqual(payeeTexts('a payout to Sharma'), { part: 'a payout to sharma' });
  t.deepEqual(payeeTexts('to'), { part: 'to', id: 'to' });
});

test('a search that can be an id is one as it was written, in a title, too', (t) => {
  t.deepEqual(payeeTexts('Nobody'), { part: 'nobody', id: 'Nobody' });
  t.deepEqual(payeeTexts('payout TO Nobody'), {
    part: 'payout to nobody',
    beginning: 'nobody',
    id: 'Nobody',
  });
});

test('a search for the beginning of every title excludes nothing', (t) => {
  for (const text of ['payout to ', 'Payout to', 'Payout  T', 'PAYOUT', 'payout ', 'Pay', 'p', ' '])
    t.is(payeeTexts(text), undefined);
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
  ['1,000', 100_000],
  ['₹ 1,00,000.5', 10_000_050],
  ['₹500', 50_000],
  ['Rs. 500', 50_000],
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
  '1,0',
  '₹0',
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
