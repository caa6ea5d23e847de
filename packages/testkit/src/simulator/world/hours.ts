import type { EpochMs } from '@hundi/core';
import type { BankTenant, DebitAccount } from '@hundi/core/wire';

const MINUTE = 60_000;

/** The method whose orders the bank takes in windows; it takes those of others at all times. */
export const KEPT_METHOD = 'NEFT';

/** The bank closes for twenty minutes every day, soon after a history begins, and on its second day. */
const CLOSED_FROM = '10:20';
const CLOSED_TO = '10:40';
const HOLIDAY = '2026-01-06';

/** How long the payee waits for what the bank has taken. */
export const CREDIT_MS = 30 * MINUTE;

const clearing = { calendarCode: 'HOURS', creditMinutes: CREDIT_MS / MINUTE };

/** The ways in which a calendar says that holiday: by its date, and as the first Tuesday of its month. */
const HOLIDAYS = [{ dates: [HOLIDAY] }, { monthly: [{ weekday: 'tuesday', weeks: [1] }] }];

/** The calendar of a bank that keeps hours: one of those that say the same. */
export const calendarsOf = (n: number): NonNullable<BankTenant['calendars']> =>
  [
    { calendarCode: 'HOURS', until: '2027-12-31', holidays: HOLIDAYS[n % HOLIDAYS.length] },
  ] as unknown as NonNullable<BankTenant['calendars']>;

export const CUT_OFFS = [
  { paymentMethodCode: KEPT_METHOD, from: '00:00', to: CLOSED_FROM, clearing },
  { paymentMethodCode: KEPT_METHOD, from: CLOSED_TO, to: '00:00', clearing },
] as unknown as DebitAccount['cutOffs'];

/** India is five and a half hours ahead of UTC, all year. */
const INDIA_MS = 330 * MINUTE;

/** Whether a bank that keeps hours is open. */
export const isOpenAt = (at: EpochMs): boolean => {
  const local = new Date(at + INDIA_MS).toISOString();
  const time = local.slice(11, 16);
  return local.slice(0, 10) !== HOLIDAY && (time < CLOSED_FROM || time >= CLOSED_TO);
};
