import type {
  ActorRef,
  OrderDetails,
  Payout,
  PayoutApproval,
  PayoutOrder,
  PayoutProgress,
  PayoutTerms,
  Rejection,
  PayoutStatusDetails,
} from '@hundi/core/storage';
import type { Dialect } from '../../../engine/dialect.js';
import type { Tuple } from '../../../engine/session.js';
import { present } from '../../rows/present.js';
import { tenantOf } from '../../rows/row-tenant.js';
import {
  OPTIONAL,
  ORDER,
  PROGRESS,
  REJECTION,
  TERMS,
  type PayoutColumn,
} from './payout-columns.js';
import { cell, int, json, must, mustInt, placesOf } from './tuple.js';

/** Every column, those of the order first. */
const PAYOUT_TUPLE: ReadonlyArray<PayoutColumn> = [
  ...ORDER.names,
  ...TERMS.names,
  ...REJECTION.names,
  ...PROGRESS.names,
];

/** Selects the columns for {@link payoutOf}. Those after the order's columns are NULL until intake has decided. */
export const payoutTuple = (dialect: Dialect): string =>
  dialect.tuple(
    PAYOUT_TUPLE.map((name) => `t.${name}`),
    { columns: ORDER.names.length, where: `t.intake = 'undecided'` },
  );

const AT = placesOf(PAYOUT_TUPLE);

const OPTIONAL_PLACES = Object.entries(OPTIONAL).map(
  ([name, column]) => [name, AT[column]] as const,
);

const order = (row: Tuple): PayoutOrder => {
  const read: PayoutOrder = {
    transactionId: must(row, AT.payout_id),
    tenant: tenantOf(must(row, AT.bank_id), must(row, AT.corporate_id)),
    source: must(row, AT.source),
    initiationMode: must(row, AT.initiation_mode),
    apiRefNumber: must(row, AT.api_ref),
    reference: must(row, AT.reference),
    beneficiaryId: must(row, AT.beneficiary_id),
    packageCode: must(row, AT.package_code),
    amount: mustInt(row, AT.amount),
    createdBy: json(row, AT.created_by) as ActorRef,
    createdAt: mustInt(row, AT.created_at),
  };
  const rest = read as unknown as Record<string, unknown>;
  for (const [name, place] of OPTIONAL_PLACES) {
    const value = cell<unknown>(row, place);
    if (value !== null) rest[name] = value;
  }
  const map = cell(row, AT.metadata);
  if (map !== null) rest['metadata'] = JSON.parse(map) as unknown;
  return read;
};

const terms = (row: Tuple): PayoutTerms =>
  present<PayoutTerms>({
    debitAccountId: must(row, AT.debit_account_id),
    debitAccountNumber: must(row, AT.debit_account_number),
    paymentMethod: must(row, AT.payment_method),
    beneficiaryCode: must(row, AT.beneficiary_code),
    beneficiaryName: must(row, AT.beneficiary_name),
    creditAccountNumber: must(row, AT.credit_account_number),
    creditIfsc: must(row, AT.credit_ifsc),
    feeBase: mustInt(row, AT.fee_base),
    feeGst: mustInt(row, AT.fee_gst),
    masked: mustInt(row, AT.masked) === 1,
    limitDay: cell(row, AT.limit_day),
    policyVersion: int(row, AT.policy_version),
    orderDetails: json(row, AT.order_details) as OrderDetails | null,
  });

const rejection = (row: Tuple): Rejection =>
  present<Rejection>({
    code: must(row, AT.rejection_code),
    message: must(row, AT.rejection_message),
    field: cell(row, AT.rejection_field),
    causedBy: cell(row, AT.caused_by),
    debitAccountId: cell(row, AT.debit_account_id),
  });

const progress = (row: Tuple): PayoutProgress =>
  present<PayoutProgress>({
    status: must(row, AT.status),
    sequence: mustInt(row, AT.sequence),
    approvedAt: int(row, AT.approved_at),
    sentToBankAt: int(row, AT.sent_at),
    paidAt: int(row, AT.paid_at),
    returnedAt: int(row, AT.returned_at),
    utr: cell(row, AT.utr),
    bankReference: cell(row, AT.bank_reference),
    approval: json(row, AT.approval) as PayoutApproval | null,
    approvedBy: json(row, AT.approved_by) as ActorRef | null,
    statusDetails: json(row, AT.status_details) as PayoutStatusDetails | null,
    expectedCreditAt: int(row, AT.expected_credit_at),
  });

/** The payout that a row stands for. */
export const payoutOf = (row: Tuple): Payout => {
  const intake = cell(row, AT.intake) as Payout['intake'];
  switch (intake) {
    case 'undecided':
      return { intake, order: order(row), holdsReference: cell(row, AT.live_reference) !== null };
    case 'accepted':
      return { intake, order: order(row), terms: terms(row), progress: progress(row) };
    case 'rejected':
    case 'cancelled':
      return { intake, order: order(row), rejection: rejection(row), progress: progress(row) };
  }
};
