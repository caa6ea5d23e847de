import test from 'ava';
import fc from 'fast-check';
import { PAISE_MAX } from './money.js';
import { rupees } from './rupees.js';

test('amounts have two decimals and Indian commas', (t) => {
  const written: ReadonlyArray<readonly [number, string]> = [
    [1, '₹0.01'],
    [99, '₹0.99'],
    [100, '₹1.00'],
    [99_999, '₹999.99'],
    [100_000, '₹1,000.00'],
    [9_999_999, '₹99,999.99'],
    [10_000_000, '₹1,00,000.00'],
    [123_456_789, '₹12,34,567.89'],
    [PAISE_MAX, '₹99,99,99,99,99,999.99'],
  ];
  for (const [paise, text] of written) t.is(rupees(paise), text);
  t.is(rupees(19_999_999_999_999_980_000n), '₹1,99,99,99,99,99,99,99,800.00');
});

test('a formatted amount is exact to the paisa', (t) => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: PAISE_MAX }),
      (paise) => Number(rupees(paise).replace(/[₹,.]/g, '')) === paise,
    ),
  );
  t.pass();
});
