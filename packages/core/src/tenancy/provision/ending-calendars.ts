import { DAYS_AHEAD_MAX } from '../../intake/rules/row-rules.js';
import { addDays, dayIn, type Day, type EpochMs } from '../../kernel/values/time.js';
import type { Calendar } from '../calendar.js';
import { DEFAULT_ZONE, type ProvisionDocument } from './provision-document.js';

/** A calendar that ends before the latest `payoutDate` that a payment may have now. */
export interface EndingCalendar {
  readonly calendar: Calendar;
  /** Where the document names its end. */
  readonly pointer: string;
  /** The first year of which it lacks a day that a payment may be dated. */
  readonly missingYear: string;
  readonly latestPayoutDate: Day;
}

/** The calendars of a bank's part of a document that end too early. */
export const endingCalendars = (
  { timeZone = DEFAULT_ZONE, calendars = [] }: ProvisionDocument['bankTenants'][number],
  at: string,
  now: EpochMs,
): ReadonlyArray<EndingCalendar> => {
  const latestPayoutDate = addDays(dayIn(timeZone, now), DAYS_AHEAD_MAX);
  return calendars.flatMap((calendar, i) =>
    calendar.until >= latestPayoutDate
      ? []
      : [
          {
            calendar,
            pointer: `${at}/calendars/${String(i)}/until`,
            missingYear: addDays(calendar.until, 1).slice(0, 4),
            latestPayoutDate,
          },
        ],
  );
};
