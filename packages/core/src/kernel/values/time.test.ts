import test from 'ava';
import fc from 'fast-check';
import {
  addDays,
  Day,
  DAY,
  dayIn,
  HOUR,
  iso,
  isZone,
  MINUTE,
  minutesIn,
  momentIn,
  monthsAfter,
} from './time.js';

const FROM = Date.UTC(2020, 0, 1);
const TO = Date.UTC(2037, 0, 1);
const ZONES = [
  'Asia/Kolkata',
  'UTC',
  'America/New_York',
  'Europe/Berlin',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Chatham',
  // Their clocks go forward at midnight: a day there begins at 01:00.
  'America/Santiago',
  'America/Havana',
  'Africa/Cairo',
];
const zone = fc.constantFrom(...ZONES);
const moment = fc.integer({ min: FROM, max: TO });
const day = moment.map((at) => iso(at).slice(0, 10) as Day);
const minutes = fc.integer({ min: 0, max: 24 * 60 - 1 });

for (const text of ['2026-02-28', '2024-02-29', '2000-02-29', '2026-12-31', '0001-01-01']) {
  test(`${text} is a day`, (t) => {
    t.true(Day.is(text));
  });
}

for (const text of [
  '2026-02-29',
  '2026-02-30',
  '1900-02-29',
  '2026-04-31',
  '2026-13-01',
  '2026-00-10',
  '2026-01-00',
  '2026-01-32',
  '2026-1-1',
  '26-01-01',
  '2026/01/01',
  '01-01-2026',
  '2026-01-01T00:00:00Z',
  '2026-01-01\n',
  ' 2026-01-01',
  '+002026-01-01',
  '-2026-01-01',
  '२०२६-०१-०१',
  '',
]) {
  test(`${JSON.stringify(text)} is no day`, (t) => {
    t.false(Day.is(text));
  });
}

test('a value that is no string is no day', (t) => {
  for (const input of [20260101, null, undefined, new Date(0), ['2026-01-01']]) {
    t.false(Day.is(input));
  }
});

test('the day begins at the first moment that belongs to it', (t) => {
  fc.assert(
    fc.property(zone, day, (z, d) => {
      const start = momentIn(z, d);
      t.is(dayIn(z, start), d);
      t.true(dayIn(z, start - MINUTE) < d);
    }),
    { numRuns: 500 },
  );
});

const asIntlShows = (zone: string, at: number): string => {
  const format = { timeZone: zone, dateStyle: 'short', timeStyle: 'short' } as const;
  return new Intl.DateTimeFormat('sv-SE', format).format(at);
};

const asShown = (zone: string, at: number): string => {
  const past = minutesIn(zone, at);
  const [hours, rest] = [Math.floor(past / 60), past % 60].map((n) => String(n).padStart(2, '0'));
  return `${dayIn(zone, at)} ${String(hours)}:${String(rest)}`;
};

// Each zone changes its clocks at this moment, the first three not at the start of an hour.
for (const [z, change] of [
  ['Antarctica/Casey', Date.UTC(2021, 9, 2, 16, 1)],
  ['America/St_Johns', Date.UTC(2011, 2, 13, 3, 31)],
  ['Australia/Lord_Howe', Date.UTC(2026, 3, 4, 15, 0)],
  ['America/New_York', Date.UTC(2026, 2, 8, 7, 0)],
  ['Pacific/Apia', Date.UTC(2011, 11, 30, 10, 0)],
  ['Africa/Monrovia', Date.UTC(1972, 0, 7, 0, 44, 30)],
] as const) {
  test(`the clocks of ${z} change at the moment at which they do`, (t) => {
    for (let at = change - 2 * HOUR; at <= change + 2 * HOUR; at += MINUTE / 2) {
      t.is(asShown(z, at), asIntlShows(z, at));
      t.is(asShown(z, at - 1), asIntlShows(z, at - 1));
    }
  });
}

test('clocks are read to the minute in every zone', (t) => {
  const anytime = fc.integer({ min: DAY, max: DAY * 25_000 });
  fc.assert(
    fc.property(zone, anytime, (z, at) => {
      t.is(asShown(z, at), asIntlShows(z, at));
    }),
    { numRuns: 500 },
  );
});

test('a wall clock that is shown once is found again', (t) => {
  fc.assert(
    fc.property(zone, moment, (z, at) => {
      const whole = at - (at % MINUTE);
      const found = momentIn(z, dayIn(z, whole), minutesIn(z, whole));
      // The hour that the clocks repeat in autumn names two moments; the first of them is answered.
      t.true(found === whole || (found < whole && whole - found <= HOUR));
      t.is(minutesIn(z, found), minutesIn(z, whole));
      t.is(dayIn(z, found), dayIn(z, whole));
    }),
    { numRuns: 500 },
  );
});

test('a wall clock that is skipped names a moment after the gap, never before', (t) => {
  fc.assert(
    fc.property(zone, day, minutes, (z, d, m) => {
      const found = momentIn(z, d, m);
      t.is(dayIn(z, found), d);
      t.true(minutesIn(z, found) === m || minutesIn(z, found) - m <= 60);
      t.true(minutesIn(z, found) >= m);
    }),
    { numRuns: 500 },
  );
});

for (const [z, d, m, expected] of [
  ['Asia/Kolkata', '2026-01-01', 0, '2025-12-31T18:30:00.000Z'],
  ['America/New_York', '2026-03-08', 90, '2026-03-08T06:30:00.000Z'],
  ['America/New_York', '2026-03-08', 150, '2026-03-08T07:30:00.000Z'],
  ['America/New_York', '2026-03-08', 210, '2026-03-08T07:30:00.000Z'],
  ['America/New_York', '2026-11-01', 90, '2026-11-01T05:30:00.000Z'],
  ['America/New_York', '2026-11-01', 150, '2026-11-01T07:30:00.000Z'],
  ['Europe/Berlin', '2026-03-29', 150, '2026-03-29T01:30:00.000Z'],
  ['America/Santiago', '2026-09-06', 0, '2026-09-06T04:00:00.000Z'],
] as const) {
  test(`${z} shows minute ${String(m)} of ${d} at ${expected}`, (t) => {
    t.is(iso(momentIn(z, d as Day, m)), expected);
  });
}

test('days are counted by the calendar, over month ends, leap days and clock changes', (t) => {
  t.is(addDays('2026-02-28' as Day, 1), '2026-03-01' as Day);
  t.is(addDays('2024-02-28' as Day, 1), '2024-02-29' as Day);
  t.is(addDays('2026-12-31' as Day, 1), '2027-01-01' as Day);
  fc.assert(
    fc.property(day, fc.integer({ min: -400, max: 400 }), (d, count) => {
      const there = addDays(d, count);
      t.true(Day.is(there));
      t.is(addDays(there, -count), d);
      t.is(Math.sign(there < d ? -1 : there > d ? 1 : 0), Math.sign(count));
    }),
  );
});

test('minutes are counted within the day', (t) => {
  fc.assert(
    fc.property(zone, moment, (z, at) => {
      const shown = minutesIn(z, at);
      t.true(Number.isInteger(shown) && shown >= 0 && shown < DAY / MINUTE);
    }),
  );
});

test('a zone is what this Node knows by that name', (t) => {
  for (const z of ZONES) t.true(isZone(z));
  for (const z of ['', 'Mars/Olympus', 'Asia/Kolkata\n', '../etc/passwd']) t.false(isZone(z));
});

for (const [from, count, expected] of [
  ['2026-01-15', 6, '2026-07-15'],
  ['2026-08-15', 6, '2027-02-15'],
  ['2026-08-31', 6, '2027-02-28'],
  ['2027-08-31', 6, '2028-02-29'],
  ['2026-10-31', 6, '2027-04-30'],
  ['2026-12-01', 1, '2027-01-01'],
  ['0001-01-01', 6, '0001-07-01'],
] as const) {
  test(`${String(count)} months after ${from} is ${expected}`, (t) => {
    t.is(monthsAfter(from as Day, count), Date.parse(`${expected}T00:00:00Z`));
  });
}

test('months are counted past the last year that a day can name', (t) => {
  t.true(monthsAfter('9999-12-31' as Day, 6) > Date.parse('9999-12-31T00:00:00Z'));
});
