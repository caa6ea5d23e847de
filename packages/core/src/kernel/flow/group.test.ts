import test from 'ava';
import fc from 'fast-check';
import { groupBy } from './group.js';

test('nothing is lost, and keys and items keep the order in which they came', (t) => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 20 })), (items) => {
      const groups = groupBy(items, (n) => n % 3);
      t.deepEqual([...groups.keys()], [...new Set(items.map((n) => n % 3))]);
      for (const [key, group] of groups) {
        t.deepEqual(
          group,
          items.filter((n) => n % 3 === key),
        );
      }
    }),
  );
});
