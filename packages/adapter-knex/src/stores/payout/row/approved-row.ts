import type { ApprovedPayout } from '@hundi/core/storage';
import type { Dialect } from '../../../engine/dialect.js';
import type { Tuple } from '../../../engine/session.js';
import { cell, must, mustInt, placesOf } from './tuple.js';

const APPROVED_TUPLE = [
  'payout_id',
  'package_code',
  'amount',
  'beneficiary_id',
  'payout_date',
  'beneficiary_code',
  'beneficiary_name',
  'debit_account_id',
  'debit_account_number',
  'credit_account_number',
  'credit_ifsc',
  'payment_method',
] as const;

/** Selects the columns for {@link approvedPayoutOf}: a person waits while a job of 20,000 is read. */
export const approvedTuple = (dialect: Dialect): string =>
  dialect.tuple(APPROVED_TUPLE.map((name) => `t.${name}`));

const AT = placesOf(APPROVED_TUPLE);

/** What an approval is about, of an accepted payout. */
export const approvedPayoutOf = (row: Tuple): ApprovedPayout => {
  const payoutDate = cell(row, AT.payout_date);
  const order = {
    transactionId: must(row, AT.payout_id),
    packageCode: must(row, AT.package_code),
    amount: mustInt(row, AT.amount),
    beneficiaryId: must(row, AT.beneficiary_id),
  };
  return {
    intake: 'accepted',
    order: payoutDate === null ? order : { ...order, payoutDate },
    terms: {
      beneficiaryCode: must(row, AT.beneficiary_code),
      beneficiaryName: must(row, AT.beneficiary_name),
      debitAccountId: must(row, AT.debit_account_id),
      debitAccountNumber: must(row, AT.debit_account_number),
      creditAccountNumber: must(row, AT.credit_account_number),
      creditIfsc: must(row, AT.credit_ifsc),
      paymentMethod: must(row, AT.payment_method),
    },
  };
};
