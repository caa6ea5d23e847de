import { alias, documented, record } from '@hundi/core/wire';
import test from 'ava';
import * as io from 'io-ts';
import { schemas } from './json-schema.js';

test('a codec of which nothing is known is no schema', (t) => {
  const odd = new io.Type<string>('Odd', io.string.is, io.string.validate, io.identity);
  const even = io.refinement(io.number, (n) => n % 2 === 0, 'Even');
  for (const codec of [odd, even, io.unknown, io.strict({ odd }), io.array(even)]) {
    t.throws(() => schemas().of(codec), { message: /declare it with documented/ });
  }
});

test('a description alone is not enough', (t) => {
  const described = documented(new io.Type<string>('X', io.string.is, io.string.validate, String), {
    description: 'Something.',
  });
  t.throws(() => schemas().of(described));
});

test('fields of intersections, exact and partial objects stand in one object', (t) => {
  const codec = io.intersection([
    io.strict({ a: io.string }),
    io.exact(io.partial({ b: io.boolean })),
  ]);
  t.deepEqual(schemas().of(codec) as object, {
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: 'boolean' } },
    required: ['a'],
  });
});

test('a named codec is written once and referred to', (t) => {
  const { of, named } = schemas();
  const Money = record('Money', { value: io.number }, {});

  const ref = { $ref: '#/components/schemas/Money' };
  t.deepEqual(of(io.array(Money)) as object, { type: 'array', items: ref });
  t.deepEqual(of(alias(Money, { description: 'A fee.' })) as object, {
    ...ref,
    description: 'A fee.',
  });
  t.deepEqual(Object.keys(named()), ['Money']);
});

test('two codecs of one name must say the same', (t) => {
  const { of } = schemas();
  of(record('Money', { value: io.number }, {}));
  t.notThrows(() => of(record('Money', { value: io.number }, {})));
  t.throws(() => of(record('Money', { value: io.string }, {})), { message: /Money/ });
});

test('an alias adds a description at its place, and nowhere else', (t) => {
  const title = alias(io.string, { description: 'A title.' });
  t.deepEqual(schemas().of(title) as object, { type: 'string', description: 'A title.' });
  t.deepEqual(schemas().of(io.string) as object, { type: 'string' });
  t.true(title.is('x'));
});

test('null joins a plain type, and stands beside a list of values', (t) => {
  const { of } = schemas();
  t.deepEqual(of(io.union([io.string, io.null])) as object, { type: ['string', 'null'] });
  t.deepEqual(of(io.union([io.keyof({ a: null }), io.null])) as object, {
    anyOf: [{ type: 'string', enum: ['a'] }, { type: 'null' }],
  });
});
