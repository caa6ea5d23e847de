import test from 'ava';
import fc from 'fast-check';
import { E } from '../fp.js';
import { Paise, PAISE_MAX, sumPaise } from './money.js';

const accepts = (input: unknown): boolean => E.isRight(Paise.decode(input));

for (const amount of [1, 1e3, 2 ** 31 - 1, 2 ** 31, 2 ** 31 + 1, PAISE_MAX]) {
  test(`${String(amount)} paise are an amount`, (t) => {
    t.true(accepts(amount));
  });
}

const refused: ReadonlyArray<unknown> = [
  0,
  -0,
  -1,
  0.5,
  1.000_000_1,
  PAISE_MAX + 1,
  2 ** 53 - 1,
  2 ** 53 + 1,
  1e21,
  NaN,
  Infinity,
  -Infinity,
  '100',
  '',
  null,
  undefined,
  true,
  [100],
  { value: 100 },
  100n,
];
for (const [i, input] of refused.entries()) {
  test(`a value that is no positive whole number of paise within the bound is refused (case ${String(i)})`, (t) => {
    t.false(accepts(input));
  });
}

test('an amount is never rounded on its way in', (t) => {
  fc.assert(
    fc.property(fc.oneof(fc.double(), fc.integer(), fc.maxSafeInteger()), (n) => {
      const decoded = Paise.decode(n);
      const whole = Number.isInteger(n) && n >= 1 && n <= PAISE_MAX;
      return E.isRight(decoded) ? whole && Object.is(decoded.right, n) : !whole;
    }),
  );
  t.pass();
});

test('a sum that a double cannot hold is exact', (t) => {
  t.is(sumPaise(Array<number>(20_000).fill(PAISE_MAX)), 20_000n * 999_999_999_999_999n);
  t.is(sumPaise([]), 0n);
});
