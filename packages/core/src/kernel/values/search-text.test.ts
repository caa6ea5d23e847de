import test from 'ava';
import { E } from '../fp.js';
import { SearchText } from './search-text.js';

// One character that NFC writes as three.
const GROWING = '\u{fb2c}';

test('a search is brought to NFC, and its normal form is taken again as it is', (t) => {
  for (const sent of ['', 'Anna', 'e\u0301clair', GROWING.repeat(100)]) {
    const read = SearchText.decode(sent);
    t.deepEqual(read, E.right(sent.normalize('NFC')));
    t.deepEqual(SearchText.decode(sent.normalize('NFC')), read);
  }
});

test('a search without end, with control characters or that is no text is refused', (t) => {
  for (const sent of ['a'.repeat(301), GROWING.repeat(101), 'a\u0000', 7, undefined]) {
    t.true(E.isLeft(SearchText.decode(sent)), String(sent));
  }
});
