const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;

/** A double keeps every decimal of so many digits. */
const DIGITS_KEPT = 15;

const isDigit = (byte = 0): boolean => byte >= ZERO && byte <= NINE;

/**
 * Whether a number that has a point or an exponent at a place surely is no whole one, and surely keeps its value when
 * it is parsed. Looks at a few bytes only, and says no if in doubt: `numberFaults` then decides.
 */
export const isOrdinaryNumber = (bytes: Uint8Array, at: number): boolean => {
  // The e of true and false stands behind a letter.
  if (!isDigit(bytes[at - 1])) return true;
  if (bytes[at] !== POINT) return false;
  let from = at;
  while (at - from <= DIGITS_KEPT && isDigit(bytes[from - 1])) from -= 1;
  let to = at + 1;
  let isWhole = true;
  while (to - from - 1 <= DIGITS_KEPT && isDigit(bytes[to])) {
    isWhole &&= bytes[to] === ZERO;
    to += 1;
  }
  return !isWhole && to - from - 1 <= DIGITS_KEPT;
};
