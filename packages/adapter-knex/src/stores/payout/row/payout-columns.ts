import type { TransactionId } from '@hundi/core';
import type {
  IntakeOrder,
  PayoutOrder,
  PayoutProgress,
  PayoutRange,
  PayoutTerms,
  Rejection,
} from '@hundi/core/storage';
import {
  flag,
  int,
  json,
  rowsOf,
  sharing,
  text,
  uuid,
  type Held,
} from '../../../engine/described.js';
import { OWNER } from '../../rows/owner.js';

/** Which payout a bound row is about. */
export const OWNED_ID = sharing(OWNER, rowsOf<TransactionId>()({ payout_id: uuid((id) => id) }));

/** Payouts from one id to another. */
export const RANGE = rowsOf<PayoutRange>()({
  first: uuid(({ first }) => first),
  last: uuid(({ last }) => last),
});

/** An order, and whether it asks for its reference: no order before it in the list does. */
export interface NewOrder {
  readonly order: PayoutOrder;
  readonly asks: boolean;
}

/**
 * The orders of one list, taken from first to last: each asks for its reference, except one that an order before it
 * asks for.
 */
export const newOrders = (orders: ReadonlyArray<PayoutOrder>): ReadonlyArray<NewOrder> => {
  const asked = new Set<string>();
  return orders.map((order) => {
    const held = `${order.tenant.corporateTenantId} ${order.reference}`;
    const asks = !asked.has(held);
    asked.add(held);
    return { order, asks };
  });
};

/** Written once, when the order is added. */
export const ORDER = rowsOf<NewOrder>()({
  corporate_id: text(({ order }) => order.tenant.corporateTenantId),
  payout_id: uuid(({ order }) => order.transactionId),
  bank_id: text(({ order }) => order.tenant.bankTenantId),
  job_id: uuid(({ order }) => order.jobId),
  source: text(({ order }) => order.source),
  initiation_mode: text(({ order }) => order.initiationMode),
  api_ref: text(({ order }) => order.apiRefNumber),
  reference: text(({ order }) => order.reference),
  live_reference: text(({ order, asks }) => (asks ? order.reference : undefined)),
  beneficiary_id: text(({ order }) => order.beneficiaryId),
  package_code: text(({ order }) => order.packageCode),
  amount: int(({ order }) => order.amount),
  requested_debit_account: text(({ order }) => order.debitAccountNumber),
  requested_method: text(({ order }) => order.paymentMethodCode),
  requested_account: text(({ order }) => order.beneficiaryAccountNumber),
  requested_purpose: text(({ order }) => order.purpose),
  remark: text(({ order }) => order.remark),
  tag: text(({ order }) => order.tag),
  metadata: json(({ order }) => order.metadata),
  payout_date: text(({ order }) => order.payoutDate),
  created_by: json(({ order }) => order.createdBy),
  created_at: int(({ order }) => order.createdAt),
  intake: text(() => 'undecided'),
});

/** Written when intake accepts. */
export const TERMS = rowsOf<PayoutTerms>()({
  debit_account_id: text((terms) => terms.debitAccountId),
  debit_account_number: text((terms) => terms.debitAccountNumber),
  payment_method: text((terms) => terms.paymentMethod),
  beneficiary_code: text((terms) => terms.beneficiaryCode),
  beneficiary_name: text((terms) => terms.beneficiaryName),
  credit_account_number: text((terms) => terms.creditAccountNumber),
  credit_ifsc: text((terms) => terms.creditIfsc),
  fee_base: int((terms) => terms.feeBase),
  fee_gst: int((terms) => terms.feeGst),
  masked: flag((terms) => terms.masked),
  limit_day: text((terms) => terms.limitDay),
  policy_version: int((terms) => terms.policyVersion),
  order_details: json((terms) => terms.orderDetails),
});

/** Written when intake turns away. */
export const REJECTION = rowsOf<Rejection>()({
  rejection_code: text((rejection) => rejection.code),
  rejection_message: text((rejection) => rejection.message),
  rejection_field: text((rejection) => rejection.field),
  caused_by: uuid((rejection) => rejection.causedBy),
});

/** Written with a rejection, into the column in which an accepted payout has the account of its terms. */
export const NAMED_ACCOUNT = rowsOf<Rejection>()({
  debit_account_id: text((rejection) => rejection.debitAccountId),
});

/** Written with each change of status. */
export const PROGRESS = rowsOf<PayoutProgress>()({
  status: text((progress) => progress.status),
  sequence: int((progress) => progress.sequence),
  approved_at: int((progress) => progress.approvedAt),
  sent_at: int((progress) => progress.sentToBankAt),
  paid_at: int((progress) => progress.paidAt),
  returned_at: int((progress) => progress.returnedAt),
  utr: text((progress) => progress.utr),
  bank_reference: text((progress) => progress.bankReference),
  approval: json((progress) => progress.approval),
  approved_by: json((progress) => progress.approvedBy),
  status_details: json((progress) => progress.statusDetails),
  expected_credit_at: int((progress) => progress.expectedCreditAt),
});

/** Every column of a payout. */
export type PayoutColumns = typeof ORDER.described &
  typeof TERMS.described &
  typeof REJECTION.described &
  typeof PROGRESS.described;
export type PayoutColumn = keyof PayoutColumns;

/** Fields of a record, each with the column of a payout that holds what the field takes. */
export type ColumnsFor<A> = {
  readonly [F in keyof Required<A>]: {
    [C in PayoutColumn]: Held<PayoutColumns, C> extends A[F] ? C : never;
  }[PayoutColumn];
};

/** The names of the fields that may be absent. */
type OptionalName<A> = { [K in keyof A]-?: undefined extends A[K] ? K : never }[keyof A];

/** The optional fields of an order, and their columns; metadata is JSON and is read separately. */
export const OPTIONAL = {
  jobId: 'job_id',
  debitAccountNumber: 'requested_debit_account',
  paymentMethodCode: 'requested_method',
  beneficiaryAccountNumber: 'requested_account',
  purpose: 'requested_purpose',
  remark: 'remark',
  tag: 'tag',
  payoutDate: 'payout_date',
} as const satisfies ColumnsFor<Pick<PayoutOrder, Exclude<OptionalName<PayoutOrder>, 'metadata'>>>;

/** Those of them that intake looks at. */
export const INTAKE_OPTIONAL = {
  jobId: OPTIONAL.jobId,
  debitAccountNumber: OPTIONAL.debitAccountNumber,
  paymentMethodCode: OPTIONAL.paymentMethodCode,
  beneficiaryAccountNumber: OPTIONAL.beneficiaryAccountNumber,
  purpose: OPTIONAL.purpose,
  remark: OPTIONAL.remark,
  payoutDate: OPTIONAL.payoutDate,
} as const satisfies ColumnsFor<Pick<IntakeOrder, OptionalName<IntakeOrder>>>;
