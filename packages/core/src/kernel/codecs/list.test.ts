import test from 'ava';
import * as t from 'io-ts';
import { E } from '../fp.js';
import { decodeInput, ISSUES_MAX } from './decode.js';
import { factsOf } from './documented.js';
import { list } from './list.js';

/** A codec that counts how often it is asked. */
const counting = () => {
  let asked = 0;
  const codec = new t.Type<number>(
    'Counting',
    t.number.is,
    (u, context) => {
      asked += 1;
      return t.number.validate(u, context);
    },
    t.identity,
  );
  return { codec, asked: () => asked };
};

const faults = (codec: t.Decoder<unknown, unknown>, input: unknown) => {
  const decoded = decodeInput(codec, input);
  return E.isLeft(decoded) ? decoded.left.issues.map(({ pointer }) => pointer) : [];
};

test('a list that is too long or too short is rejected before its items are decoded', (t) => {
  const { codec, asked } = counting();
  const few = list(codec, { min: 1, max: 3 }, '1 to 3 numbers');

  for (const wrong of [[], [1, 2, 3, 4], Array(1_000_000).fill({})]) {
    const decoded = decodeInput(few, wrong);
    t.like(decoded, { left: { issues: [{ pointer: '', detail: 'expected 1 to 3 numbers' }] } });
  }
  t.is(asked(), 0);
});

test('decoding ends at the hundredth fault', (t) => {
  const { codec, asked } = counting();

  t.is(faults(list(codec, { max: 100_000 }, 'x'), Array(50_000).fill('x')).length, ISSUES_MAX);
  t.is(asked(), ISSUES_MAX);
});

test('a list within its bounds is decoded item by item, and faults are located', (t) => {
  const numbers = list(counting().codec, { max: 3 }, 'at most 3 numbers');

  t.deepEqual(decodeInput(numbers, [1, 2, 3]), E.right([1, 2, 3]));
  t.deepEqual(faults(numbers, [1, 'x', {}]), ['/1', '/2']);
  t.deepEqual(faults(numbers, {}), ['']);
  t.false(numbers.is([1, 2, 3, 4]));
  t.deepEqual(factsOf(numbers), { maxItems: 3 });
});

test('a list of different values refuses one that it has already, at its place', (t) => {
  const numbers = list(counting().codec, { max: 4, distinct: true }, 'at most 4 numbers');

  t.deepEqual(decodeInput(numbers, [1, 2, 3]), E.right([1, 2, 3]));
  t.deepEqual(faults(numbers, [1, 2, 1, 1]), ['/2', '/3']);
  t.deepEqual(factsOf(numbers), { maxItems: 4, uniqueItems: true });
});
