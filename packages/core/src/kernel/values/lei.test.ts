import test from 'ava';
import fc from 'fast-check';
import { Lei } from './lei.js';

const SIGNS = Array.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const body = fc.string({ unit: fc.constantFrom(...SIGNS), minLength: 18, maxLength: 18 });

/** ISO 7064 MOD 97-10, by the letter of the standard: the whole number, and no step by step remainder. */
const checkDigits = (letters: string): string => {
  const number = Array.from(`${letters}00`, (sign) => String(SIGNS.indexOf(sign))).join('');
  return String(98n - (BigInt(number) % 97n)).padStart(2, '0');
};
const lei = body.map((letters) => `${letters}${checkDigits(letters)}`);

test('LEIs of well-known entities are taken', (t) => {
  for (const known of ['HWUPKR0MPOU8FGXBT394', '7LTWFZYICNSX8D621K86', '549300DTUYXVMJXZNY75'])
    t.true(Lei.is(known), known);
});

test('any 18 letters and digits with their check digits are an LEI', (t) => {
  fc.assert(
    fc.property(lei, (code) => {
      t.true(Lei.is(code));
      t.deepEqual(Lei.decode(code.toLowerCase()) as unknown, { _tag: 'Right', right: code });
    }),
  );
});

test('no LEI has other check digits than its own', (t) => {
  fc.assert(
    fc.property(lei, fc.nat({ max: 99 }), (code, other) => {
      const digits = String(other).padStart(2, '0');
      t.is(Lei.is(`${code.slice(0, 18)}${digits}`), code.endsWith(digits));
    }),
  );
});

const isDigit = (sign: string): boolean => /^[0-9]$/.test(sign);

test('one wrong letter or digit, or two that changed places, make an LEI invalid', (t) => {
  fc.assert(
    fc.property(lei, fc.nat({ max: 16 }), fc.constantFrom(...SIGNS), (code, at, wrong) => {
      const [before, sign, next] = [code.slice(0, at), code.charAt(at), code.charAt(at + 1)];
      const slip = `${before}${wrong}${code.slice(at + 1)}`;
      const swapped = `${before}${next}${sign}${code.slice(at + 2)}`;
      // A letter in the place of a digit makes the number longer, which a remainder finds mostly, and not always.
      if (isDigit(wrong) === isDigit(sign)) t.is(Lei.is(slip), slip === code);
      if (isDigit(next) === isDigit(sign)) t.is(Lei.is(swapped), swapped === code);
    }),
  );
});

test('what does not have the form of an LEI is refused', (t) => {
  fc.assert(
    fc.property(lei, (code) => {
      for (const other of [code.slice(1), `0${code}`, ` ${code}`, `${code}\n`, code.slice(0, 19)])
        t.false(Lei.is(other));
    }),
  );
  for (const other of [null, 1, '', 'ſ'.repeat(18) + '00']) t.is(Lei.decode(other)._tag, 'Left');
});
