import { bankRefOf } from '../../model/settlement/order/bank-ref.js';
import { picked } from '../../kernel/picked.js';
import type { JobId, PackageCode, TransactionId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { Payout, Rejection } from '../../model/payout/payout.js';
import type { PayoutStatusDetails } from '../../kernel/values/status-details.js';
import type { TransactionStatus } from '../../model/payout/transaction-object.js';

/** A payout as the people who run the bank's side see it: whose it is and what became of it, without the payee. */
export interface OperatorPayout {
  readonly tenant: Tenant;
  readonly transactionId: TransactionId;
  /** The name under which the bank's books have it. */
  readonly bankRef: string;
  /** Absent for a payout of the hosted checkout. */
  readonly jobId?: JobId;
  readonly reference: string;
  readonly apiRefNumber: string;
  readonly packageCode: PackageCode;
  /** Paise. */
  readonly amount: number;
  /** `queued`: intake has not decided on it. */
  readonly status: TransactionStatus;
  readonly createdAt: EpochMs;
  readonly sentToBankAt?: EpochMs;
  readonly paidAt?: EpochMs;
  readonly utr?: string;
  readonly bankReference?: string;
  /** Why it is where it is. */
  readonly statusDetails?: PayoutStatusDetails;
  /** Why intake turned it away. */
  readonly rejection?: Rejection;
}

const progressOf = (payout: Payout) => {
  if (payout.intake === 'undecided') return { status: 'queued' } as const;
  const { progress } = payout;
  return {
    status: progress.status,
    ...picked(progress, ['sentToBankAt', 'paidAt', 'utr', 'bankReference', 'statusDetails']),
  };
};

/** Shows a payout to the bank's operators. */
export const operatorPayout = (payout: Payout): OperatorPayout => {
  const { tenant, transactionId, jobId, reference, apiRefNumber, packageCode, amount, createdAt } =
    payout.order;
  return {
    tenant,
    transactionId,
    bankRef: bankRefOf(transactionId),
    ...(jobId !== undefined && { jobId }),
    reference,
    apiRefNumber,
    packageCode,
    amount,
    createdAt,
    ...progressOf(payout),
    ...('rejection' in payout && { rejection: payout.rejection }),
  };
};
