import test from 'ava';
import fc from 'fast-check';
import { DAY, HOUR, MINUTE, SECOND } from '../../../kernel/values/time.js';
import { ATTEMPTS_MAX, nextAttemptAt, readRetryAfter } from './retry-schedule.js';

const NOW = Date.UTC(2030, 0, 15, 12);

const SCHEDULE = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

test('the middle of the dice is the schedule itself, and ten attempts are all', (t) => {
  const waits = SCHEDULE.map((_, i) => (nextAttemptAt(i + 1, NOW, 0.5) ?? 0) - NOW);

  t.deepEqual(waits, SCHEDULE);
  t.is(ATTEMPTS_MAX, 10);
  t.is(nextAttemptAt(10, NOW, 0.5), undefined);
  t.is(nextAttemptAt(11, NOW, 0.5), undefined);
});

test('a wait is at most a fifth shorter or longer, for every random draw', (t) => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (attempts, dice) => {
        const wait = (nextAttemptAt(attempts, NOW, dice) ?? 0) - NOW;
        const planned = SCHEDULE[attempts - 1] ?? 0;
        return wait >= planned * 0.8 && wait <= planned * 1.2;
      },
    ),
  );
  t.is(nextAttemptAt(1, NOW, 0), NOW + 4 * SECOND);
  t.is(nextAttemptAt(1, NOW, 1), NOW + 6 * SECOND);
});

/** From the first attempt to the tenth, where every draw is the same. */
const wholeSchedule = (dice: number): number =>
  SCHEDULE.reduce((at, _, i) => nextAttemptAt(i + 1, at, dice) ?? 0, NOW) - NOW;

test('the whole schedule is over within 76 hours when the dice are even', (t) => {
  t.true(wholeSchedule(0.5) <= 76 * HOUR);
});

test('the whole schedule takes at least 60 hours and at most four days, for every random draw', (t) => {
  t.true(wholeSchedule(0) >= 60 * HOUR);
  t.true(wholeSchedule(1) <= 91 * HOUR);
  t.true(91 * HOUR < 4 * DAY);
});

test('Retry-After lengthens the wait, up to a day, and never shortens the schedule', (t) => {
  t.is(nextAttemptAt(1, NOW, 0.5, HOUR), NOW + HOUR);
  t.is(nextAttemptAt(1, NOW, 0.5, 30 * DAY), NOW + DAY);
  t.is(nextAttemptAt(4, NOW, 0.5, 1), NOW + 2 * HOUR);
});

for (const [header, asked] of [
  ['0', 0],
  ['120', 120 * SECOND],
  [' 7 ', 7 * SECOND],
  ['86400', DAY],
  ['99999999999', DAY],
  ['Tue, 15 Jan 2030 12:00:30 GMT', 30 * SECOND],
  ['Tue, 15 Jan 2030 11:00:00 GMT', 0],
  ['Fri, 15 Feb 2030 12:00:00 GMT', DAY],
] as const) {
  test(`Retry-After "${header}" asks for ${String(asked)} ms`, (t) => {
    t.is(readRetryAfter(header, NOW), asked);
  });
}

for (const header of [
  '',
  'soon',
  '-1',
  '1.5',
  '1e3',
  '0x10',
  '2030-01-15',
  'Tue, 99 Jan 2030 12:00:30 GMT',
]) {
  test(`Retry-After "${header}" says nothing`, (t) => {
    t.is(readRetryAfter(header, NOW), undefined);
  });
}

test('any Retry-After of a receiver is read as none or as at most a day', (t) => {
  fc.assert(
    fc.property(fc.string(), (header) => {
      const asked = readRetryAfter(header, NOW);
      return asked === undefined || (asked >= 0 && asked <= DAY);
    }),
  );
  t.pass();
});
