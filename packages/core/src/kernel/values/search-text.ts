import * as t from 'io-ts';

// The interface takes 100, of which NFC makes three times as many at most.
const LENGTH_MAX = 300;
const CONTROL = /\p{Cc}/u;

/** A text to search a list for. Names are stored in NFC, so the search uses NFC, too. */
export const SearchText = new t.Type<string, string>(
  'SearchText',
  (u): u is string =>
    typeof u === 'string' && u.length <= LENGTH_MAX && !CONTROL.test(u) && u === u.normalize('NFC'),
  (u, context) => {
    const text = typeof u === 'string' && u.length <= LENGTH_MAX ? u.normalize('NFC') : undefined;
    return text !== undefined && text.length <= LENGTH_MAX && !CONTROL.test(text)
      ? t.success(text)
      : t.failure(
          u,
          context,
          `at most ${String(LENGTH_MAX)} characters without control characters`,
        );
  },
  t.identity,
);
