import * as t from 'io-ts';
import type { Brand } from '../codecs/brand.js';
import { documented } from '../codecs/documented.js';
import { keepingValues } from '../codecs/keeps-values.js';
import { once } from '../once.js';

/**
 * A codec of strings of one pattern that says what it expects in words that a caller can act on. The brand is the name,
 * unless another one is named, and the description is what it expects, unless another one is given.
 */
export const text = <N extends string, B extends string = N>(
  name: N,
  expected: string,
  pattern: RegExp,
  description = `${capital(expected)}.`,
) =>
  documented(
    keepingValues(
      new t.Type<t.Branded<string, Brand<B>>, string>(
        name,
        (u): u is t.Branded<string, Brand<B>> => typeof u === 'string' && pattern.test(u),
        (u, context) =>
          typeof u === 'string' && pattern.test(u)
            ? t.success(u as t.Branded<string, Brand<B>>)
            : t.failure(u, context, expected),
        t.identity,
      ),
    ),
    { type: 'string', pattern: pattern.source, description },
  );

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

const REFERENCE = /^[\x21-\x7e]{1,100}$/;
/** A transactionReference (§2.5): ASCII, so that two references never look alike. */
export const Reference = text('Reference', '1 to 100 visible ASCII characters', REFERENCE);
export type Reference = t.TypeOf<typeof Reference>;

const KEY = /^[\x21-\x7e]{1,255}$/;
/** An idempotency key: 1 to 255 visible ASCII characters (decisions §2). */
export const IdempotencyKey = text('IdempotencyKey', '1 to 255 visible ASCII characters', KEY);
export type IdempotencyKey = t.TypeOf<typeof IdempotencyKey>;

/**
 * A codec of ASCII codes whose letters are raised on the way in, after the check: nothing folds into a legal letter.
 *
 * @param holds what a code in capital letters must satisfy beyond the pattern, such as its check digits.
 */
export const raised = <N extends string>(
  name: N,
  expected: string,
  pattern: RegExp,
  holds: (code: string) => boolean = () => true,
) =>
  documented(
    new t.Type<t.Branded<string, Brand<N>>, string>(
      name,
      (u): u is t.Branded<string, Brand<N>> =>
        typeof u === 'string' && pattern.test(u) && u === u.toUpperCase() && holds(u),
      (u, context) =>
        typeof u === 'string' && pattern.test(u) && holds(u.toUpperCase())
          ? t.success(u.toUpperCase() as t.Branded<string, Brand<N>>)
          : t.failure(u, context, expected),
      t.identity,
    ),
    {
      type: 'string',
      pattern: pattern.source,
      description: `${expected}; lowercase becomes uppercase.`,
    },
  );

const BENE_ID = /^[A-Za-z0-9]{3,40}$/;
/** A beneId (§2.1): 3 to 40 ASCII letters and digits. Lowercase is raised on the way in. */
export const BeneId = raised('BeneId', '3 to 40 letters and digits', BENE_ID);
export type BeneId = t.TypeOf<typeof BeneId>;

// Control, format (bidi and zero-width among them), ignorable, surrogate, line and paragraph characters.
const HIDDEN = /[\p{Cc}\p{Cf}\p{DI}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Scripts in which a joiner inside a word is spelling: those of India, and Arabic, which Urdu is written in. */
const JOINING =
  '[\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Arab}]';
const LETTER = `(?=[\\p{L}\\p{M}])${JOINING}`;

/** Every virama (combining class 9): a joiner behind it is spelling wherever it stands (RFC 5892, A.1 and A.2). */
const VIRAMA = [
  '[',
  '\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d3b\\u0d3c\\u0d4d\\u0dca\\u0e3a',
  '\\u0eba\\u0f84\\u1039\\u103a\\u1714\\u1715\\u1734\\u17d2\\u1a60\\u1b44\\u1baa\\u1bab',
  '\\u1bf2\\u1bf3\\u2d7f\\ua806\\ua82c\\ua8c4\\ua953\\ua9c0\\uaaf6\\uabed\\u{10a3f}\\u{11046}',
  '\\u{11070}\\u{1107f}\\u{110b9}\\u{11133}\\u{11134}\\u{111c0}\\u{11235}\\u{112ea}\\u{1134d}',
  '\\u{11442}\\u{114c2}\\u{115bf}\\u{1163f}\\u{116b6}\\u{1172b}\\u{11839}\\u{1193d}\\u{1193e}',
  '\\u{119e0}\\u{11a34}\\u{11a47}\\u{11a99}\\u{11c3f}\\u{11d44}\\u{11d45}\\u{11d97}',
  ']',
].join('');

/** A joiner between two letters of such a script, or behind a virama. */
const SPELLING = `(?<=${LETTER})[\\u200c\\u200d](?=${LETTER})|(?<=${VIRAMA})[\\u200c\\u200d]`;

/** What holds an emoji together: a joiner between two pictures, a variation selector behind one or in a keycap. */
const EMOJI =
  '(?<=\\p{ExtPict}(?:\\ufe0f|\\p{EMod})?)\\u200d(?=\\p{ExtPict})|(?<=\\p{ExtPict})[\\ufe0e\\ufe0f]|(?<=[0-9#*])\\ufe0f(?=\\u20e3)';

const inNames = once(() => new RegExp(SPELLING, 'gu'));
const inTexts = once(() => new RegExp(`${SPELLING}|${EMOJI}`, 'gu'));

const hidesNothing = (s: string, allowed: () => RegExp): boolean =>
  PLAIN.test(s) || !HIDDEN.test(s) || !HIDDEN.test(s.replace(allowed(), ''));

// Most text is plain ASCII, which is its own normal form and hides nothing.
const PLAIN = /^[\x20-\x7e]*$/;

const normalized = (s: string): string => (PLAIN.test(s) ? s : s.normalize('NFC'));

/** Whether a text has at most `max` characters, counted as JSON Schema counts them: an emoji is one. */
export const isWithin = (s: string, max: number): boolean =>
  s.length <= max || (s.length <= max * 2 && Array.from(s).length <= max);

/** The fewest characters, how many of them are visible, and what may hide between them. */
interface Visible {
  readonly min?: number;
  readonly saying?: number;
  readonly allowed?: () => RegExp;
  /** Kept code point by code point: a partner compares the echo with what they sent. */
  readonly asSent?: true;
}

/**
 * Text that people read, up to `max` characters: brought to NFC, unless it is kept as sent. Control, bidi and zero-width
 * characters are refused, except joiners where they are part of the spelling and, outside of names, what holds an emoji
 * together. At least `min` characters are visible.
 */
const visible = <N extends string, B extends string = N>(
  name: N,
  max: number,
  { min = 1, saying = min, allowed = inTexts, asSent }: Visible = {},
) => {
  const kept = asSent === true ? (s: string): string => s : normalized;
  const accepts = (s: string): boolean =>
    isWithin(s, max) &&
    (saying === 0 || s.trim().length >= saying) &&
    (saying === min || !isWithin(s, min - 1)) &&
    hidesNothing(s, allowed);
  const expected = `${String(min)} to ${String(max)} characters, without control or invisible characters`;
  const codec = keepingValues(
    new t.Type<t.Branded<string, Brand<B>>, string>(
      name,
      (u): u is t.Branded<string, Brand<B>> => typeof u === 'string' && accepts(u) && u === kept(u),
      (u, context) => {
        // The length is looked at first: normalising is not free on a megabyte.
        const text = typeof u === 'string' && u.length <= max * 4 ? kept(u) : undefined;
        return text !== undefined && accepts(text)
          ? t.success(text as t.Branded<string, Brand<B>>)
          : t.failure(u, context, expected);
      },
      t.identity,
    ),
  );
  return documented(codec, {
    type: 'string',
    minLength: min,
    maxLength: max,
    description: `${capital(expected)}.`,
  });
};

/** An apiRefNumber (§4.5): 2 to 100 characters of any script, echoed wherever the batch is seen. */
export const ApiRefNumber = visible('ApiRefNumber', 100, {
  min: 2,
  saying: 1,
  asSent: true,
});
export type ApiRefNumber = t.TypeOf<typeof ApiRefNumber>;

/** A bank's own number of a customer. */
export const CustomerId = text(
  'CustomerId',
  '1 to 35 visible ASCII characters',
  /^[\x21-\x7e]{1,35}$/,
);
export type CustomerId = t.TypeOf<typeof CustomerId>;

/** The name of a person, company or account: without what holds emoji together, which would tell names apart. */
export const Name = visible('Name', 200, { allowed: inNames });
export type Name = t.TypeOf<typeof Name>;

/** A remark (§2.5): at most 100 characters, sent to the bank as narration. */
export const Remark = visible('Remark', 100, { min: 0 });
export type Remark = t.TypeOf<typeof Remark>;

/** A free label: a tag of a payment. */
export const Label = visible('Label', 100, { min: 0 });
export type Label = t.TypeOf<typeof Label>;

/** A label that says something: type, category and tags of a payee. */
export const FilledLabel = visible<'FilledLabel', 'Label'>('FilledLabel', 100);

const PHONE =
  /^(?=.{7,40}$)(?=(?:[^0-9]*[0-9]){7,15}[^0-9]*$)(?:[ ()-]*\+[ ()-]*[1-9])?[0-9 ()-]*$/;
/** A phone number as people write it, with 7 to 15 digits (decisions §4). It is kept as it was sent. */
export const PhoneNumber = text<'PhoneNumber', 'Label'>(
  'PhoneNumber',
  '7 to 15 digits, optionally with a + before the country code, spaces, hyphens and parentheses',
  PHONE,
);

/** The description of the purchase on the payment page. */
export const Description = visible('Description', 500, { min: 0 });
export type Description = t.TypeOf<typeof Description>;

/** A checker's comment on a decision. */
export const Comment = visible('Comment', 500, { min: 0 });
export type Comment = t.TypeOf<typeof Comment>;

/** What an incident says, to a person. */
export const IncidentText = visible('IncidentText', 2_000);
export type IncidentText = t.TypeOf<typeof IncidentText>;

const ACCOUNT_NUMBER = /^[0-9]{6,34}$/;
/** A bank account number: 6 to 34 digits (§2.1, decisions §4). */
export const AccountNumber = text('AccountNumber', '6 to 34 digits', ACCOUNT_NUMBER);
export type AccountNumber = t.TypeOf<typeof AccountNumber>;

const IFSC = /^[A-Za-z0-9]{5,20}$/;
/** An ifscCode: 5 to 20 letters and digits (§2.1 asks for at least 5 characters). Lowercase is raised on the way in. */
export const Ifsc = raised('Ifsc', '5 to 20 letters and digits', IFSC);
export type Ifsc = t.TypeOf<typeof Ifsc>;

const ATOM = "[A-Za-z0-9_'+&~=/#$*?^{}-]+";
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
// Addresses reach mailers and their headers: no quotes, commas, routes or leading hyphens, and a host that can be one.
const EMAIL = new RegExp(
  `^(?!-)(?=[^@]{1,64}@.{1,253}$)${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)*(?![0-9]+$)${LABEL}$`,
);
/** An e-mail address: an ASCII name of words between dots, and a host. */
export const Email = documented(
  text('Email', 'an e-mail address, like name@company.example', EMAIL),
  {
    type: 'string',
    format: 'email',
    pattern: EMAIL.source,
    description: 'An e-mail address, like name@company.example.',
  },
);
export type Email = t.TypeOf<typeof Email>;

const KEPT_EMAIL = /^[\x21-\x3f\x41-\x7e]{1,64}@[A-Za-z0-9.-]{1,255}$/;

/** An e-mail address as it was taken once: records keep those that would be refused by now. */
export const KeptEmail = documented(
  text<'KeptEmail', 'Email'>('KeptEmail', 'an e-mail address', KEPT_EMAIL),
  {
    type: 'string',
    format: 'email',
    pattern: KEPT_EMAIL.source,
    description: 'An e-mail address.',
  },
);
