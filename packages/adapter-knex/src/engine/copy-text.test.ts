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

test('a value that the row before has, too, is written as it was there', (t) => {
  t.is(
    copyText([
      ['a\tb', 1, null],
      ['a\tb', 1, ''],
      ['a', 1, null],
      ['a\tb', 2, null],
    ]),
    'a\\tb\t1\t\\N\na\\tb\t1\t\na\t1\t\\N\na\\tb\t2\t\\N\n',
  );
});
