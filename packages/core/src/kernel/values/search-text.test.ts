import test from 'ava';
import { E } from '../fp.js';
import { SearchText } from './search-text.js';

test('a search is taken as it was typed', (t) => {
  for (const typed of ['', 'Anna', 'e\u0301clair', '\u00e9clair', '\u0958'])
    t.deepEqual(SearchText.decode(typed), E.right(typed));
});

test('a search has the length of the title of the longest name, in whatever script, and no more', (t) => {
  for (const letter of ['a', '\u{fb2c}', '\u{1d11e}']) {
    const title = `Payout to ${letter.repeat(200)}`;
    t.true(SearchText.is(title));
    t.true(E.isLeft(SearchText.decode(`${title}a`)));
  }
});

test('a search with control characters, or that is no text, is refused', (t) => {
  for (const sent of ['a\u0000', 'a\nb', 7, undefined]) t.true(E.isLeft(SearchText.decode(sent)));
});
