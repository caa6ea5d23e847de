import { isAscii, isUtf8 } from 'node:buffer';
import { refuse } from '../file-refused.js';

/** What Windows-1252 has in the place of the control characters 0x80 to 0x9f; a blank where it has nothing. */
const HIGH = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

const HIGH_FROM = 0x80;

const SAVE_AS = 'save it as "CSV UTF-8" or as .xlsx';

// Node's own decoder of Windows-1252 is Latin-1 in several of its versions.
const windows1252 = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (character) => {
      const meant = HIGH[character.charCodeAt(0) - HIGH_FROM] ?? ' ';
      return meant === ' '
        ? refuse('encoding', `the file is neither UTF-8, UTF-16 nor Windows-1252: ${SAVE_AS}`)
        : meant;
    });

/** How many bytes a character of UTF-8 takes that begins so. */
const lengthOf = (lead: number): number => (lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4);

type Decode = (bytes?: Uint8Array) => string;

const fatal = (encoding: string, detail: string): Decode => {
  const decoder = new TextDecoder(encoding, { fatal: true });
  return (bytes) => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
    } catch {
      return refuse('encoding', detail);
    }
  };
};

/**
 * Decodes what has no mark. All three encodings write ASCII alike, so the first character beyond it decides between UTF-8
 * and Windows-1252; one that contradicts it later is refused.
 */
const asciiOrMore = (): Decode => {
  const utf8 = fatal('utf-8', `the file is UTF-8 in one place and not in another: ${SAVE_AS}`);
  let decided: Decode | undefined;
  let kept = Buffer.alloc(0);
  return (piece) => {
    if (decided !== undefined) return decided === utf8 || piece !== undefined ? decided(piece) : '';
    const bytes = piece === undefined ? kept : Buffer.concat([kept, piece]);
    kept = Buffer.alloc(0);
    if (isAscii(bytes)) return bytes.toString('latin1');
    const from = bytes.findIndex((byte) => byte >= HIGH_FROM);
    const to = from + lengthOf(bytes[from] ?? 0);
    if (to > bytes.length && piece !== undefined) {
      kept = bytes;
      return '';
    }
    decided = isUtf8(bytes.subarray(from, to))
      ? utf8
      : (more) => (more === undefined ? '' : windows1252(more));
    return decided(bytes);
  };
};

const decodeFrom = ([first, second, third]: Uint8Array): Decode => {
  const utf16 = `the file ends in the middle of a character of UTF-16, or is damaged: ${SAVE_AS}`;
  const hasMark = first === 0xef && second === 0xbb && third === 0xbf;
  if (hasMark) return fatal('utf-8', `the file says that it is UTF-8, and is not: ${SAVE_AS}`);
  // A mark, or the zero byte in a letter of ASCII; no other text has one.
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0))
    return fatal('utf-16le', utf16);
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0))
    return fatal('utf-16be', utf16);
  return asciiOrMore();
};

/** Decodes the bytes of a text of which `head` is the beginning. @throws FileRefused */
export async function* decodeText(
  head: Uint8Array,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<string> {
  const decode = decodeFrom(head);
  const checked = (text: string): string =>
    text.includes('\0') ? refuse('wrong_kind', 'the file is neither text nor a workbook') : text;
  for await (const piece of bytes) yield checked(decode(piece));
  yield checked(decode());
}
