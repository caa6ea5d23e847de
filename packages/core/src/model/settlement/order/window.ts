import {
  addDays,
  dayIn,
  MINUTE,
  minutesIn,
  momentIn,
  type EpochMs,
} from '../../../kernel/values/time.js';
import type { DebitAccountId } from '../../../kernel/values/ids.js';
import type { PayoutProgress, PayoutTerms } from '../../payout/payout.js';
import type { PayoutStatusDetails, StatusDetails } from '../../../kernel/values/status-details.js';
import { firstOpenDay, isHoliday, type Calendar } from '../../tenancy/calendar.js';
import type { BankTenant } from '../../tenancy/corporate.js';
import type { CutOff, DebitAccount } from '../../tenancy/debit-account.js';
import type { TimeOfDay } from '../../../kernel/values/time-of-day.js';

/** A window, with the calendar that its clearing names. */
export interface Window {
  readonly cutOff: CutOff;
  readonly calendar?: Calendar;
}

/** When a bank takes orders of one method from one account. Without a window it always does. */
export interface BankHours {
  /** Of the bank. */
  readonly zone: string;
  readonly windows: ReadonlyArray<Window>;
}

/** A bank, as far as its hours depend on it. */
interface ClockAndCalendars extends Pick<BankTenant, 'timeZone'> {
  readonly calendars?: ReadonlyArray<Calendar>;
}

/**
 * The hours of a method from an account of a bank. A calendar that the bank does not have closes no day: provisioning
 * lets no window name one.
 */
export const bankHours = (
  { timeZone: zone, calendars = [] }: ClockAndCalendars,
  account: Pick<DebitAccount, 'cutOffs'> | undefined,
  paymentMethod: string,
): BankHours => ({
  zone,
  windows: (account?.cutOffs ?? [])
    .filter(({ paymentMethodCode }) => paymentMethodCode === paymentMethod)
    .map((cutOff) => {
      const calendar = calendars.find(
        ({ calendarCode }) => calendarCode === cutOff.clearing?.calendarCode,
      );
      return calendar === undefined ? { cutOff } : { cutOff, calendar };
    }),
});

const minutes = (time: TimeOfDay): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** When an order can go to the bank, and by which window; none where the bank is always open. */
export interface Opening {
  readonly at: EpochMs;
  readonly window?: Window;
}

/**
 * When the bank takes the order: `at` itself inside a window of the method, else the next opening of one in the bank's
 * zone, on a day that its calendar leaves open (decisions §8). A holiday closes a window from midnight to midnight, also
 * one that runs over it.
 */
export const openingOf = ({ zone, windows }: BankHours, at: EpochMs): Opening => {
  const openings = windows.map((window) => ({ window, at: windowOpens(zone, window, at) }));
  return openings.reduce<Opening>(
    (first, one) => (first.window === undefined || one.at < first.at ? one : first),
    { at },
  );
};

const windowOpens = (zone: string, { cutOff, calendar }: Window, at: EpochMs): EpochMs => {
  const [from, to, now] = [minutes(cutOff.from), minutes(cutOff.to), minutesIn(zone, at)];
  const today = dayIn(zone, at);
  const isOpenToday = calendar === undefined || !isHoliday(calendar, today);
  const isOverMidnight = from >= to;
  const isInHours = isOverMidnight ? now >= from || now < to : now >= from && now < to;
  if (isInHours && isOpenToday) return at;
  // Clocks that were put back show an hour twice: the window has opened before.
  if (now < from && isOpenToday) return Math.max(at, momentIn(zone, today, from));
  const tomorrow = addDays(today, 1);
  if (calendar === undefined) return momentIn(zone, tomorrow, from);
  // One that closes a whole year is looked at again after a year.
  const day = firstOpenDay(calendar, tomorrow) ?? addDays(tomorrow, DAYS_OF_A_YEAR);
  return momentIn(zone, day, isOverMidnight && to > 0 ? 0 : from);
};

const DAYS_OF_A_YEAR = 365;

/**
 * When the payee is expected to have what goes to the bank at an opening; undefined where its window names no calendar.
 * Epoch ms.
 */
export const creditOf = ({ at, window }: Opening): EpochMs | undefined =>
  window?.cutOff.clearing === undefined
    ? undefined
    : at + window.cutOff.clearing.creditMinutes * MINUTE;

const WINDOW_CLOSED: StatusDetails = {
  code: 'bank_window_closed',
  source: 'rail',
  message: 'The bank is closed for this payment method. The payout will be sent when it opens.',
  retryable: false,
  nextAction: 'wait',
};

/** Why an approved payout waits, with its window where that follows a calendar. */
export const windowClosed = (zone: string, { at, window }: Opening): PayoutStatusDetails => {
  if (window?.cutOff.clearing === undefined) return WINDOW_CLOSED;
  const { from, to } = window.cutOff;
  return { ...WINDOW_CLOSED, window: { opensAt: at, from, to, timeZone: zone } };
};

/** Whether a payout's transaction says that it waits for the bank to open. */
export const saysClosed = ({ statusDetails }: Pick<PayoutProgress, 'statusDetails'>): boolean =>
  statusDetails?.code === WINDOW_CLOSED.code;

export type OpeningTerms = Pick<PayoutTerms, 'debitAccountId' | 'paymentMethod'>;

/** The hours of all methods from all accounts of a corporate. */
export interface Timetable {
  /** Whether any window may follow one. */
  readonly hasCalendars: boolean;
  readonly hours: (terms: OpeningTerms) => BankHours;
  /** As {@link openingOf}; each is computed once, for payouts of a batch mostly share a few. */
  readonly opening: (terms: OpeningTerms, at: EpochMs) => Opening;
}

export const timetableOf = (
  bank: ClockAndCalendars,
  accounts: ReadonlyMap<DebitAccountId, Pick<DebitAccount, 'cutOffs'>>,
): Timetable => {
  const known = new Map<string, Opening>();
  const hours = ({ debitAccountId, paymentMethod }: OpeningTerms): BankHours =>
    bankHours(bank, accounts.get(debitAccountId), paymentMethod);
  return {
    hasCalendars: bank.calendars !== undefined,
    hours,
    opening: (terms, at) => {
      const key = `${terms.debitAccountId} ${terms.paymentMethod} ${String(at)}`;
      const opening = known.get(key) ?? openingOf(hours(terms), at);
      known.set(key, opening);
      return opening;
    },
  };
};

/** The openings for a payout, where the bank has calendars. */
export const openingFor = (
  terms: OpeningTerms,
  { hasCalendars, opening }: Timetable,
): ((at: EpochMs) => Opening) | undefined =>
  hasCalendars ? (at) => opening(terms, at) : undefined;
