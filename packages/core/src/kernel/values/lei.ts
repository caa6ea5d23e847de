import type * as t from 'io-ts';
import { raised } from './text.js';

const LEI = /^[A-Za-z0-9]{18}[0-9]{2}$/;

/**
 * Whether the last two digits are those that ISO 7064 MOD 97-10 gives: the number that the code becomes, with 10 for A
 * up to 35 for Z, leaves 1. Check digits run from 02 to 98: 00, 01 and 99 would stand for 97, 98 and 02.
 */
const isChecked = (code: string): boolean => {
  const check = Number(code.slice(-2));
  if (check < 2 || check > 98) return false;
  let rest = 0;
  for (const letter of code) {
    const value = Number.parseInt(letter, 36);
    rest = (rest * (value < 10 ? 10 : 100) + value) % 97;
  }
  return rest === 1;
};

/** A legal entity identifier (ISO 17442). Lowercase is raised on the way in; wrong check digits are refused. */
export const Lei = raised(
  'Lei',
  'a legal entity identifier: 18 letters and digits, and 2 check digits that fit them',
  LEI,
  isChecked,
);
export type Lei = t.TypeOf<typeof Lei>;
