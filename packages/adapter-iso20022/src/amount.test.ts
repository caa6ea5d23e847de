import test from 'ava';
import fc from 'fast-check';
import { amountOf, decimalOf, paiseOf } from './amount.js';

const paise = fc.oneof(
  fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
  fc.integer({ min: 0, max: 100_000 }),
  fc.constantFrom(0, 1, 99, 100, Number.MAX_SAFE_INTEGER),
);

test('paise are written as exact rupees, and read back as the same paise', (t) => {
  fc.assert(
    fc.property(paise, (n) => {
      t.is(paiseOf(decimalOf(n)), n);
      t.regex(decimalOf(n), /^\d+\.\d{2}$/);
      t.is(BigInt(decimalOf(n).replace('.', '')), BigInt(n));
    }),
  );
});

test('rupees with any number of decimals are read as long as they are whole paise', (t) => {
  for (const text of ['12', '12.', '12.0', '12.00', '12.00000', '+12.0', '0012', ' 12.0 '])
    t.is(paiseOf(text), 1_200, text);
  t.is(paiseOf('.5'), 50);
  t.is(paiseOf('12.340'), 1_234);
  t.is(paiseOf('0'), 0);
});

test('rupees that are no whole paise, or no decimal, are no amount', (t) => {
  for (const text of [
    '',
    '.',
    '12.345',
    '12.001',
    '-12',
    '1e3',
    '1,200.00',
    '12.34.56',
    '0x10',
    '१२',
    'NaN',
    'Infinity',
    '12.0000000',
    '90071992547409.92',
    '9'.repeat(19),
  ])
    t.is(paiseOf(text), undefined, text);
});

test('another currency keeps its exact decimals, however many', (t) => {
  t.deepEqual(amountOf('12.34500', 'KWD'), { currency: 'KWD', decimal: '12.345' });
  t.deepEqual(amountOf('1200', 'JPY'), { currency: 'JPY', decimal: '1200' });
  t.deepEqual(amountOf('1200.000', 'JPY'), { currency: 'JPY', decimal: '1200' });
  t.deepEqual(amountOf('12.5', 'INR'), { currency: 'INR', paise: 1_250 });
  for (const currency of ['', 'inr', 'RUPEES', 'IN']) t.is(amountOf('1', currency), undefined);
});
