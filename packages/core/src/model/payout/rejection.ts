import * as t from 'io-ts';

// Each code with its message and the field that is wrong. With null they depend on values, and the rule that rejects has
// them.
const REJECTIONS = {
  package_access_denied: ['The initiating user has no access to this package.', 'packageCode'],
  debit_account_access_denied: [
    'The initiating user has no access to this debit account.',
    'debitAccountNumber',
  ],
  duplicate_transaction_reference: [
    'Another payout already uses this transactionReference.',
    'transactionReference',
  ],
  beneficiary_not_found: null,
  beneficiary_not_approved: ['The beneficiary is not approved.', 'beneficiaryId'],
  beneficiary_not_mapped_to_package: [
    'The beneficiary is not mapped to this package.',
    'beneficiaryId',
  ],
  beneficiary_account_not_found: [
    'The beneficiary has no account with this number.',
    'beneficiaryAccountNumber',
  ],
  package_not_found: ['The corporate has no package with this code.', 'packageCode'],
  package_not_active: ['The package is not active.', 'packageCode'],
  package_subscription_inactive: [
    'The subscription of the corporate to the package is not active.',
    'packageCode',
  ],
  package_batch_limit_exceeded: null,
  package_group_failed: ['Another payment of the same package in this batch was rejected.'],
  debit_account_not_in_package: [
    'The package does not include this debit account.',
    'debitAccountNumber',
  ],
  debit_account_inactive: ['The debit account is not active.', 'debitAccountNumber'],
  debit_account_missing: [
    'The request names no debit account, and the package has no default.',
    'debitAccountNumber',
  ],
  debit_mode_not_allowed: [
    'All payments of this package in one batch must use the same debit account.',
    'debitAccountNumber',
  ],
  payment_method_not_allowed: [
    'The package does not permit this payment method.',
    'paymentMethodCode',
  ],
  payment_method_not_allowed_for_debit_account: [
    'The debit account does not permit this payment method.',
    'paymentMethodCode',
  ],
  payment_method_missing: [
    'The request names no payment method, and the package has no default.',
    'paymentMethodCode',
  ],
  amount_below_method_limit: ['The amount is below the minimum of the payment method.', 'amount'],
  amount_above_method_limit: ['The amount is above the maximum of the payment method.', 'amount'],
  amount_above_daily_limit: ['The payment would exceed the daily limit of the package.', 'amount'],
  payout_date_in_past: ['The payout date is in the past.', 'payoutDate'],
  payout_date_too_far: null,
  purpose_not_allowed: null,
  lei_missing: null,
  not_taken_by_bank: null,
  job_cancelled: ['The job was cancelled before this payment was processed.'],
  internal_error: ['The service could not process this payment because of an internal error.'],
} satisfies Record<string, readonly [message: string, field?: string] | null>;

/** Why intake turns a row away: a closed list (decisions §5). */
export const RejectionCode = t.keyof(REJECTIONS, 'RejectionCode');
export type RejectionCode = t.TypeOf<typeof RejectionCode>;

/** A code that always has the same message and field. */
export type WordedCode = {
  [C in RejectionCode]: (typeof REJECTIONS)[C] extends null ? never : C;
}[RejectionCode];

/** The rejection under a code that always has the same message and field. */
export const rejectionOf = (
  code: WordedCode,
): { readonly code: WordedCode; readonly message: string; readonly field?: string } => {
  const [message, field]: readonly [message: string, field?: string] = REJECTIONS[code];
  return { code, message, ...(field !== undefined && { field }) };
};
