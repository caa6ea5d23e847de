import test from 'ava';
import fc from 'fast-check';
import { DAY, dayIn, iso, MINUTE, minutesIn, type Day } from '../../../kernel/values/time.js';
import { isHoliday, type Calendar } from '../../tenancy/calendar.js';
import type { CutOff } from '../../tenancy/debit-account.js';
import {
  bankHours,
  creditOf,
  openingOf,
  timetableOf,
  windowClosed,
  type BankHours,
} from './window.js';

const ZONE = 'Asia/Kolkata';
const cutOff = (from: string, to: string, paymentMethodCode = 'NEFT') =>
  ({ paymentMethodCode, from, to }) as unknown as CutOff;
const hours = (cutOffs: CutOff[], calendars: Calendar[] = [], zone = ZONE) =>
  bankHours({ timeZone: zone, calendars }, { cutOffs }, 'NEFT');
/** A wall-clock time in India. */
const at = (day: number, hour: number, minute = 0) =>
  Date.UTC(2026, 2, day, hour, minute) - 330 * MINUTE;
const opensAt = (bank: BankHours, now: number) => openingOf(bank, now).at;
const expectedCreditAt = (bank: BankHours, now: number) => creditOf(openingOf(bank, now));
const opens = (from: string, to: string, now: number) =>
  iso(opensAt(hours([cutOff(from, to)]), now));

for (const [what, window, now, expected] of [
  ['before it opens', ['09:00', '18:00'], at(2, 8, 59), at(2, 9)],
  ['at its opening', ['09:00', '18:00'], at(2, 9), at(2, 9)],
  ['within it', ['09:00', '18:00'], at(2, 12, 34), at(2, 12, 34)],
  ['in its last minute', ['09:00', '18:00'], at(2, 17, 59), at(2, 17, 59)],
  ['at its end', ['09:00', '18:00'], at(2, 18), at(3, 9)],
  ['at midnight', ['09:00', '18:00'], at(3, 0), at(3, 9)],
  ['over midnight, in the evening', ['22:00', '04:00'], at(2, 23), at(2, 23)],
  ['over midnight, in the morning', ['22:00', '04:00'], at(3, 3, 59), at(3, 3, 59)],
  ['over midnight, at its end', ['22:00', '04:00'], at(3, 4), at(3, 22)],
  ['over midnight, before it opens', ['22:00', '04:00'], at(2, 21, 59), at(2, 22)],
  ['of a whole day', ['09:00', '09:00'], at(2, 8, 59), at(2, 8, 59)],
  ['from midnight on', ['00:00', '12:00'], at(2, 12), at(3, 0)],
] as ReadonlyArray<readonly [string, readonly [string, string], number, number]>) {
  test(`a bank window ${what}: ${window.join('–')}`, (t) => {
    t.is(opens(window[0], window[1], now), iso(expected));
  });
}

test('a method without a window is always open', (t) => {
  t.is(opensAt(hours([]), 1), 1);
  t.is(opensAt(hours([cutOff('09:00', '09:01', 'RTGS')]), 1), 1);
});

const time = fc
  .tuple(fc.nat({ max: 23 }), fc.nat({ max: 59 }))
  .map(([h, m]) => `${String(h).padStart(2, '0')}:${String(m).padStart(2, '0')}`);
const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));

test('the bank is never asked to wait longer than a day, and always finds its window open', (t) => {
  fc.assert(
    fc.property(
      time,
      time,
      fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2035, 0) }),
      (from, to, now) => {
        const opening = opensAt(hours([cutOff(from, to)]), now);
        t.true(opening >= now && opening < now + DAY);
        t.is(opensAt(hours([cutOff(from, to)]), opening), opening);
        if (opening > now) t.is(minutesIn(ZONE, opening), minutes(from));
      },
    ),
    { numRuns: 500 },
  );
});

const calendar = (holidays: object, calendarCode = 'MUMBAI') =>
  ({ calendarCode, until: '2035-12-31', holidays }) as unknown as Calendar;
const cleared = (from: string, to: string, creditMinutes = 90, calendarCode = 'MUMBAI') => ({
  ...cutOff(from, to),
  clearing: { calendarCode, creditMinutes } as NonNullable<CutOff['clearing']>,
});

/** Holi is on Wednesday 4 March 2026, and the seventh is the first Saturday. */
const MARCH = calendar({
  weekly: ['sunday'],
  monthly: [{ weekday: 'saturday', weeks: [2, 4] }],
  dates: ['2026-03-04'],
});

for (const [what, window, now, expected] of [
  ['on an open day within it', ['09:00', '18:00'], at(3, 12), at(3, 12)],
  ['at its end on the eve of a holiday', ['09:00', '18:00'], at(3, 18), at(5, 9)],
  ['on a holiday within its hours', ['09:00', '18:00'], at(4, 12), at(5, 9)],
  ['on the first Saturday', ['09:00', '18:00'], at(7, 12), at(7, 12)],
  ['on the second Saturday, before a Sunday', ['09:00', '18:00'], at(14, 8), at(16, 9)],
  ['of all day, on a holiday', ['00:00', '00:00'], at(4, 12), at(5, 0)],
  ['of all day from nine to nine, on a holiday', ['09:00', '09:00'], at(4, 12), at(5, 0)],
  ['over midnight, in the evening before a holiday', ['22:00', '04:00'], at(3, 23), at(3, 23)],
  ['over midnight, when the holiday has begun', ['22:00', '04:00'], at(4, 1), at(5, 0)],
  ['over midnight, when the holiday is over', ['22:00', '04:00'], at(5, 1), at(5, 1)],
  ['until midnight, on a holiday', ['22:00', '00:00'], at(4, 23), at(5, 22)],
] as ReadonlyArray<readonly [string, readonly [string, string], number, number]>) {
  test(`a window with a calendar ${what}: ${window.join('–')}`, (t) => {
    const bank = hours([cleared(window[0], window[1])], [MARCH]);
    t.is(iso(opensAt(bank, now)), iso(expected));
    t.is(expectedCreditAt(bank, now), expected + 90 * MINUTE);
  });
}

test('of several windows of a method the one that opens first is the next, each by its own calendar', (t) => {
  const weekdays = calendar({ weekly: ['saturday', 'sunday'] }, 'WEEKDAYS');
  const saturdays = calendar(
    { weekly: ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday'] },
    'SATURDAYS',
  );
  const bank = hours(
    [cleared('09:00', '18:00', 30, 'WEEKDAYS'), cleared('10:00', '13:00', 240, 'SATURDAYS')],
    [weekdays, saturdays],
  );
  t.is(opensAt(bank, at(6, 18)), at(7, 10));
  t.is(expectedCreditAt(bank, at(6, 18)), at(7, 14));
  t.is(opensAt(bank, at(7, 13)), at(9, 9));
  t.is(expectedCreditAt(bank, at(7, 13)), at(9, 9, 30));
});

test('no credit is expected at a moment where the window names no calendar', (t) => {
  t.is(expectedCreditAt(hours([cutOff('09:00', '18:00')], [MARCH]), at(4, 12)), undefined);
  t.is(expectedCreditAt(hours([], [MARCH]), at(4, 12)), undefined);
});

test('a timetable knows the openings of every account and method, as often as it is asked', (t) => {
  const bank = { timeZone: ZONE, calendars: [MARCH] };
  const account = { cutOffs: [cleared('09:00', '18:00'), cutOff('07:00', '18:00', 'RTGS')] };
  const timetable = timetableOf(bank, new Map([['da-main' as never, account]]));
  const opens = (debitAccountId: string, paymentMethod: string, now = at(4, 12)) =>
    timetable.opening({ debitAccountId, paymentMethod } as never, now).at;
  for (let asked = 0; asked < 2; asked += 1) {
    t.is(opens('da-main', 'NEFT'), at(5, 9));
    t.is(opens('da-main', 'NEFT', at(3, 12)), at(3, 12));
    t.is(opens('da-main', 'RTGS'), at(4, 12));
    t.is(opens('da-second', 'NEFT'), at(4, 12));
  }
  t.true(timetable.hasCalendars);
  t.false(timetableOf({ timeZone: ZONE }, new Map()).hasCalendars);
});

test('who waits is shown the window and its opening only where it follows a calendar', (t) => {
  const opening = openingOf(hours([cleared('09:00', '18:00')], [MARCH]), at(4, 12));
  t.deepEqual(windowClosed(ZONE, opening).window, {
    opensAt: at(5, 9),
    from: '09:00',
    to: '18:00',
    timeZone: ZONE,
  } as never);
  const plain = openingOf(hours([cutOff('09:00', '18:00')]), at(4, 19));
  t.false('window' in windowClosed(ZONE, plain));
});

test('a calendar that closes all days makes payouts wait, and look again after a year', (t) => {
  const weekly = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
  const bank = hours([cleared('09:00', '18:00')], [calendar({ weekly })]);
  t.is(dayIn(ZONE, opensAt(bank, at(4, 12))), '2027-03-05' as Day);
});

const aDay = fc
  .integer({ min: Date.UTC(2026, 0) / DAY, max: Date.UTC(2027, 11, 31) / DAY })
  .map((day) => new Date(day * DAY).toISOString().slice(0, 10));
const weekday = fc.constantFrom('sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday');
const holidays = fc.record(
  {
    weekly: fc.array(weekday, { maxLength: 3 }),
    monthly: fc.array(
      fc.record({ weekday: fc.constant('saturday'), weeks: fc.subarray([1, 2, 3, 4]) }),
      { maxLength: 2 },
    ),
    yearly: fc.array(
      aDay.map((day) => day.slice(5)),
      { maxLength: 40 },
    ),
    dates: fc.array(aDay, { maxLength: 40 }),
  },
  { requiredKeys: [] },
);

test('the next window lies never before the moment and never on a holiday, and is its own next window', (t) => {
  fc.assert(
    fc.property(
      holidays,
      fc.array(fc.tuple(time, time), { minLength: 1, maxLength: 3 }),
      fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2028, 0) }),
      fc.constantFrom(ZONE, 'UTC', 'Asia/Kathmandu', 'America/New_York', 'Pacific/Apia'),
      (closed, windows, now, zone) => {
        const one = calendar(closed);
        const bank = hours(
          windows.map(([from, to]) => cleared(from, to)),
          [one],
          zone,
        );
        const next = opensAt(bank, now);
        t.true(next >= now);
        t.false(isHoliday(one, dayIn(zone, next)));
        t.is(opensAt(bank, next), next);
        t.is(expectedCreditAt(bank, now), next + 90 * MINUTE);
        // What comes later never goes earlier.
        t.true(opensAt(bank, now + 7 * MINUTE) >= next);
      },
    ),
    { numRuns: 1_000 },
  );
});
