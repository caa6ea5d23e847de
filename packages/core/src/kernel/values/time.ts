import * as t from 'io-ts';
import type { Brand } from '../codecs/brand.js';
import { alias, documented } from '../codecs/documented.js';

/** A moment, in epoch milliseconds (decisions §2). */
export const EpochMs = documented(
  t.refinement(t.number, (n) => Number.isSafeInteger(n), 'EpochMs'),
  { type: 'integer', description: 'Epoch milliseconds.' },
);
export type EpochMs = number;

/** A moment as UTC ISO-8601. */
export const Instant = alias(t.string, {
  format: 'date-time',
  description: 'UTC, ISO-8601, with milliseconds.',
});

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

const DAY_SHAPE = /^\d{4}-\d{2}-\d{2}$/;

const isDay = (s: string): boolean => {
  if (!DAY_SHAPE.test(s)) return false;
  const at = Date.parse(`${s}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(s);
};

/** A calendar day, `YYYY-MM-DD`, that exists (§2.5). Days compare as strings. */
export const Day = documented(
  t.brand(t.string, (s): s is t.Branded<string, Brand<'Day'>> => isDay(s), 'Day'),
  { type: 'string', format: 'date', description: 'A calendar day, YYYY-MM-DD.' },
);
export type Day = t.TypeOf<typeof Day>;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Building a format costs far more than using it, and an engine sees few zones. */
const formatOf = (zone: string): Intl.DateTimeFormat => {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formats.set(zone, format);
  return format;
};

/** Whether this Node knows the IANA zone. */
export const isZone = (zone: string): boolean => {
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
};

/** The wall clock of `zone` at a moment, as if it were UTC. */
const formatted = (at: EpochMs, zone: string): EpochMs => {
  // `01/05/2026, 10:00:00`; its parts one by one would take twice as long.
  const numbers = formatOf(zone).format(at).split(/\D+/).map(Number);
  const [month = 1, day = 1, year = 0, hour = 0, minute = 0, second = 0] = numbers;
  return Date.UTC(year, month - 1, day, hour, minute, second);
};

const HOURS_MAX = 1_000;
const offsets = new Map<string, Map<number, number>>();

/** How far `zone` is from UTC at the start of an hour since 1970. Formatting costs far more than looking it up. */
const offsetAt = (zone: string, hour: number): number => {
  const ofZone = offsets.get(zone) ?? new Map<number, number>();
  const known = ofZone.get(hour);
  if (known !== undefined) return known;
  const offset = formatted(hour * HOUR, zone) - hour * HOUR;
  if (ofZone.size >= HOURS_MAX) ofZone.clear();
  offsets.set(zone, ofZone.set(hour, offset));
  return offset;
};

/** The wall clock of `zone` at a moment, as if it were UTC, in whole seconds. */
const wallClock = (at: EpochMs, zone: string): EpochMs => {
  const hour = Math.floor(at / HOUR);
  const offset = offsetAt(zone, hour);
  // Some zones change their clocks a minute past the hour.
  if (offsetAt(zone, hour + 1) !== offset) return formatted(at, zone);
  return Math.floor((at + offset) / SECOND) * SECOND;
};

/**
 * The calendar day of the IANA `zone`, such as that of a bank tenant (decisions §2), at a moment (epoch ms).
 *
 * @throws RangeError on a zone that Node does not know.
 */
export const dayIn = (zone: string, at: EpochMs): Day =>
  new Date(wallClock(at, zone)).toISOString().slice(0, 10) as Day;

/**
 * The moment (epoch ms) at which the clocks of `zone`, such as that of a bank tenant (decisions §2), show `minutes` after
 * midnight of `day`: the first of two where they are put back, and where they are put forward over it, as much later as
 * they jump. So a day never begins on the day before.
 *
 * @throws RangeError on a zone that Node does not know.
 */
export const momentIn = (zone: string, day: Day, minutes = 0): EpochMs => {
  const wall = Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE;
  // The zone is as far from UTC as it was a day before, or will be a day after.
  const earlier = wall - (wallClock(wall - DAY, zone) - (wall - DAY));
  if (wallClock(earlier, zone) === wall) return earlier;
  const later = wall - (wallClock(wall + DAY, zone) - (wall + DAY));
  return wallClock(later, zone) === wall ? later : earlier;
};

/** Minutes after midnight that the clocks of `zone` show at a moment. */
export const minutesIn = (zone: string, at: EpochMs): number =>
  Math.floor((wallClock(at, zone) % DAY) / MINUTE);

/** The day `count` days after `day`. */
export const addDays = (day: Day, count: number): Day =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY).toISOString().slice(0, 10) as Day;

/**
 * The day `count` calendar months after `day`, or the last one of that month where it is too short. Epoch ms of its
 * UTC start.
 */
export const monthsAfter = (day: Day, count: number): EpochMs => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  // Day 0 of a month is the last one of the month before.
  const last = utc(year, month + count, 0);
  return Math.min(utc(year, month - 1 + count, date), last);
};

/** Like `Date.UTC`, which takes the years 0 to 99 for those of the twentieth century. */
const utc = (year: number, month: number, date: number): EpochMs =>
  new Date(0).setUTCFullYear(year, month, date);

/** UTC ISO-8601, as the interface writes instants that are not epoch milliseconds. */
export const iso = (at: EpochMs): string => new Date(at).toISOString();
