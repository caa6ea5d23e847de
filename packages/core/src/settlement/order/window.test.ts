import test from 'ava';
import fc from 'fast-check';
import { DAY, iso, MINUTE, minutesIn } from '../../kernel/values/time.js';
import type { CutOff } from '../../tenancy/debit-account.js';
import { opensAt } from './window.js';

const ZONE = 'Asia/Kolkata';
const cutOff = (from: string, to: string, paymentMethodCode = 'NEFT') =>
  ({ paymentMethodCode, from, to }) as unknown as CutOff;
/** A wall-clock time in India. */
const at = (day: number, hour: number, minute = 0) =>
  Date.UTC(2026, 2, day, hour, minute) - 330 * MINUTE;
const opens = (from: string, to: string, now: number) =>
  iso(opensAt([cutOff(from, to)], 'NEFT', ZONE, now));

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
  t.is(opensAt([], 'NEFT', ZONE, 1), 1);
  t.is(opensAt([cutOff('09:00', '09:01', 'RTGS')], 'NEFT', ZONE, 1), 1);
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
        const opening = opensAt([cutOff(from, to)], 'NEFT', ZONE, now);
        t.true(opening >= now && opening < now + DAY);
        t.is(opensAt([cutOff(from, to)], 'NEFT', ZONE, opening), opening);
        if (opening > now) t.is(minutesIn(ZONE, opening), minutes(from));
      },
    ),
    { numRuns: 500 },
  );
});
