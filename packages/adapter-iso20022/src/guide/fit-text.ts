import { E } from '@hundi/core';

/** The characters that a bank takes, and what is written for others. */
export interface CharacterRule {
  /** The inside of a class of a regular expression: {@link SWIFT_X}, {@link XML_CHARACTERS} or the bank's own. */
  readonly allowed: string;
  /** What is written for a letter, with its signs (`'கு': 'ku'`), or for one character (`'&': ' and '`). */
  readonly replacements?: Readonly<Record<string, string>>;
  /** Whether a Latin letter may lose its accents. Default: true. */
  readonly dropsAccents?: boolean;
  /** What is written for any other letter. Left out, a text that holds one is refused. */
  readonly otherwise?: string;
}

/** Letters, digits and marks that every bank takes: the SWIFT character set X, without line ends. */
export const SWIFT_X = "A-Za-z0-9 /?:().,'+-";

/** Every character that a line of XML may hold: letters of all languages, `&` and `<` too. */
export const XML_CHARACTERS =
  '\\x20-\\x7e\\u{a0}-\\u{d7ff}\\u{e000}-\\u{fffd}\\u{10000}-\\u{10ffff}';

/** Answers the text as the bank takes it, or the first letter that it does not. */
export type FitText = (text: string) => E.Either<string, string>;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const MARKS = /\p{M}+/gu;
const LATIN = /^\p{Script=Latin}\p{M}*$/u;

/** Characters that no XML 1.0 text may hold, and line ends: one of each kind. */
const NEVER = ['\0', '\t', '\n', '\r', '\x1f', '\ud800', '\udfff', '\ufffe', '\uffff'];

/** @throws RangeError when the rule allows what no message may hold, or writes what it does not allow. */
export const fitting = ({
  allowed,
  replacements = {},
  dropsAccents = true,
  otherwise,
}: CharacterRule): FitText => {
  const whole = new RegExp(`^[${allowed}]*$`, 'u');
  const forbidden = NEVER.find((one) => whole.test(one));
  if (forbidden !== undefined)
    throw new RangeError(
      `characters.allowed holds U+${forbidden.charCodeAt(0).toString(16).padStart(4, '0')}, which no message may`,
    );
  const written = new Map(Object.entries(replacements).map(([of, by]) => [of.normalize(), by]));
  for (const [of, by] of [...written, ...(otherwise === undefined ? [] : [['', otherwise]])])
    if (!whole.test(by ?? ''))
      throw new RangeError(
        `characters writes ${JSON.stringify(by)} for "${of ?? ''}", and does not allow it`,
      );

  const oneByOne = (letter: string): string | undefined => {
    let text = '';
    for (const character of letter) {
      const by = whole.test(character) ? character : written.get(character);
      if (by === undefined) return undefined;
      text += by;
    }
    return text;
  };
  const withoutAccents = (letter: string): string | undefined => {
    const bare = letter.normalize('NFD').replace(MARKS, '');
    return dropsAccents && LATIN.test(letter) && whole.test(bare) ? bare : undefined;
  };
  return (text) => {
    if (whole.test(text)) return E.right(text);
    let fitted = '';
    for (const { segment } of graphemes.segment(text.normalize())) {
      const letter =
        written.get(segment) ?? oneByOne(segment) ?? withoutAccents(segment) ?? otherwise;
      if (letter === undefined) return E.left(segment);
      fitted += letter;
    }
    return E.right(fitted);
  };
};

/** How many characters XML counts: a character beyond U+FFFF is one. */
export const lengthOf = (text: string): number => {
  let length = text.length;
  for (let at = 0; at < text.length; at += 1)
    if (text.charCodeAt(at) >= 0xd8_00 && text.charCodeAt(at) < 0xdc_00) length -= 1;
  return length;
};

/** The first letters of a text that together have at most so many characters; a letter keeps its signs or is left out. */
export const cutText = (text: string, max: number): string => {
  if (lengthOf(text) <= max) return text;
  let cut = '';
  let length = 0;
  for (const { segment } of graphemes.segment(text)) {
    length += lengthOf(segment);
    if (length > max) break;
    cut += segment;
  }
  return cut.trimEnd();
};
