import test from 'ava';
import * as io from 'io-ts';
import { alias, documented, factsOf, originalOf } from './documented.js';
import { E } from '../fp.js';
import { Money } from '../values/money.js';
import { Reference } from '../values/text.js';

test('the documentation of a codec applies to that codec only', (t) => {
  const odd = io.refinement(io.number, (n) => n % 2 === 1, 'Odd');

  t.is(documented(odd, { type: 'integer' }), odd);
  t.deepEqual(factsOf(odd), { type: 'integer' });
  t.is(factsOf(io.number), undefined);
});

for (const [codec, good, bad] of [
  [Money, { value: 1, currency: 'INR' }, { value: -1, currency: 'INR' }],
  [Reference, 'INV-1', 'two words'],
] as ReadonlyArray<readonly [io.Mixed, unknown, unknown]>) {
  test(`an alias of ${codec.name} reads as it does`, (t) => {
    const other = alias(codec, { description: 'Something else.' });

    t.is(originalOf(other), codec);
    t.is(originalOf(codec), undefined);
    t.not(factsOf(codec)?.description, 'Something else.');
    t.deepEqual(other.decode(good) as unknown, E.right(good));
    t.deepEqual(other.encode(good), codec.encode(good));
    t.true(other.is(good));
    t.true(E.isLeft(other.decode(bad)));
  });
}
