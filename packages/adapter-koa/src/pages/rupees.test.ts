import test from 'ava';
import fc from 'fast-check';
import { rupees } from './rupees.js';

for (const [paise, written] of [
  [1, '₹0.01'],
  [100, '₹1.00'],
  [99_999, '₹999.99'],
  [100_000, '₹1,000.00'],
  [123_456_780, '₹12,34,567.80'],
  [999_999_999_999_999, '₹99,99,99,99,99,999.99'],
] as const) {
  test(`${String(paise)} paise are ${written}`, (t) => {
    t.is(rupees(paise), written);
  });
}

test('no paisa is lost in writing', (t) => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 999_999_999_999_999 }),
      (paise) => Number(rupees(paise).replaceAll(/\D/g, '')) === paise,
    ),
  );
  t.pass();
});
