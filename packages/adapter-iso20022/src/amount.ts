/** Rupees, as whole paise. */
export interface RupeeAmount {
  readonly currency: 'INR';
  readonly paise: number;
}

/** Another currency, with its exact decimal text: how many decimals it has is not this package's to know. */
export interface ForeignAmount {
  readonly currency: string;
  readonly decimal: string;
}

export type Amount = RupeeAmount | ForeignAmount;

const CURRENCY = /^[A-Z]{3}$/;
const DECIMAL = /^\+?(\d*)(?:\.(\d*))?$/;
/** Digits of an ISO 20022 amount, and those of them behind the point. */
const DIGITS_MAX = 18;
const DECIMALS_MAX = 5;

/** Whole paise as ISO 20022 writes rupees: `1234.50`. */
export const decimalOf = (paise: number): string => {
  const rest = paise % 100;
  return `${String((paise - rest) / 100)}.${String(rest).padStart(2, '0')}`;
};

/** The whole and the decimal digits, without zeros that say nothing; undefined where the text is no amount. */
const digitsOf = (text: string): readonly [string, string] | undefined => {
  const found = DECIMAL.exec(text.trim());
  if (found === null) return undefined;
  const [, whole = '', decimals = ''] = found;
  const isAmount =
    whole.length + decimals.length > 0 &&
    whole.length + decimals.length <= DIGITS_MAX &&
    decimals.length <= DECIMALS_MAX;
  return isAmount
    ? [whole.replace(/^0+(?=\d)/, '') || '0', decimals.replace(/0+$/, '')]
    : undefined;
};

/** The paise of rupees in decimals, of any number as long as they are exact; undefined where they are not. */
export const paiseOf = (text: string): number | undefined => {
  const digits = digitsOf(text);
  if (digits === undefined || digits[1].length > 2) return undefined;
  const paise = Number(`${digits[0]}${digits[1].padEnd(2, '0')}`);
  return Number.isSafeInteger(paise) ? paise : undefined;
};

/** An amount as a message has it; undefined where it is none, or where its rupees are no whole paise. */
export const amountOf = (text: string, currency: string): Amount | undefined => {
  if (!CURRENCY.test(currency)) return undefined;
  if (currency === 'INR') {
    const paise = paiseOf(text);
    return paise === undefined ? undefined : { currency, paise };
  }
  const digits = digitsOf(text);
  if (digits === undefined) return undefined;
  const [whole, decimals] = digits;
  return { currency, decimal: decimals === '' ? whole : `${whole}.${decimals}` };
};
