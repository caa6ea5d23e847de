import type { AcceptedPayout } from './payout.js';

/** The part of a payout that an approval is about, in roles that reach its debit account: none of it changes after acceptance. */
export interface ApprovedPayout {
  readonly intake: 'accepted';
  readonly order: Pick<
    AcceptedPayout['order'],
    'transactionId' | 'packageCode' | 'amount' | 'beneficiaryId' | 'payoutDate'
  >;
  readonly terms: Pick<
    AcceptedPayout['terms'],
    | 'beneficiaryCode'
    | 'beneficiaryName'
    | 'debitAccountId'
    | 'debitAccountNumber'
    | 'creditAccountNumber'
    | 'creditIfsc'
    | 'paymentMethod'
  >;
}
