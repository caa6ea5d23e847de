import test from 'ava';
import { E } from '../fp.js';
import { SEARCH_MAX, searchFrom, SearchText } from './search-text.js';

// One character that NFC writes as three.
const GROWING = '\u{fb2c}';

test('a search is brought to NFC, and its normal form is taken again as it is', (t) => {
  for (const sent of ['', 'Anna', 'e\u0301clair', GROWING.repeat(SEARCH_MAX)]) {
    const read = SearchText.decode(sent);
    t.deepEqual(read, E.right(sent.normalize('NFC')));
    t.deepEqual(SearchText.decode(sent.normalize('NFC')), read);
  }
});

test('a search without end, with control characters or that is no text is refused', (t) => {
  for (const sent of [
    'a'.repeat(SEARCH_MAX * 3 + 1),
    GROWING.repeat(SEARCH_MAX + 1),
    'a\u0000',
    7,
    undefined,
  ]) {
    t.true(E.isLeft(SearchText.decode(sent)), String(sent));
  }
});

test('the interface takes the title of the longest name, in whatever script, and nothing longer', (t) => {
  for (const name of ['a'.repeat(200), GROWING.repeat(200), '\u{1d11e}'.repeat(200)]) {
    const title = `Payout to ${name}`;
    t.is(searchFrom(title), title.normalize('NFC'));
    t.is(searchFrom(`${title}a`), undefined);
  }
  t.is(searchFrom('a\u0000'), undefined);
});
