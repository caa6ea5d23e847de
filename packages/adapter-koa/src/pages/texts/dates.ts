import type { EpochMs } from '@hundi/core';

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** The format of each zone. A page of fifty rows names fifty moments, and making a format takes longer than using it. */
const byZone = (locale: string, parts: Intl.DateTimeFormatOptions) => {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (at: EpochMs, timeZone: string): string => {
    let format = formats.get(timeZone);
    if (format === undefined) {
      format = new Intl.DateTimeFormat(locale, { timeZone, ...parts });
      formats.set(timeZone, format);
    }
    return format.format(at);
  };
};

/** How days and times are written in a locale. */
export const datesIn = (locale: string) => {
  const dayOf = byZone(locale, DAY);
  return {
    moment: byZone(locale, { ...DAY, ...TIME }),
    /** A calendar day, `YYYY-MM-DD`, for people. */
    day: (day: string): string => dayOf(Date.parse(day), 'UTC'),
    time: byZone(locale, TIME),
  };
};
