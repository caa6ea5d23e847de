import test from 'ava';
import fc from 'fast-check';
import { jsonFault } from './json-fault.js';

for (const [text, fault] of [
  ['', 'is not JSON: it ends too early, at line 1, column 1'],
  ['{"a":1', 'is not JSON: it ends too early, at line 1, column 7'],
  ['{"a":"b', 'is not JSON: it ends too early, at line 1, column 8'],
  ['{\n  "a": 1,\n}', 'is not JSON from line 3, column 1 on'],
  ['{"a":x}', 'is not JSON from line 1, column 6 on'],
  ['{"a":1 "b":2}', 'is not JSON from line 1, column 8 on'],
  ['[1,\r\n 2,,3]', 'is not JSON from line 2, column 4 on'],
  ['[01]', 'is not JSON from line 1, column 2 on'],
  ['[1]]', 'is not JSON from line 1, column 4 on'],
  ['{"a"}', 'is not JSON from line 1, column 5 on'],
  ['{a:1}', 'is not JSON from line 1, column 2 on'],
  ["['a']", 'is not JSON from line 1, column 2 on'],
  ['["a\tb"]', 'is not JSON from line 1, column 4 on'],
  ['["\\x"]', 'is not JSON from line 1, column 3 on'],
  ['[NaN]', 'is not JSON from line 1, column 2 on'],
  ['[}', 'is not JSON from line 1, column 2 on'],
] as const) {
  test(`where ${JSON.stringify(text)} stops being JSON is said`, (t) => {
    t.throws(() => JSON.parse(text) as unknown);
    t.is(jsonFault(text), fault);
  });
}

test('JSON without its last sign ends too early, and a sign behind it is found where it stands', (t) => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const text = JSON.stringify(value);
      const column = (at: number) => `line 1, column ${String(at)}`;
      t.is(
        jsonFault(text.slice(0, -1)),
        `is not JSON: it ends too early, at ${column(text.length)}`,
      );
      t.is(jsonFault(`${text}#`), `is not JSON from ${column(text.length + 1)} on`);
    }),
  );
});

test('a text of a million open lists is read without a deep stack', (t) => {
  t.is(
    jsonFault('['.repeat(1_000_000)),
    'is not JSON: it ends too early, at line 1, column 1000001',
  );
});
