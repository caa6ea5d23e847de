import * as t from 'io-ts';
import type { Brand } from '../kernel/codecs/brand.js';
import { documented } from '../kernel/codecs/documented.js';
import { DebitAccountId, PaymentMethodCode } from '../kernel/values/ids.js';
import { Lei } from '../kernel/values/lei.js';
import { record } from '../kernel/codecs/record.js';
import { AccountNumber, CustomerId, Ifsc, Name } from '../kernel/values/text.js';

const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;

/** A wall-clock time, `HH:MM`, in the bank's zone. */
export const TimeOfDay = documented(
  t.brand(
    t.string,
    (s): s is t.Branded<string, Brand<'TimeOfDay'>> => TIME_OF_DAY.test(s),
    'TimeOfDay',
  ),
  { type: 'string', pattern: TIME_OF_DAY.source, description: 'HH:MM in the zone of the bank.' },
);
export type TimeOfDay = t.TypeOf<typeof TimeOfDay>;

/** When the bank takes orders of a method from an account: from `from` until before `to`, every day. */
export const CutOff = t.strict({
  paymentMethodCode: PaymentMethodCode,
  from: TimeOfDay,
  to: TimeOfDay,
});
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
