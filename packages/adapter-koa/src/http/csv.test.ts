import test from 'ava';
import { csvLine } from './csv.js';

for (const text of [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\tx',
  '\rx',
  '\nx',
  '＝1+1',
  '＠SUM(A1)',
  "'=1+1",
])
  test(`a cell that begins like ${JSON.stringify(text)} is text to a spreadsheet`, (t) => {
    t.true(csvLine([text]).replace(/^"/, '').startsWith(`'${text}`));
  });

test('a text with what separates cells in some spreadsheets stays in one cell', (t) => {
  for (const text of ['A;=1+1', 'A\t=1+1']) t.is(csvLine([text, 'b']), `"${text}",b\r\n`);
});

test('quotes, commas and line breaks stay inside their cell, and numbers are numbers', (t) => {
  t.is(csvLine(['a "b", c', 'x\ny', -5, '']), '"a ""b"", c","x\ny",-5,\r\n');
});
