import test from 'ava';
import fc from 'fast-check';
import { filteredPage, type PageFilter } from './filtered-page.js';

/** The numbers from 1 to `count`, of which those that `isShown` takes are kept. */
const numbers = (count: number, isShown: (n: number) => boolean): PageFilter<number, number> => ({
  read: async (after = 0, limit) =>
    Array.from({ length: Math.max(0, Math.min(limit, count - after)) }, (_, i) => after + i + 1),
  placeOf: (n) => n,
  keep: (items) => items.filter(isShown),
});

test('page after page shows everything that is shown, once and in order', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat({ max: 5_000 }),
      fc.integer({ min: 1, max: 2_000 }),
      fc.integer({ min: 1, max: 100 }),
      async (count, every, limit) => {
        const sieve = numbers(count, (n) => n % every === 0);
        const seen: number[] = [];
        let next: number | undefined;
        do {
          const page = await filteredPage(sieve, next, limit);
          t.true(page.items.length <= limit);
          seen.push(...page.items);
          next = page.next;
        } while (next !== undefined);
        t.deepEqual(
          seen,
          Array.from({ length: Math.floor(count / every) }, (_, i) => (i + 1) * every),
        );
      },
    ),
  );
});

test('a full page is the last one only if no further item matches', async (t) => {
  const sieve = numbers(10, (n) => n <= 4);

  t.deepEqual(await filteredPage(sieve, undefined, 4), { items: [1, 2, 3, 4] });
  t.deepEqual(await filteredPage(sieve, undefined, 3), { items: [1, 2, 3], next: 3 });
});

test('a page that would have to examine too many payouts ends early, with a cursor to continue', async (t) => {
  const { items, next } = await filteredPage(
    numbers(1_000_000, (n) => n === 999_999),
    undefined,
    10,
  );

  t.deepEqual(items, []);
  t.true(next !== undefined && next >= 20_000 && next < 22_000);
});
