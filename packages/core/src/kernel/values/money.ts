import * as t from 'io-ts';
import type { Brand } from '../codecs/brand.js';
import { about, documented } from '../codecs/documented.js';
import { record } from '../codecs/record.js';
import { Whole } from './whole.js';

/** The largest amount that is accepted, in paise (decisions §2). */
export const PAISE_MAX = 10 ** 15 - 1;

/**
 * A positive whole number of paise (decisions §2). Fractions, NaN and amounts above 10^15 − 1 are refused, never rounded.
 */
export const Paise = documented(
  t.brand(
    t.number,
    (n): n is t.Branded<number, Brand<'Paise'>> =>
      Number.isSafeInteger(n) && n >= 1 && n <= PAISE_MAX,
    'Paise',
  ),
  {
    type: 'integer',
    minimum: 1,
    maximum: PAISE_MAX,
    description: 'Paise: 1 INR is 100 paise. No decimals.',
  },
);
export type Paise = t.TypeOf<typeof Paise>;

/** The only currency of the interface (§1). */
export const CURRENCY = 'INR';

/** An amount as answers show it (§2.8); a fee may be nothing. */
export const Money = record('Money', {
  value: about(Whole, 'Paise: 1 INR is 100 paise.'),
  currency: t.literal(CURRENCY),
});
export type Money = t.TypeOf<typeof Money>;

/** Sums paise exactly (decisions §2): a batch of large amounts passes what a double can hold. */
export const sumPaise = (amounts: Iterable<number>): bigint => {
  let [sum, exact] = [0n, 0];
  for (const amount of amounts) {
    // Most sums fit into a double, which takes no memory.
    if (exact + amount > Number.MAX_SAFE_INTEGER) {
      sum += BigInt(exact);
      exact = 0;
    }
    exact += amount;
  }
  return sum + BigInt(exact);
};
