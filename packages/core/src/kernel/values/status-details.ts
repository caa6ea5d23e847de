import * as t from 'io-ts';
import { about, documented } from '../codecs/documented.js';
import { record } from '../codecs/record.js';
import { EpochMs } from './time.js';
import { TimeOfDay } from './time-of-day.js';

/** Why a payout is where it is, and what to do about it (decisions §6, additive to §2.8). */
export const StatusDetails = t.strict(
  {
    code: t.string,
    source: t.keyof({ business: null, internal: null, rail: null, beneficiary_bank: null }),
    message: t.string,
    retryable: t.boolean,
    nextAction: t.keyof({
      none: null,
      wait: null,
      retry: null,
      fix_beneficiary: null,
      fund_account: null,
      contact_support: null,
    }),
  },
  'StatusDetails',
);
export type StatusDetails = t.TypeOf<typeof StatusDetails>;

const AwaitedWindow = documented(
  t.strict({
    opensAt: about(EpochMs, 'When it opens next; epoch milliseconds.'),
    from: TimeOfDay,
    to: TimeOfDay,
    timeZone: about(t.string, 'That of the bank, IANA.'),
  }),
  {
    description:
      'The window that a payout waits for as bank_window_closed, where it follows a calendar of the bank.',
  },
);

/** The same as a payout has them, with the window that it waits for. */
export const PayoutStatusDetails = record('StatusDetails', StatusDetails.type.props, {
  window: AwaitedWindow,
});
export type PayoutStatusDetails = t.TypeOf<typeof PayoutStatusDetails>;
