import test from 'ava';
import fc from 'fast-check';
import { rangesOf } from './ranges.js';

test('ranges follow one another from the first item to the last, all but the last one of the size', (t) => {
  t.deepEqual(rangesOf(0, 3), []);
  t.deepEqual(rangesOf(7, 3), [
    { from: 0, length: 3 },
    { from: 3, length: 3 },
    { from: 6, length: 1 },
  ]);
  fc.assert(
    fc.property(fc.nat(200), fc.integer({ min: 1, max: 20 }), (total, size) => {
      const items = rangesOf(total, size).flatMap(({ from, length }) =>
        Array.from({ length }, (_, i) => from + i),
      );
      t.deepEqual(items, [...Array(total).keys()]);
    }),
  );
});
