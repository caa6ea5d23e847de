import * as t from 'io-ts';
import { documented } from '../../kernel/codecs/documented.js';
import { CalendarCode, DebitAccountId, PaymentMethodCode } from '../../kernel/values/ids.js';
import { Lei } from '../../kernel/values/lei.js';
import { record } from '../../kernel/codecs/record.js';
import { AccountNumber, CustomerId, Ifsc, Name } from '../../kernel/values/text.js';
import { TimeOfDay } from '../../kernel/values/time-of-day.js';
import { wholeBetween } from '../../kernel/values/whole.js';

const CREDIT_MINUTES_MAX = 30 * 24 * 60;

const CreditMinutes = wholeBetween(0, CREDIT_MINUTES_MAX, {
  description: 'Minutes from the moment at which the bank takes an order until the payee has it.',
});

const Clearing = documented(
  t.strict({ calendarCode: CalendarCode, creditMinutes: CreditMinutes }),
  {
    description: 'The calendar whose holidays close the window, and how long the credit takes.',
  },
);

/**
 * A window in which the bank takes orders of a method from an account: from `from` until before `to`, every day, or on
 * the open days of the calendar that its clearing names. One whose end is before its start runs over midnight; one whose
 * end is its start lasts all day. A method without a window is always open, one with several is open in each.
 */
export const CutOff = record(
  'CutOff',
  { paymentMethodCode: PaymentMethodCode, from: TimeOfDay, to: TimeOfDay },
  { clearing: Clearing },
);
export type CutOff = t.TypeOf<typeof CutOff>;

/** An account that payouts are paid from. */
export const DebitAccount = record(
  'DebitAccount',
  {
    debitAccountId: DebitAccountId,
    accountName: Name,
    accountNumber: AccountNumber,
    ifscCode: Ifsc,
    status: t.keyof({ active: null, inactive: null }),
    cutOffs: t.array(CutOff),
  },
  /** Of the party whose account it is, where it is not the corporate's. */
  { customerId: CustomerId, lei: Lei },
);
export type DebitAccount = t.TypeOf<typeof DebitAccount>;
