import test from 'ava';
import fc from 'fast-check';
import type { PackageCode } from '../../../kernel/values/ids.js';
import { PAISE_MAX } from '../../../kernel/values/money.js';
import type { Day } from '../../../kernel/values/time.js';
import { someTerms } from '../../../samples.test.data.js';
import { dailyBook } from './daily-room.js';

const VENDOR = 'VENDOR' as PackageCode;
const SALARY = 'SALARY' as PackageCode;
const DAY = '2026-03-02' as Day;
const on = (limitDay: string) => someTerms({ limitDay });

test('amounts fit until the limit is reached exactly, counting what was used before', (t) => {
  const book = dailyBook(new Map([[VENDOR, 100]]), [
    { packageCode: VENDOR, day: DAY, amount: 30n },
  ]);

  t.true(book.take(VENDOR, on(DAY), 70));
  t.false(book.take(VENDOR, on(DAY), 1));
  t.deepEqual(book.taken(), [{ packageCode: VENDOR, day: DAY, amount: 70n }]);
});

test('an amount that does not fit takes nothing, and a smaller one may still fit', (t) => {
  const book = dailyBook(new Map([[VENDOR, 100]]), []);

  t.false(book.take(VENDOR, on(DAY), 101));
  t.true(book.take(VENDOR, on(DAY), 100));
});

test('packages and days have rooms of their own', (t) => {
  const book = dailyBook(
    new Map([
      [VENDOR, 10],
      [SALARY, 10],
    ]),
    [],
  );

  t.true(book.take(VENDOR, on(DAY), 10));
  t.true(book.take(SALARY, on(DAY), 10));
  t.true(book.take(VENDOR, on('2026-03-03'), 10));
  t.false(book.take(VENDOR, on(DAY), 1));
});

test('a payout that counts against no limit always fits and leaves no trace', (t) => {
  const book = dailyBook(new Map([[VENDOR, 1]]), []);

  t.true(book.take(VENDOR, someTerms(), PAISE_MAX));
  t.true(book.take(SALARY, on(DAY), PAISE_MAX));
  t.deepEqual(book.taken(), []);
});

test('room that was given back can be taken again', (t) => {
  const book = dailyBook(new Map([[VENDOR, 10]]), []);

  t.true(book.take(VENDOR, on(DAY), 10));
  book.giveBack(VENDOR, on(DAY), 10);
  t.deepEqual(book.taken(), []);
  t.true(book.take(VENDOR, on(DAY), 10));
});

test('sums that a double cannot hold are exact', (t) => {
  const used = BigInt(PAISE_MAX) * 20n;
  const book = dailyBook(new Map([[VENDOR, PAISE_MAX]]), [
    { packageCode: VENDOR, day: DAY, amount: used },
  ]);

  t.false(book.take(VENDOR, on(DAY), 1));
});

test('the limit holds for any sequence of takes and returns', (t) => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 200 }),
      fc.bigInt({ min: 0n, max: 250n }),
      fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.boolean())),
      (limit, used, requests) => {
        const book = dailyBook(new Map([[VENDOR, limit]]), [
          { packageCode: VENDOR, day: DAY, amount: used },
        ]);
        let held = 0n;
        for (const [amount, returned] of requests) {
          const fits = used + held + BigInt(amount) <= BigInt(limit);
          t.is(book.take(VENDOR, on(DAY), amount), fits);
          if (fits && returned) book.giveBack(VENDOR, on(DAY), amount);
          if (fits && !returned) held += BigInt(amount);
        }
        t.is(book.taken()[0]?.amount ?? 0n, held);
      },
    ),
  );
});
