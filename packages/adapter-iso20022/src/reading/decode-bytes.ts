import { refuse } from './message-refused.js';

/** As many bytes as an XML declaration has at most. */
const HEAD_BYTES = 512;

const DECLARED = /^<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z0-9._-]+)["']/;

/** The encodings that a declaration may name, and the bytes that it may stand in. */
const NAMES: Readonly<Record<string, ReadonlyArray<string>>> = {
  'utf-8': ['utf-8'],
  'us-ascii': ['utf-8'],
  'utf-16': ['utf-16le', 'utf-16be'],
  'utf-16le': ['utf-16le'],
  'utf-16be': ['utf-16be'],
  'iso-8859-1': ['windows-1252'],
  'windows-1252': ['windows-1252'],
};

/** What the first bytes show, whether they are a mark or the beginning of `<?xml`. */
const shownBy = ([a, b, c, d]: Uint8Array): string => {
  if (a === 0xff && b === 0xfe && c === 0 && d === 0) return 'utf-32';
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return 'utf-32';
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return 'utf-16le';
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return 'utf-16be';
  return 'utf-8';
};

const encodingOf = (head: Uint8Array): string => {
  const shown = shownBy(head);
  if (shown === 'utf-32') return refuse('encoding', 'the file is in UTF-32: send it in UTF-8');
  const [, declared] = DECLARED.exec(new TextDecoder(shown).decode(head)) ?? [];
  if (declared === undefined) return shown;
  const fitting = NAMES[declared.toLowerCase()];
  if (fitting === undefined)
    return refuse('encoding', 'the file declares an encoding that is not read: send it in UTF-8');
  if (fitting.includes(shown)) return shown;
  const [only = shown] = fitting;
  const isMarked = head[0] === 0xef;
  return shown === 'utf-8' && only === 'windows-1252' && !isMarked
    ? only
    : refuse('encoding', 'the file is not in the encoding that it declares');
};

/** Decodes a file as it comes. */
export interface Decoder {
  /** The text that came in whole so far. */
  readonly decode: (bytes: Uint8Array) => string;
  /** The rest, at the end. */
  readonly end: () => string;
}

/** Finds the encoding by the mark, the first bytes and the declaration. @throws BrokenMessage */
export const byteDecoder = (): Decoder => {
  let head = new Uint8Array();
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  const decoded = (bytes: Uint8Array | undefined): string => {
    try {
      decoder ??= new TextDecoder(encodingOf(head), { fatal: true });
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      return bytes === undefined
        ? refuse('truncated', 'the file ends within a character')
        : refuse('encoding', `the file is not in ${decoder?.encoding ?? 'its encoding'}`);
    }
  };
  return {
    decode: (bytes) => {
      if (decoder !== undefined) return decoded(bytes);
      head = Buffer.concat([head, bytes]);
      return head.length < HEAD_BYTES ? '' : decoded(head);
    },
    end: () => (decoder === undefined ? decoded(head) : '') + decoded(undefined),
  };
};
