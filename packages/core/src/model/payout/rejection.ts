import * as t from 'io-ts';

/** Why intake turns a row away: a closed list (decisions §5). */
export const RejectionCode = t.keyof(
  {
    package_access_denied: null,
    debit_account_access_denied: null,
    duplicate_transaction_reference: null,
    beneficiary_not_found: null,
    beneficiary_not_approved: null,
    beneficiary_not_mapped_to_package: null,
    beneficiary_account_not_found: null,
    package_not_found: null,
    package_not_active: null,
    package_subscription_inactive: null,
    package_batch_limit_exceeded: null,
    package_group_failed: null,
    debit_account_not_in_package: null,
    debit_account_inactive: null,
    debit_account_missing: null,
    debit_mode_not_allowed: null,
    payment_method_not_allowed: null,
    payment_method_not_allowed_for_debit_account: null,
    payment_method_missing: null,
    amount_below_method_limit: null,
    amount_above_method_limit: null,
    amount_above_daily_limit: null,
    payout_date_in_past: null,
    payout_date_too_far: null,
    purpose_not_allowed: null,
    lei_missing: null,
    not_taken_by_bank: null,
    job_cancelled: null,
    internal_error: null,
  },
  'RejectionCode',
);
export type RejectionCode = t.TypeOf<typeof RejectionCode>;
