import test from 'ava';
import fc from 'fast-check';
import { E } from '../fp.js';
import { Metadata } from './metadata.js';

const accepts = (input: unknown): boolean => E.isRight(Metadata.decode(input));
const keys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${String(i)}`, i]));
const nested = (depth: number, open: string, close: string): unknown =>
  JSON.parse(`{"a":${open.repeat(depth)}1${close.repeat(depth)}}`);

test('a map is stored unchanged, including the order of its keys', (t) => {
  const map = { z: 1, a: { c: [1, null, 'ü', false], b: {} }, '': 'empty key' };
  const decoded = Metadata.decode(map);

  t.deepEqual(decoded, E.right(map));
  t.true(E.isRight(decoded) && JSON.stringify(decoded.right) === JSON.stringify(map));
});

test('64 keys fit and 65 do not, wherever they are', (t) => {
  t.true(accepts(keys(64)));
  t.false(accepts(keys(65)));
  t.true(accepts({ a: keys(31), b: keys(31) }));
  t.false(accepts({ a: keys(31), b: keys(32) }));
  t.false(accepts({ a: [keys(33), keys(33)] }));
});

test('4 KiB of JSON fit and one byte more does not, counted in UTF-8', (t) => {
  const room = 4_096 - '{"a":""}'.length;

  t.true(accepts({ a: 'x'.repeat(room) }));
  t.false(accepts({ a: 'x'.repeat(room + 1) }));
  t.true(accepts({ a: '₹'.repeat(room / 3) }));
  t.false(accepts({ a: '₹'.repeat(room / 3 + 1) }));
  t.true(accepts({ a: '😀'.repeat(room / 4) }));
  t.false(accepts({ a: '😀'.repeat(room / 4 + 1) }));
  t.false(accepts({ a: '\u0000'.repeat(room / 6 + 1) }));
});

test('four levels fit and a fifth does not, of maps and lists alike', (t) => {
  t.true(accepts({ a: { b: { c: { d: 1 } } } }));
  t.false(accepts({ a: { b: { c: { d: {} } } } }));
  t.true(accepts({ a: [[[1]]] }));
  t.false(accepts({ a: [[[[]]]] }));
});

test('nesting ten thousand deep is refused without being followed', (t) => {
  t.false(accepts(nested(10_000, '[', ']')));
  t.false(accepts(nested(10_000, '{"a":', '}')));
});

test('a very wide list is refused', (t) => {
  t.false(accepts({ a: Array<number>(1_000_000).fill(0) }));
  t.false(accepts({ a: Array<unknown>(3_000).fill([]) }));
});

for (const key of ['__proto__', 'constructor', 'prototype']) {
  for (const [depth, json] of [
    ['first', `{"${key}":{"isAdmin":true}}`],
    ['second', `{"a":{"${key}":1}}`],
    ['fourth', `{"a":[[{"${key}":null}]]}`],
  ] as const) {
    test(`${key} is no key on the ${depth} level`, (t) => {
      t.false(accepts(JSON.parse(json)));
      t.is(({} as Record<string, unknown>)['isAdmin'], undefined);
    });
  }
}

test('keys that only look like forbidden ones are kept', (t) => {
  t.true(accepts({ proto: 1, Constructor: 2, __proto: 3, hasOwnProperty: 4, toJSON: 'x' }));
});

test('a number that JSON cannot write again is refused', (t) => {
  t.false(accepts(JSON.parse('{"a":1e400}')));
  t.false(accepts(JSON.parse('{"a":[-1e400]}')));
});

test('a whole number that would be read as another one is refused, and fits as a string', (t) => {
  for (const number of [
    '12345678901234567890',
    '9007199254740993',
    '-9007199254740992',
    '1e21',
    '1e300',
  ]) {
    t.false(accepts(JSON.parse(`{"order":${number}}`)));
    t.false(accepts(JSON.parse(`{"orders":[[${number}]]}`)));
    t.true(accepts({ order: number }));
  }
  t.true(accepts({ most: Number.MAX_SAFE_INTEGER, least: Number.MIN_SAFE_INTEGER, part: 0.1 }));
});

test('a value that is no map is refused', (t) => {
  for (const input of [null, undefined, [], [1], 'a', 1, true]) t.false(accepts(input));
});

test('an accepted value is written and read again without a change', (t) => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), (map) => {
      const sent = JSON.parse(JSON.stringify(map)) as unknown;
      const decoded = Metadata.decode(sent);
      if (E.isLeft(decoded)) return;
      t.deepEqual(JSON.parse(JSON.stringify(decoded.right)), sent);
    }),
  );
  t.pass();
});

test('a refusal names the bound and never the content', (t) => {
  for (const input of [
    { a: 'secret'.repeat(1_000) },
    { secret: { a: { b: { c: {} } } } },
    'secret',
  ]) {
    const decoded = Metadata.decode(input);
    const messages = E.isLeft(decoded) ? decoded.left.map(({ message }) => message ?? '') : [];
    t.is(messages.length, 1);
    t.regex(messages[0] ?? '', /^an object/);
    t.notRegex(messages[0] ?? '', /secret/);
  }
});
