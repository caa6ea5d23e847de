import test from 'ava';
import fc from 'fast-check';
import { rupees } from './rupees.js';
import { paiseIn } from './rupees-in.js';

for (const [text, paise] of [
  ['100000', 10_000_000n],
  ['100000.00', 10_000_000n],
  ['1,00,000.00', 10_000_000n],
  ['100,000.00', 10_000_000n],
  ['₹1,00,000', 10_000_000n],
  [' ₹ 1,000.5 ', 100_050n],
  ['₹\u00a01,00,000.5', 10_000_050n],
  ['Rs 1,000', 100_000n],
  ['Rs.1,000', 100_000n],
  ['rs. 1,000', 100_000n],
  ['0.07', 7n],
  ['1.15', 115n],
  ['9007199254740993.01', 900_719_925_474_099_301n],
] as const) {
  test(`${text} is so many paise exactly`, (t) => {
    t.is(paiseIn(text), paise);
  });
}

for (const text of [
  '',
  'x',
  '-1',
  '1.234',
  '1,50',
  '1,0,000',
  '1,00,00',
  '1.000,00',
  '1e3',
  '१००',
  '1 000',
  '1.',
  '.5',
  '$5',
  'Rs Rs 5',
  '5 Rs',
  '1,00,000.00 Cr',
  '(5)',
  '\u2212 5',
  '9'.repeat(41),
]) {
  test(`${JSON.stringify(text.slice(0, 12))} is no amount in rupees`, (t) => {
    t.is(paiseIn(text), undefined);
  });
}

test('what is written in rupees is read as the same paise', (t) => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n * 10n ** 19n }), (paise) => {
      t.is(paiseIn(rupees(paise)), paise);
    }),
  );
});
