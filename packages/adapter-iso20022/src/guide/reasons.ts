import type { StatusDetails } from '@hundi/core';

type Meaning = Omit<StatusDetails, 'message'>;

const ofPayee = (code: string): Meaning => ({
  code,
  source: 'beneficiary_bank',
  retryable: false,
  nextAction: 'fix_beneficiary',
});
const ofRail = (
  code: string,
  nextAction: StatusDetails['nextAction'],
  retryable = false,
): Meaning => ({
  code,
  source: 'rail',
  retryable,
  nextAction,
});

/** A reason that neither the published list nor the bank's guide explains. */
export const UNEXPLAINED: Meaning = ofRail('refused_by_bank', 'contact_support');

/** What the published reasons of refusals that concern a payout mean. */
export const REASONS: Readonly<Record<string, Meaning>> = {
  AC01: ofPayee('beneficiary_account_invalid'),
  AC03: ofPayee('beneficiary_account_invalid'),
  AC04: ofPayee('beneficiary_account_closed'),
  AC06: ofPayee('beneficiary_account_blocked'),
  AC07: ofPayee('beneficiary_account_closed'),
  AG01: ofRail('transaction_forbidden', 'contact_support'),
  AM04: ofRail('insufficient_funds', 'fund_account'),
  AM05: ofRail('duplicate_reference', 'contact_support'),
  AM14: ofRail('amount_above_limit', 'contact_support'),
  BE01: ofPayee('beneficiary_name_mismatch'),
  CUST: ofRail('cancelled_by_customer', 'none'),
  RC01: ofPayee('ifsc_invalid'),
  RC04: ofPayee('ifsc_invalid'),
  TM01: ofRail('bank_window_closed', 'retry', true),
};
