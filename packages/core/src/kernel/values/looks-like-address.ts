const ADDRESS = /\/\/|\bwww\b|[\p{L}\p{N}_-]\.(?:xn--|\p{L}{2,})|\b\d{1,3}(?:\.\d{1,3}){3}\b/iu;

/**
 * Whether a mail program may make a link of a part of the text, or a reader take it for one: a web address, a host,
 * an e-mail address. Full stops of other scripts count as dots, as browsers read them.
 */
export const looksLikeAddress = (text: string): boolean =>
  ADDRESS.test(text.normalize('NFKC').replace(/[\u3002\uff61]/gu, '.'));
