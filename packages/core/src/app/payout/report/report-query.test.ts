import test from 'ava';
import fc from 'fast-check';
import { E } from '../../../kernel/fp.js';
import type { Day } from '../../../kernel/values/time.js';
import { ReportQuery } from './report-query.js';

const { fromDate, search } = ReportQuery;

test('a day is written as reports read it, and means the same again', (t) => {
  const at = fc.integer({ min: Date.UTC(1000, 0, 1), max: Date.UTC(9999, 11, 31) });
  fc.assert(
    fc.property(at, (moment) => {
      const day = new Date(moment).toISOString().slice(0, 10) as Day;
      t.regex(fromDate.encode(day) ?? '', /^\d{2}-\d{2}-\d{4}$/);
      t.deepEqual(fromDate.decode(fromDate.encode(day)), E.right(day));
    }),
  );
});

test('the search of a report is read as it was typed', (t) => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 100 }), (text) => {
      const taken = search.decode(text);
      t.is(E.isRight(taken), !/\p{Cc}/u.test(text));
      if (E.isRight(taken)) t.is(taken.right, text);
    }),
  );
});

test('every parameter but the initiating user may be left out', (t) => {
  const needed = Object.entries(ReportQuery).filter(([, codec]) =>
    E.isLeft(codec.decode(undefined)),
  );

  t.deepEqual(
    needed.map(([name]) => name),
    ['initiatedByUserId'],
  );
});
