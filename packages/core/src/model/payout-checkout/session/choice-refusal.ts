import { BeneficiaryNotFound } from '../../beneficiary/payee/beneficiary-errors.js';
import type { RejectionCode } from '../../payout/rejection.js';
import type { Rejection } from '../../payout/payout.js';
import {
  AmountLimitExceeded,
  ChoiceDenied,
  ChoiceUnfit,
  ReferenceTaken,
  type ChoiceRefusal,
} from './checkout-errors.js';
import type { ChoiceField } from './choice.js';

/** The rules that mean more to a maker than that their choice does not fit (§7). */
const REFUSALS: Partial<Readonly<Record<RejectionCode, ChoiceRefusal>>> = {
  duplicate_transaction_reference: ReferenceTaken(),
  package_access_denied: ChoiceDenied('packageCode'),
  package_not_found: ChoiceDenied('packageCode'),
  debit_account_access_denied: ChoiceDenied('debitAccountId'),
  beneficiary_not_found: BeneficiaryNotFound(),
  beneficiary_not_approved: BeneficiaryNotFound(),
  beneficiary_account_not_found: BeneficiaryNotFound(),
  amount_below_method_limit: AmountLimitExceeded('method_minimum', 'paymentMethodCode'),
  amount_above_method_limit: AmountLimitExceeded('method_maximum', 'paymentMethodCode'),
  lei_missing: ChoiceUnfit('paymentMethodCode', 'lei_missing'),
  amount_above_daily_limit: AmountLimitExceeded('daily', 'packageCode'),
};

const FIELDS: Readonly<Record<string, ChoiceField>> = {
  debitAccountNumber: 'debitAccountId',
  paymentMethodCode: 'paymentMethodCode',
};

/** The meaning of a rule of intake for the maker who picked. */
export const choiceRefusal = ({ code, field = '' }: Rejection): ChoiceRefusal =>
  REFUSALS[code] ?? ChoiceUnfit(FIELDS[field] ?? 'packageCode', code);
