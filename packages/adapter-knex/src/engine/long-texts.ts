import type { Cell } from './session.js';

/** Texts as bytes, one behind the other. */
export interface LongTexts {
  readonly bytes: Uint8Array;
  /** Of each text its first byte, counted from 1 as SQLite does, and how many it has; NULLs for NULL. */
  readonly places: ReadonlyArray<readonly [first: number | null, count: number | null]>;
}

const encoder = new TextEncoder();

/** Puts texts behind each other, as bytes in UTF-8. */
export const longTexts = (texts: ReadonlyArray<Cell>): LongTexts => {
  const all = texts.map((text) => (text === null ? '' : String(text)));
  const joined = all.join('');
  const bytes = encoder.encode(joined);
  // Where every character is one byte, as in most, there is nothing to count.
  const isAscii = bytes.length === joined.length;
  let first = 1;
  return {
    bytes,
    places: all.map((text, i) => {
      if (texts[i] === null) return [null, null];
      const count = isAscii ? text.length : Buffer.byteLength(text);
      first += count;
      return [first - count, count];
    }),
  };
};
