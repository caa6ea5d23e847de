import test from 'ava';
import { TimeOfDay } from './time-of-day.js';

test('a time of day is HH:MM from 00:00 to 23:59', (t) => {
  for (const text of ['00:00', '09:05', '19:59', '20:00', '23:59']) t.true(TimeOfDay.is(text));
  for (const text of [
    '24:00',
    '12:60',
    '9:00',
    '0900',
    '09:00:00',
    '09:00\n',
    '０９:00',
    '',
    900,
  ]) {
    t.false(TimeOfDay.is(text));
  }
});
