import { invalid, type Issue } from './decode.js';
import { walkJson, type Level } from './walk-json.js';

/** A number without its sign: `digits`, which neither begin nor end with a zero, times ten to the power. */
interface Decimal {
  readonly digits: string;
  readonly power: number;
}

const NUMBER = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** The decimal that a text writes. Zero has no digits; nor has `Infinity`, which no zero becomes. */
const decimalOf = (text: string): Decimal => {
  const [, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  const written = whole + fraction;
  let from = 0;
  let to = written.length;
  // A regular expression for zeros at the end would begin anew at each zero of a long number.
  while (from < to && written[from] === '0') from += 1;
  while (from < to && written[to - 1] === '0') to -= 1;
  if (from === to) return { digits: '', power: 0 };
  const power = Number(exponent) - fraction.length + written.length - to;
  return { digits: written.slice(from, to), power };
};

const isSame = (one: Decimal, other: Decimal): boolean =>
  one.digits === other.digits && one.power === other.power;

const HAS_FRACTION_OR_EXPONENT = /[.eE]/;

/** A double keeps any 15 digits, unless the number is very large or very small. */
const SURELY_KEPT = /^-?[\d.]{1,15}(?:[eE][+-]?\d{1,2})?$/;

/** What is wrong with a number that has a fraction or an exponent, if those may be there at all. */
const faultOf = (token: string, isOfCaller: boolean): string | undefined => {
  if (isOfCaller && SURELY_KEPT.test(token)) return undefined;
  const decimal = decimalOf(token);
  const kept = String(Number(token));
  if (!isSame(decimal, decimalOf(kept))) return `cannot be kept as it is: it would become ${kept}`;
  return isOfCaller || decimal.power < 0
    ? undefined
    : 'expected a whole number without fraction or exponent';
};

/** Every number of the interface is whole; only in metadata (§2.5) are there numbers of the caller's own. */
const isInMetadata = ({ pointer }: Level): boolean => `${pointer}/`.includes('/metadata/');

/**
 * Finds the numbers that must not be taken for what a parser makes of them, in a text that is JSON, each with its JSON
 * pointer: those that a double rounds, and whole ones outside of metadata that are written with a fraction or an
 * exponent. Numbers of plain digits are left to the codecs: one that a double rounds is above every bound.
 *
 * @param at the pointer of the whole value
 * @param first the index of the first item, where the value is a part of a list
 */
export const numberFaults = (text: string, at = '', first = 0): ReadonlyArray<Issue> => {
  const issues: Issue[] = [];
  const number = (token: string, around: Level): void => {
    if (!HAS_FRACTION_OR_EXPONENT.test(token)) return;
    const detail = faultOf(token, isInMetadata(around));
    if (detail !== undefined) issues.push(invalid(around.place, detail));
  };
  walkJson(text, at, first, { number });
  return issues;
};
