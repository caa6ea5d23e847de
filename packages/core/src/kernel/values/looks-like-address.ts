import { isTopLevelDomain } from './top-level-domains.js';

const ADDRESS = /\/\/|\bwww\b|[\p{L}\p{N}]@[^\s@]*\.[\p{L}\p{M}]{2,}|\b\d{1,3}(?:\.\d{1,3}){3}\b/iu;

/** What stands behind a dot and begins no longer word: the end of a host, if it is a top-level domain. */
const BEHIND_DOT =
  /(?<=[\p{L}\p{M}\p{N}_-])\.(xn--[a-z0-9-]+|[\p{L}\p{M}]{2,})(?![\p{L}\p{M}\p{N}])/giu;

/**
 * Initials and abbreviations that are written without a blank before a name, `Dr.De` or `Inv.No 17`; but before what
 * most hosts end in, and where a path follows, they are a host.
 */
const ABBREVIATED =
  /(?<![\p{L}\p{M}\p{N}_.@-])((?:\p{L}\.)*\p{L}|mrs?|ms|dr|smt|sh?ri|prof|pvt|inv|bill|ref|sr|ph)\.(?!(?:com|net|org|in)\b|xn--)(?![\p{L}\p{M}\p{N}.:-]*[/@?#])/giu;

/**
 * Whether a mail program may make a link of a part of the text, or a reader take it for one: a web address, a host
 * under a top-level domain, an e-mail address. Full stops of other scripts count as dots, as browsers read them.
 */
export const looksLikeAddress = (text: string): boolean => {
  const plain = text.normalize('NFKC').replace(/[\u3002\uff61]/gu, '.');
  if (ADDRESS.test(plain)) return true;
  const spaced = plain.replace(ABBREVIATED, '$1 ');
  return [...spaced.matchAll(BEHIND_DOT)].some(([, label = '']) =>
    isTopLevelDomain(label.toLowerCase()),
  );
};
