import * as t from 'io-ts';
import { E } from '../../../kernel/fp.js';
import { Secret } from '../../../kernel/secrets/secret.js';
import { Name } from '../../../kernel/values/text.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import { CardBrand, type CardDetails } from '../../../ports/card-acquirer.js';

/** The part of a card that may be stored, logged or sent. */
export const ShownCard = t.strict({ brand: CardBrand, last4: t.string });
export type ShownCard = t.TypeOf<typeof ShownCard>;

/** A card as a customer typed it. */
const CardForm = t.strict({
  number: t.string,
  /** `MM / YY`. */
  expiry: t.string,
  cvc: t.string,
  name: t.string,
});
/** A card as a customer typed it; `expiry` is `MM / YY`. */
export type CardForm = t.TypeOf<typeof CardForm>;

const isHiddenForm = (u: unknown): u is Secret<CardForm> =>
  u instanceof Secret && CardForm.is(u.reveal());

/** A card form out of sight. No issue and no log that holds one shows what was typed. */
export const HiddenCardForm = new t.Type<Secret<CardForm>, Secret<CardForm>>(
  'HiddenCardForm',
  isHiddenForm,
  (u, context) =>
    isHiddenForm(u) ? t.success(u) : t.failure(u, context, 'a Secret of a card form'),
  t.identity,
);

/** A field of a {@link CardForm}, as faults name it. */
export type CardField = keyof CardForm;

const FAULTS = {
  number_missing: 'Enter the card number.',
  brand_not_accepted: 'This card is not accepted. Use Visa, Mastercard, RuPay or American Express.',
  number_wrong: 'Check the card number: at least one digit is wrong.',
  expiry_missing: 'Enter the expiry date.',
  expiry_unreadable: 'Enter the expiry date as MM / YY.',
  card_expired: 'This card has expired.',
  cvc_missing: 'Enter the CVC.',
  cvc_of_three: 'The CVC has 3 digits.',
  cvc_of_four: 'The CVC has 4 digits.',
  holder_missing: 'Enter the name on the card.',
  holder_unreadable: 'Enter the name as it is on the card.',
} as const;

/** What is wrong with a field of the form: for software, and for texts in other languages. */
export type CardFaultCode = keyof typeof FAULTS;

/** A fault of a field of the form; `message` says it to the customer in English. */
export interface CardFault {
  readonly field: CardField;
  readonly code: CardFaultCode;
  readonly message: string;
}

/** The form is not a card that could be charged. Nothing of what was typed is in here. */
export const InvalidCard = (faults: ReadonlyArray<CardFault>) =>
  ({ _tag: 'InvalidCard', faults }) as const;
export type InvalidCard = ReturnType<typeof InvalidCard>;

/** A card that can be charged: what may be shown of it, and what may not. */
export interface ReadCard {
  readonly shown: ShownCard;
  readonly details: Secret<CardDetails>;
}

interface Range {
  readonly brand: CardBrand;
  readonly from: number;
  readonly to: number;
  readonly lengths: ReadonlyArray<number>;
}

const range = (brand: CardBrand, from: number, to = from, lengths = [16]): Range => ({
  brand,
  from,
  to,
  lengths,
});

/** The brand of a card, by its first digits: as many as the range is written with. */
const RANGES: ReadonlyArray<Range> = [
  range('visa', 4, 4, [13, 16, 19]),
  range('mastercard', 51, 55),
  range('mastercard', 2221, 2720),
  range('amex', 34, 34, [15]),
  range('amex', 37, 37, [15]),
  range('rupay', 60),
  range('rupay', 65),
  range('rupay', 81, 82),
  range('rupay', 508),
  range('rupay', 353),
  range('rupay', 356),
];

const rangeOf = (digits: string): Range | undefined =>
  RANGES.find(({ from, to }) => {
    const length = String(from).length;
    const first = Number(digits.slice(0, length));
    return digits.length >= length && first >= from && first <= to;
  });

/** The brand that a number, or the beginning of one, belongs to. */
export const brandOf = (digits: string): CardBrand | undefined => rangeOf(digits)?.brand;

/** Whether the last digit checks the others (ISO/IEC 7812-1). */
export const passesLuhn = (digits: string): boolean => {
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return digits.length > 0 && sum % 10 === 0;
};

const TYPED_MAX = 40;
const NUMBER = /^[0-9]{12,19}$/;
const EXPIRY = /^(0?[1-9]|1[0-2])\/?((?:20)?[0-9]{2})$/;

const without = (typed: string, separators: RegExp): string =>
  typed.length > TYPED_MAX ? '' : typed.replace(separators, '');

const readNumber = (typed: string): string | undefined => {
  const digits = without(typed, /[ \u00a0-]/g);
  const lengths = rangeOf(digits)?.lengths ?? [];
  return NUMBER.test(digits) && lengths.includes(digits.length) && passesLuhn(digits)
    ? digits
    : undefined;
};

const numberFault = (typed: string): CardFaultCode => {
  const digits = without(typed, /[ \u00a0-]/g);
  if (typed.trim() === '') return 'number_missing';
  return NUMBER.test(digits) && passesLuhn(digits) && brandOf(digits) === undefined
    ? 'brand_not_accepted'
    : 'number_wrong';
};

const readExpiry = (typed: string): Pick<CardDetails, 'expiryMonth' | 'expiryYear'> | undefined => {
  const [, month, year] = EXPIRY.exec(without(typed, /[ \u00a0]/g)) ?? [];
  return month === undefined || year === undefined
    ? undefined
    : { expiryMonth: Number(month), expiryYear: 2_000 + (Number(year) % 100) };
};

/** No zone is further behind UTC, so no bank's day ends later. */
const LAST_PLACE_BEHIND_HOURS = 12;

/** A card is good until its month has ended everywhere; the acquirer has the last word. */
const isOver = (
  { expiryMonth, expiryYear }: Pick<CardDetails, 'expiryMonth' | 'expiryYear'>,
  now: EpochMs,
): boolean => now >= Date.UTC(expiryYear, expiryMonth, 1, LAST_PLACE_BEHIND_HOURS);

const expiryFault = (typed: string, now: EpochMs): CardFaultCode | undefined => {
  const expiry = readExpiry(typed);
  if (typed.trim() === '') return 'expiry_missing';
  if (expiry === undefined) return 'expiry_unreadable';
  return isOver(expiry, now) ? 'card_expired' : undefined;
};

const cvcFault = (typed: string, brand: CardBrand | undefined): CardFaultCode | undefined => {
  if (typed.trim() === '') return 'cvc_missing';
  const length = brand === 'amex' ? 4 : 3;
  return typed.length <= TYPED_MAX && new RegExp(`^[0-9]{${String(length)}}$`).test(typed.trim())
    ? undefined
    : length === 4
      ? 'cvc_of_four'
      : 'cvc_of_three';
};

const nameFault = (typed: string): CardFaultCode | undefined => {
  if (typed.trim() === '') return 'holder_missing';
  return E.isRight(Name.decode(typed.trim())) ? undefined : 'holder_unreadable';
};

/** Reads a card form at a moment; says everything that is wrong with it, and repeats nothing of it. */
export const readCard = (form: Secret<CardForm>, now: EpochMs): E.Either<InvalidCard, ReadCard> => {
  const typed = form.reveal();
  const number = readNumber(typed.number);
  const brand = number === undefined ? undefined : brandOf(number);
  const expiry = readExpiry(typed.expiry);
  const found: Readonly<Record<CardField, CardFaultCode | undefined>> = {
    number: number === undefined ? numberFault(typed.number) : undefined,
    expiry: expiryFault(typed.expiry, now),
    cvc: cvcFault(typed.cvc, brand),
    name: nameFault(typed.name),
  };
  const faults = (Object.keys(found) as CardField[]).flatMap((field) => {
    const code = found[field];
    return code === undefined ? [] : [{ field, code, message: FAULTS[code] }];
  });
  if (faults.length > 0 || number === undefined || brand === undefined || expiry === undefined)
    return E.left(InvalidCard(faults));
  return E.right({
    shown: { brand, last4: number.slice(-4) },
    details: new Secret({
      number,
      brand,
      ...expiry,
      cvc: typed.cvc.trim(),
      holder: typed.name.trim(),
    }),
  });
};
