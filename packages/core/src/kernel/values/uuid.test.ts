import test from 'ava';
import fc from 'fast-check';
import { JobId, TransactionId } from './ids.js';
import { jobId, rowId, rowOf, ROWS_MAX, timeOf, UUID_ENTROPY_BYTES, uuidV7 } from './uuid.js';

const random = fc.uint8Array({ minLength: UUID_ENTROPY_BYTES, maxLength: UUID_ENTROPY_BYTES });
const moment = fc.integer({ min: 0, max: 2 ** 48 - 2 });
const row = fc.integer({ min: 0, max: ROWS_MAX - 1 });

test('every id that is made is a valid one of its version', (t) => {
  fc.assert(
    fc.property(moment, random, row, (at, bytes, index) => {
      const job = jobId(at, bytes);
      const v7 = uuidV7(at, bytes);
      t.true(JobId.is(job) && job[14] === '8');
      t.true(TransactionId.is(rowId(job, index)) && rowId(job, index)[14] === '8');
      t.true(TransactionId.is(v7) && v7[14] === '7');
    }),
  );
});

test('a transaction id reveals the row that it was derived for', (t) => {
  fc.assert(
    fc.property(moment, random, row, (at, bytes, index) => {
      const job = jobId(at, bytes);
      t.is(rowOf(rowId(job, index)), index);
    }),
  );
});

test('the ids of a batch sort in request order, after their job and before any later job', (t) => {
  fc.assert(
    fc.property(moment, random, random, row, row, (at, bytes, others, a, b) => {
      const job = jobId(at, bytes);
      const [first, second] = [rowId(job, Math.min(a, b)), rowId(job, Math.max(a, b))];
      t.true((job as string) < first);
      t.true(a === b ? first === second : first < second);
      t.true((second as string) < jobId(at + 1, others));
    }),
  );
});

test('a job has exactly as many row ids as fit below the next job', (t) => {
  const job = jobId(0, new Uint8Array(UUID_ENTROPY_BYTES));

  t.is(rowOf(rowId(job, ROWS_MAX - 1)), ROWS_MAX - 1);
  t.throws(() => rowId(job, ROWS_MAX), { instanceOf: RangeError });
  t.throws(() => rowId(job, -1), { instanceOf: RangeError });
});

test('different random bits make different jobs', (t) => {
  const bytes = (n: number) =>
    Uint8Array.from({ length: UUID_ENTROPY_BYTES }, (_, i) => (n >> (8 * (i % 2))) & 0xff);
  const ids = new Set(Array.from({ length: 1_000 }, (_, n) => jobId(0, bytes(n))));

  t.is(ids.size, 1_000);
});

test('ids of later moments sort after ids of earlier ones', (t) => {
  fc.assert(
    fc.property(moment, moment, random, random, (a, b, left, right) => {
      fc.pre(a < b);
      t.true(uuidV7(a, left) < uuidV7(b, right));
      t.true(jobId(a, left) < jobId(b, right));
    }),
  );
});

test('an id contains the moment that it was made for, and so does that of each row', (t) => {
  fc.assert(
    fc.property(moment, random, row, (at, bytes, index) => {
      t.is(timeOf(uuidV7(at, bytes) as TransactionId), at);
      t.is(timeOf(rowId(jobId(at, bytes), index)), at);
    }),
  );
});
