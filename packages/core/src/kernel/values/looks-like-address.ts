import { once } from '../once.js';
import { isTopLevelDomain } from './top-level-domains.js';

const ADDRESS =
  /\/\/|\bwww\b|[\p{L}\p{N}]@(?:localhost\b|[^\s@]*\.[\p{L}\p{M}]{2,})|(?<![\p{L}\p{M}\p{N}_.-])\d{1,3}(?:\.\d{1,3}){3}\b/iu;

/**
 * An IPv6 address. Each that is in use begins with four hexadecimal digits, one of them from 0 to 9: no time (`10:30`),
 * ratio (`2:3::4:6`) or word (`Fee::100`) does.
 */
const IPV6 =
  /(?<![\p{L}\p{M}\p{N}_:.-])(?=[a-f]*\d)[\da-f]{4}(?:(?::[\da-f]{1,4}){7}|(?::[\da-f]{1,4}){0,5}::(?:[\da-f]{1,4})?)(?![\p{L}\p{M}\p{N}_])/iu;

/**
 * What stands behind a dot and begins no longer word: the end of a host, if it is a top-level domain. No host goes on with
 * a number, as `SO.NO.17` does. Some registries sell names of symbols and emojis, which are joined by invisible characters.
 */
const BEHIND_DOT =
  /(?<=[\p{L}\p{M}\p{N}\p{So}\p{Sk}\u200d_-])\.(xn--[a-z0-9-]+|[\p{L}\p{M}]{2,})(?![\p{L}\p{M}\p{N}]|\.\p{N})/giu;

const ALONE = String.raw`(?<![\p{L}\p{M}\p{N}_.@-])`;

/** The end of a word that does not lead on to a path. */
const NO_PATH = String.raw`(?![\p{L}\p{M}\p{N}_.:-]*[/@?#]|[\p{L}\p{M}\p{N}_-])`;

/** Two letters: a country, or a short name or word. `in` is what most hosts here end in, `co` what shorteners do. */
const SHORT_WORD = `(?=(?![Ii][Nn]\\b|[Cc][Oo]\\b)[A-Za-z]{2}${NO_PATH})`;

/** What a degree, or a course, is written with behind its initial: `B.Com`. */
const DEGREE = `(?=(?:Com|Tech|Arch|Pharm|Phil)${NO_PATH})`;

/** Initials that are written without a blank before a short name: `A.De`. A small letter is the host of a shortener. */
const initials = once(
  () =>
    new RegExp(`${ALONE}((?:\\p{Lu}\\.)*\\p{Lu})\\.(?:(?=\\p{Lu})${SHORT_WORD}|${DEGREE})`, 'gu'),
);

/** `M/s.` before a name of any length: what stands before it is no host. */
const firm = once(() => new RegExp(`${ALONE}([Mm]/[Ss])\\.(?:(?=\\p{Lu})|${SHORT_WORD})`, 'gu'));

/** Abbreviations that are written so: `Dr.De`, `Inv.No 17`. */
const abbreviated = once(
  () =>
    new RegExp(
      `${ALONE}(mrs?|ms|dr|smt|sh?ri|prof|er|adv|pvt|inv|bill|ref|sr|sl|ph|so|po|order|bldg)\\.${SHORT_WORD}`,
      'giu',
    ),
);

/** What firms end in: `Sharma Pvt.Ltd`, `Sharma.Pvt.Ltd`, `Sharma & Co.Ltd`. */
const limited = once(
  () =>
    new RegExp(
      `(?<![\\p{L}\\p{M}\\p{N}_@-])(pvt|p|co|bros|sons)\\.(?=(?:ltd|limited)${NO_PATH})`,
      'giu',
    ),
);

/**
 * Whether a mail program may make a link of a part of the text, or a reader take it for one: a web address, a host
 * under a top-level domain, an e-mail address. Full stops of other scripts count as dots, as browsers read them.
 */
export const looksLikeAddress = (text: string): boolean => {
  const plain = text.normalize('NFKC').replace(/[\u3002\uff61]/gu, '.');
  if (ADDRESS.test(plain) || IPV6.test(plain)) return true;
  const spaced = [initials(), firm(), abbreviated(), limited()].reduce(
    (some, pattern) => some.replace(pattern, '$1 '),
    plain,
  );
  return [...spaced.matchAll(BEHIND_DOT)].some(([, label = '']) =>
    isTopLevelDomain(label.toLowerCase()),
  );
};
