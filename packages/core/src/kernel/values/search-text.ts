import * as t from 'io-ts';
import { isWithin } from './text.js';

/** The longest search that the interface takes: a title of the longest name, which has 200 characters. */
export const SEARCH_MAX = 210;
// NFC makes three times as many at most.
const LENGTH_MAX = SEARCH_MAX * 3;
const CONTROL = /\p{Cc}/u;

const isSearch = (text: string, max: number): boolean => isWithin(text, max) && !CONTROL.test(text);

/** A search as the interface takes it. Names are stored in NFC, so it is brought to NFC; undefined if it is refused. */
export const searchFrom = (text: string): string | undefined =>
  isSearch(text, SEARCH_MAX) ? text.normalize('NFC') : undefined;

/** A text to search a list for. Names are stored in NFC, so the search uses NFC, too. */
export const SearchText = new t.Type<string, string>(
  'SearchText',
  (u): u is string => typeof u === 'string' && isSearch(u, LENGTH_MAX) && u === u.normalize('NFC'),
  (u, context) => {
    const text = typeof u === 'string' && isWithin(u, LENGTH_MAX) ? u.normalize('NFC') : undefined;
    return text !== undefined && isSearch(text, LENGTH_MAX)
      ? t.success(text)
      : t.failure(
          u,
          context,
          `at most ${String(LENGTH_MAX)} characters without control characters`,
        );
  },
  t.identity,
);
