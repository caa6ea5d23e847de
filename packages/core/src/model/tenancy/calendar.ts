import * as t from 'io-ts';
import type { Brand } from '../../kernel/codecs/brand.js';
import { about, documented } from '../../kernel/codecs/documented.js';
import { record } from '../../kernel/codecs/record.js';
import { CalendarCode } from '../../kernel/values/ids.js';
import { addDays, Day } from '../../kernel/values/time.js';
import { wholeBetween } from '../../kernel/values/whole.js';

const WEEKDAYS = {
  sunday: 0,
  monday: 1,
  tuesday: 2,
  wednesday: 3,
  thursday: 4,
  friday: 5,
  saturday: 6,
} as const;

const Weekday = t.keyof(WEEKDAYS);

const WeekOfMonth = wholeBetween(1, 5);

/** A day of every year, as `01-26`; 29 February is one of leap years. */
const DayOfYear = documented(
  t.brand(
    t.string,
    // 2000 is a leap year.
    (s): s is t.Branded<string, Brand<'DayOfYear'>> => Day.is(`2000-${s}`),
    'DayOfYear',
  ),
  { type: 'string', pattern: '^\\d{2}-\\d{2}$', description: 'A day of every year, MM-DD.' },
);

const Holidays = record(
  'Holidays',
  {},
  {
    weekly: about(t.array(Weekday), 'Days of every week.'),
    monthly: about(
      t.array(t.strict({ weekday: Weekday, weeks: t.array(WeekOfMonth) })),
      'Days of the week in some weeks of every month: saturday with the weeks 2 and 4 is every second and fourth Saturday.',
    ),
    yearly: about(t.array(DayOfYear), 'Days of every year, as 01-26.'),
    dates: about(t.array(Day), 'Single days.'),
  },
);

/** On which days a bank takes no orders. A day is one of the bank's zone, from midnight to midnight. */
export const Calendar = t.strict({
  calendarCode: about(CalendarCode, 'How windows of debit accounts name it.'),
  until: about(Day, 'The last day whose holidays it has.'),
  holidays: Holidays,
});
export type Calendar = t.TypeOf<typeof Calendar>;

/** Whether a calendar closes a day. After its end only its days of the week, the month and the year are known. */
export const isHoliday = ({ holidays }: Pick<Calendar, 'holidays'>, day: Day): boolean => {
  const { weekly = [], monthly = [], yearly = [], dates = [] } = holidays;
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const week = Math.ceil(Number(day.slice(8)) / 7);
  return (
    weekly.some((name) => WEEKDAYS[name] === weekday) ||
    monthly.some(
      ({ weekday: name, weeks }) => WEEKDAYS[name] === weekday && weeks.includes(week),
    ) ||
    (yearly as ReadonlyArray<string>).includes(day.slice(5)) ||
    dates.includes(day)
  );
};

/** A calendar that closes all days of a year closes every day. */
const DAYS_LOOKED_AT = 366;

/** The first open day from `day` on; undefined where the calendar closes a whole year. */
export const firstOpenDay = (calendar: Pick<Calendar, 'holidays'>, day: Day): Day | undefined => {
  for (let i = 0; i < DAYS_LOOKED_AT; i += 1) {
    const one = addDays(day, i);
    if (!isHoliday(calendar, one)) return one;
  }
  return undefined;
};
