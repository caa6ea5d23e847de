import { DAYS_AHEAD_MAX } from '../../intake/rules/row-rules.js';
import type { BankTenantId } from '../../../kernel/values/ids.js';
import { addDays, dayIn, type Day, type EpochMs } from '../../../kernel/values/time.js';
import type { Calendar } from '../../../model/tenancy/calendar.js';
import { DEFAULT_ZONE, type ProvisionDocument } from './provision-document.js';

/** A calendar that ends before the latest `payoutDate` that a payment may have now. */
export interface EndingCalendar {
  readonly bankTenantId: BankTenantId;
  readonly calendar: Calendar;
  /** Where the document names its end. */
  readonly pointer: string;
  /** The first year of which it lacks a day that a payment may be dated. */
  readonly missingYear: string;
  readonly latestPayoutDate: Day;
}

/**
 * The calendars of a document that end too early at a moment. A new or changed one is refused; one that is stored as it
 * is goes on, and rejects rows that are dated after its end.
 */
export const endingCalendars = (
  { bankTenants }: ProvisionDocument,
  now: EpochMs,
): ReadonlyArray<EndingCalendar> =>
  bankTenants.flatMap(({ bankTenantId, timeZone = DEFAULT_ZONE, calendars = [] }, b) => {
    const latestPayoutDate = addDays(dayIn(timeZone, now), DAYS_AHEAD_MAX);
    return calendars.flatMap((calendar, i) =>
      calendar.until >= latestPayoutDate
        ? []
        : [
            {
              bankTenantId,
              calendar,
              pointer: `/bankTenants/${String(b)}/calendars/${String(i)}/until`,
              missingYear: addDays(calendar.until, 1).slice(0, 4),
              latestPayoutDate,
            },
          ],
    );
  });
