import type * as t from 'io-ts';
import { patterned } from '../codecs/patterned.js';
import { hex } from '../secrets/hex.js';
import { MINUTE } from './time.js';

/** How long a code is good. */
export const CODE_LIFE = 5 * MINUTE;

/** The number of tries for each code that was sent. */
export const TRIES_MAX = 5;

/** How many digits a code has that stays between one person and their mailbox. */
export const CODE_DIGITS = 6;

/** Random bytes for one code: far more than needed, so that all codes are practically equally likely. */
export const CODE_BYTES = 16;

/** How many different codes of so many digits there are. */
export const codesOf = (digits: number): bigint => 10n ** BigInt(digits);

/** A code as a number, from its random bytes. */
export const codeNumber = (random: Uint8Array, digits: number): bigint =>
  BigInt(`0x${hex(random.subarray(0, CODE_BYTES))}`) % codesOf(digits);

/** A code as it is mailed and typed. */
export const writeCode = (code: bigint, digits: number): string =>
  String(code).padStart(digits, '0');

/** A one-time code of six digits. */
export const OneTimeCode = patterned('OneTimeCode', /^[0-9]{6}$/, {
  description: 'The six digits that were mailed.',
});
export type OneTimeCode = t.TypeOf<typeof OneTimeCode>;
