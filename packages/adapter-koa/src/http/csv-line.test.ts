import test from 'ava';
import { csvLine } from './csv-line.js';

test('a line separates cells by commas and ends as RFC 4180 says', (t) => {
  t.is(csvLine(['a', '', 'b c']), 'a,,b c\r\n');
  t.is(csvLine([]), '\r\n');
});

test('a cell with a comma, a quote or an end of line stands in quotes', (t) => {
  t.is(csvLine(['a,b', 'say "x"', 'a\nb', 'a\rb']), '"a,b","say ""x""","a\nb","a\rb"\r\n');
});

test('a cell that begins as a formula does gets an apostrophe, and no other cell does', (t) => {
  for (const first of ['=', '+', '-', '@', '\t'])
    t.is(csvLine([`${first}1`]), `'${first}1\r\n`, first);
  t.is(csvLine(['\r1']), `"'\r1"\r\n`);
  t.is(csvLine(['=HYPERLINK("x","y")']), `"'=HYPERLINK(""x"",""y"")"\r\n`);
  t.is(csvLine(['1-2', "it's", ' =1']), "1-2,it's, =1\r\n");
});
