import * as t from 'io-ts';
import { isWithin } from './text.js';

/** The longest search: a title of the longest name, which has 200 characters. */
export const SEARCH_MAX = 210;
const CONTROL = /\p{Cc}/u;

const isSearch = (u: unknown): u is string =>
  typeof u === 'string' && isWithin(u, SEARCH_MAX) && !CONTROL.test(u);

/**
 * A text to search a list for, as it was typed: references are compared with it as they were sent, names by a key that
 * all ways to write a name share.
 */
export const SearchText = new t.Type<string, string>(
  'SearchText',
  isSearch,
  (u, context) =>
    isSearch(u)
      ? t.success(u)
      : t.failure(
          u,
          context,
          `at most ${String(SEARCH_MAX)} characters without control characters`,
        ),
  t.identity,
);
