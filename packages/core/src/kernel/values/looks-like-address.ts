import { once } from '../once.js';
import { isTopLevelDomain } from './top-level-domains.js';

const ADDRESS = /\/\/|\bwww\b|[\p{L}\p{N}]@[^\s@]*\.[\p{L}\p{M}]{2,}|\b\d{1,3}(?:\.\d{1,3}){3}\b/iu;

/** What stands behind a dot and begins no longer word: the end of a host, if it is a top-level domain. */
const BEHIND_DOT =
  /(?<=[\p{L}\p{M}\p{N}_-])\.(xn--[a-z0-9-]+|[\p{L}\p{M}]{2,})(?![\p{L}\p{M}\p{N}])/giu;

const ALONE = String.raw`(?<![\p{L}\p{M}\p{N}_.@-])`;

/** The end of a word that does not lead on to a path. */
const NO_PATH = String.raw`(?![\p{L}\p{M}\p{N}_.:-]*[/@?#]|[\p{L}\p{M}\p{N}_-])`;

/** Two letters: a country, or a short name or word. `in` is what most hosts here end in. */
const SHORT_WORD = `(?=(?!in\\b)[A-Za-z]{2}${NO_PATH})`;

/** Initials that are written without a blank before a short name: `M/s.Om`. A small letter is the host of a shortener. */
const initials = once(
  () => new RegExp(`${ALONE}((?:\\p{Lu}\\.)*\\p{Lu}|[Mm]/s)\\.${SHORT_WORD}`, 'gu'),
);

/** Abbreviations that are written so: `Dr.De`, `Inv.No 17`, `Pvt.Ltd`. */
const abbreviated = once(
  () =>
    new RegExp(
      `${ALONE}(?:(mrs?|ms|dr|smt|sh?ri|prof|pvt|inv|bill|ref|sr|ph)\\.${SHORT_WORD}|(pvt)\\.(?=ltd${NO_PATH}))`,
      'giu',
    ),
);

/**
 * Whether a mail program may make a link of a part of the text, or a reader take it for one: a web address, a host
 * under a top-level domain, an e-mail address. Full stops of other scripts count as dots, as browsers read them.
 */
export const looksLikeAddress = (text: string): boolean => {
  const plain = text.normalize('NFKC').replace(/[\u3002\uff61]/gu, '.');
  if (ADDRESS.test(plain)) return true;
  const spaced = plain.replace(initials(), '$1 ').replace(abbreviated(), '$1$2 ');
  return [...spaced.matchAll(BEHIND_DOT)].some(([, label = '']) =>
    isTopLevelDomain(label.toLowerCase()),
  );
};
