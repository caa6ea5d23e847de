import test from 'ava';
import { decodeInput } from '../../kernel/codecs/decode.js';
import { E } from '../../kernel/fp.js';
import { addDays, type Day } from '../../kernel/values/time.js';
import { Calendar, firstOpenDay, isHoliday } from './calendar.js';

const calendar = (holidays: object) =>
  ({ calendarCode: 'MUMBAI', until: '2027-12-31', holidays }) as unknown as Calendar;
/** The closed days of March 2026, whose first day is a Sunday. */
const closedInMarch = (holidays: object) =>
  Array.from({ length: 31 }, (_, i) => i + 1).filter((day) =>
    isHoliday(calendar(holidays), `2026-03-${String(day).padStart(2, '0')}` as Day),
  );

for (const [what, holidays, closed] of [
  ['no holidays', {}, []],
  ['Sundays', { weekly: ['sunday'] }, [1, 8, 15, 22, 29]],
  ['second and fourth Saturdays', { monthly: [{ weekday: 'saturday', weeks: [2, 4] }] }, [14, 28]],
  ['first and fifth Sundays', { monthly: [{ weekday: 'sunday', weeks: [1, 5] }] }, [1, 29]],
  ['days of every year', { yearly: ['03-04', '12-25'] }, [4]],
  ['single days', { dates: ['2026-03-19', '2025-03-20'] }, [19]],
  [
    'all of these together',
    { weekly: ['friday'], yearly: ['03-02'], dates: ['2026-03-31'] },
    [2, 6, 13, 20, 27, 31],
  ],
] as ReadonlyArray<readonly [string, object, ReadonlyArray<number>]>) {
  test(`a calendar of ${what} closes these days of March 2026: ${closed.join(' ')}`, (t) => {
    t.deepEqual(closedInMarch(holidays), closed);
  });
}

test('a day of every year may be 29 February, which only leap years have', (t) => {
  const leap = calendar({ yearly: ['02-29'] });
  t.true(isHoliday(leap, '2028-02-29' as Day));
  t.false(isHoliday(leap, '2027-03-01' as Day));
});

test('the first open day is the day itself, or the next one that the calendar leaves open', (t) => {
  const weekend = calendar({ weekly: ['saturday', 'sunday'], dates: ['2026-03-09'] });
  t.is(firstOpenDay(weekend, '2026-03-06' as Day), '2026-03-06' as Day);
  t.is(firstOpenDay(weekend, '2026-03-07' as Day), '2026-03-10' as Day);
});

test('a calendar that closes every day of the week has no open day', (t) => {
  const weekly = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
  t.is(firstOpenDay(calendar({ weekly }), '2026-03-01' as Day), undefined);
  t.is(
    firstOpenDay(calendar({ weekly: weekly.slice(1) }), '2026-03-02' as Day),
    addDays('2026-03-02' as Day, 6),
  );
});

for (const [what, holidays] of [
  ['a day of the week that there is not', { weekly: ['caturday'] }],
  ['a sixth week', { monthly: [{ weekday: 'saturday', weeks: [6] }] }],
  ['half a week', { monthly: [{ weekday: 'saturday', weeks: [1.5] }] }],
  ['30 February of every year', { yearly: ['02-30'] }],
  ['a day of every year with its year', { yearly: ['2026-01-26'] }],
  ['a single day that does not exist', { dates: ['2027-02-29'] }],
  ['one text in place of a list', { weekly: 'sunday' }],
] as const) {
  test(`a calendar with ${what} is refused`, (t) => {
    t.true(E.isLeft(decodeInput(Calendar, calendar(holidays))));
  });
}
