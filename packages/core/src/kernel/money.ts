import * as t from 'io-ts';
import type { Brand } from './brand.js';

/** The largest amount that is accepted, in paise (decisions §2). */
export const PAISE_MAX = 10 ** 15 - 1;

/** A positive whole number of paise. Fractions, NaN and amounts above 10^15 − 1 are refused, never rounded. */
export const Paise = t.brand(
  t.number,
  (n): n is t.Branded<number, Brand<'Paise'>> =>
    Number.isSafeInteger(n) && n >= 1 && n <= PAISE_MAX,
  'Paise',
);
export type Paise = t.TypeOf<typeof Paise>;

/** The only currency of the interface (§1). */
export const CURRENCY = 'INR';

/** Sums exactly: a batch of large amounts passes what a double can hold. */
export const sumPaise = (amounts: Iterable<number>): bigint => {
  let sum = 0n;
  for (const amount of amounts) sum += BigInt(amount);
  return sum;
};
