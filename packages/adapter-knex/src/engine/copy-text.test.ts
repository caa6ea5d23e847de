import test from 'ava';
import { copyText } from './copy-text.js';

test('cells are divided by tabs and rows by line feeds', (t) => {
  t.is(
    copyText([
      ['a', 1],
      ['b', 2],
    ]),
    'a\t1\nb\t2\n',
  );
});

test('an absent value is not the empty text', (t) => {
  t.is(copyText([[null, undefined, '', 0]]), '\\N\t\\N\t\t0\n');
});

test('characters that end a cell or a row are escaped, and so is the escape character', (t) => {
  t.is(copyText([['a\tb\nc\rd\\e', '\\N', '\\.']]), 'a\\tb\\nc\\rd\\\\e\t\\\\N\t\\\\.\n');
});
