import * as t from 'io-ts';

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
