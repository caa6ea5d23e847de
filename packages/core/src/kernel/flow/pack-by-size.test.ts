import test from 'ava';
import fc from 'fast-check';
import { packBySize } from './pack-by-size.js';

const packs = (sizes: ReadonlyArray<number>, max: number) => packBySize(sizes, (size) => size, max);

test('small items share a pack, a large one has its own', (t) => {
  t.deepEqual(packs([1, 2, 3], 6), [[1, 2, 3]]);
  t.deepEqual(packs([1, 2, 4, 3], 6), [[1, 2], [4], [3]]);
  t.deepEqual(packs([1, 9, 1], 6), [[1], [9], [1]]);
  t.deepEqual(packs([], 6), []);
});

test('packs hold every item in its order, and more than the maximum only of one item', (t) => {
  fc.assert(
    fc.property(fc.array(fc.nat(12)), fc.integer({ min: 1, max: 10 }), (sizes, max) => {
      const result = packs(sizes, max);
      t.deepEqual(result.flat(), sizes);
      for (const pack of result) {
        t.true(pack.length === 1 || pack.reduce((sum, size) => sum + size, 0) <= max);
      }
    }),
  );
});
