import type {
  BeneficiaryId,
  DebitAccountId,
  PackageCode,
  PaymentMethodCode,
  TransactionId,
} from '../../kernel/values/ids.js';
import type { EpochMs } from '../../kernel/values/time.js';
import { debitAccountOf, statusOf, type Payout } from './payout.js';
import type { TransactionStatus } from './transaction-object.js';

/** The search terms of a report: a payout is found by any one of these (§4.9, decisions §13). */
export interface ReportSearch {
  /** Payees that the text names, or is part of the name or an id of; not all of them need exist. */
  readonly beneficiaryIds: ReadonlyArray<BeneficiaryId>;
  /** Paise, where the text can be read as an amount. */
  readonly amount?: number;
  /** The beginning of the transactionReference, the apiRefNumber or the jobId, as it was written. */
  readonly prefix: string;
}

/** Which payouts of a corporate a report shows: those that meet every condition (§4.9). */
export interface ReportFilter {
  /** The values that the reader may see and has not excluded; absent: any. */
  readonly packageCodes?: ReadonlySet<PackageCode>;
  /**
   * The debit accounts that the reader may see; absent: any. A payout that has none is shown.
   */
  readonly debitAccountIds?: ReadonlySet<DebitAccountId>;
  /** Asked for by name: then a payout without one is not shown. */
  readonly debitAccountId?: DebitAccountId;
  readonly transactionId?: TransactionId;
  /** Accepted at this moment or later. */
  readonly createdFrom?: EpochMs;
  /** Accepted before this moment. */
  readonly createdBefore?: EpochMs;
  /** `queued`: intake has not decided on it. */
  readonly status?: TransactionStatus;
  /** The method that governs the payout, else the requested one. */
  readonly paymentMethods?: ReadonlySet<PaymentMethodCode>;
  readonly source?: string;
  /** Paise, inclusive. */
  readonly amountFrom?: number;
  readonly amountTo?: number;
  readonly search?: ReportSearch;
}

/** Whether a report with this filter shows the payout: the meaning of the filter, wherever it is applied. */
export const meetsReport = (payout: Payout, filter: ReportFilter): boolean => {
  const { order } = payout;
  const { transactionId, createdFrom, createdBefore, source, amountFrom, amountTo } = filter;
  return (
    filter.packageCodes?.has(order.packageCode) !== false &&
    meetsAccount(payout, filter) &&
    meetsStatus(payout, filter) &&
    meetsMethod(payout, filter) &&
    (transactionId === undefined || order.transactionId === transactionId) &&
    (createdFrom === undefined || order.createdAt >= createdFrom) &&
    (createdBefore === undefined || order.createdAt < createdBefore) &&
    (source === undefined || order.source === source) &&
    (amountFrom === undefined || order.amount >= amountFrom) &&
    (amountTo === undefined || order.amount <= amountTo) &&
    (filter.search === undefined || isFound(payout, filter.search))
  );
};

const meetsAccount = (
  payout: Payout,
  { debitAccountIds, debitAccountId }: ReportFilter,
): boolean => {
  const account = debitAccountOf(payout);
  return (
    (debitAccountId === undefined || account === debitAccountId) &&
    (account === undefined || debitAccountIds?.has(account) !== false)
  );
};

const meetsStatus = (payout: Payout, { status }: ReportFilter): boolean =>
  status === undefined || status === statusOf(payout);

const meetsMethod = (payout: Payout, { paymentMethods }: ReportFilter): boolean => {
  if (paymentMethods === undefined) return true;
  const method =
    payout.intake === 'accepted' ? payout.terms.paymentMethod : payout.order.paymentMethodCode;
  return method !== undefined && paymentMethods.has(method);
};

const isFound = ({ order }: Payout, { beneficiaryIds, amount, prefix }: ReportSearch): boolean =>
  order.amount === amount ||
  [order.reference, order.apiRefNumber, order.jobId].some((text) => text?.startsWith(prefix)) ||
  beneficiaryIds.includes(order.beneficiaryId);
