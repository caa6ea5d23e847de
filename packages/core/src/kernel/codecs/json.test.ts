import test from 'ava';
import fc from 'fast-check';
import { canonicalJson, isObject } from './json.js';

const shuffled = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shuffled);
  if (!isObject(value)) return value;
  const copy = Object.create(null) as Record<string, unknown>;
  for (const key of Object.keys(value).reverse()) copy[key] = shuffled(value[key]);
  return { ...copy };
};

test('the order of keys changes nothing, at any depth', (t) => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      t.is(canonicalJson(shuffled(value)), canonicalJson(value));
    }),
  );
});

test('it reads back as the same value', (t) => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      t.deepEqual(JSON.parse(canonicalJson(value)), JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('different values differ', (t) => {
  const values = [
    null,
    'null',
    0,
    '0',
    '',
    false,
    [],
    {},
    [null],
    [[]],
    { a: null },
    { a: [] },
    '{}',
  ];

  t.is(new Set(values.map(canonicalJson)).size, values.length);
});

test('an absent member and an undefined one are the same', (t) => {
  t.is(canonicalJson({ a: 1, b: undefined }), '{"a":1}');
});

test('keys cannot break out of their quotes', (t) => {
  t.not(canonicalJson({ 'a":1,"b': 2 }), canonicalJson({ a: 1, b: 2 }));
});

test('only a plain map is an object', (t) => {
  t.true(isObject({}));
  for (const value of [null, undefined, [], 'a', 1, true]) t.false(isObject(value));
});

test('however deep a value is, each of its members is read a few times at most', (t) => {
  let reads = 0;
  let value: unknown = [];
  for (let depth = 0; depth < 1_000; depth += 1) {
    const inner = value;
    value = Object.defineProperty({}, 'a', {
      enumerable: true,
      get: () => {
        reads += 1;
        return inner;
      },
    });
  }

  t.is(canonicalJson(value), `${'{"a":'.repeat(1_000)}[]${'}'.repeat(1_000)}`);
  t.true(reads <= 4_000, String(reads));
});
