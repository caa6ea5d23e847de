import test from 'ava';
import fc from 'fast-check';
import { CODE_BYTES, CODE_DIGITS, codeNumber, OneTimeCode, writeCode } from './one-time-code.js';

const random = fc.uint8Array({ minLength: CODE_BYTES, maxLength: CODE_BYTES });
const written = (bytes: Uint8Array, digits: number): string =>
  writeCode(codeNumber(bytes, digits), digits);

test('a code has the requested number of digits for every random draw', (t) => {
  fc.assert(
    fc.property(
      random,
      fc.integer({ min: 1, max: 18 }),
      (bytes, digits) =>
        written(bytes, digits).length === digits && /^\d+$/.test(written(bytes, digits)),
    ),
  );
  t.is(written(new Uint8Array(CODE_BYTES), CODE_DIGITS), '000000');
  t.true(OneTimeCode.is(written(new Uint8Array(CODE_BYTES).fill(255), CODE_DIGITS)));
});

test('every byte counts', (t) => {
  const codes = Array.from({ length: CODE_BYTES }, (_, i) =>
    written(new Uint8Array(CODE_BYTES).fill(1, i, i + 1), CODE_DIGITS),
  );
  t.is(new Set(codes).size, CODE_BYTES);
});

test('nothing else is a code', (t) => {
  for (const text of ['', '12345', '1234567', '12345a', ' 123456', '１２３４５６', '123456\n'])
    t.false(OneTimeCode.is(text), text);
});
