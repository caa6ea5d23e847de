import type { EpochMs } from '@hundi/core';

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** How days and times are written in a locale. */
export const datesIn = (locale: string) => {
  let days: Intl.DateTimeFormat | undefined;
  return {
    moment: (at: EpochMs, zone: string): string =>
      new Intl.DateTimeFormat(locale, { timeZone: zone, ...DAY, ...TIME }).format(at),
    /** A calendar day, `YYYY-MM-DD`, for people. */
    day: (day: string): string =>
      // A picture names half a year of days, and making a format takes longer than using it.
      (days ??= new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...DAY })).format(
        Date.parse(day),
      ),
    time: (at: EpochMs, zone: string): string =>
      new Intl.DateTimeFormat(locale, { timeZone: zone, ...TIME }).format(at),
  };
};
