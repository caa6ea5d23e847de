import type {
  ActorRef,
  Payout,
  PayoutApproval,
  PayoutOrder,
  PayoutProgress,
  PayoutTerms,
  Rejection,
  StatusDetails,
} from '@hundi/core';
import type { Dialect } from '../../../engine/dialect.js';
import type { Tuple } from '../../../engine/session.js';
import { ORDER_COLUMNS, PAYOUT_COLUMNS } from './payout-columns.js';
import { present, type Nullable } from '../../rows/present.js';
import { tenantOf } from '../../rows/row-tenant.js';

/** Every column, in the order in which {@link payoutOf} takes them. */
const PAYOUT_TUPLE = Object.keys(PAYOUT_COLUMNS) as ReadonlyArray<keyof typeof PAYOUT_COLUMNS>;

/** Selects what {@link payoutOf} takes. What follows the order's columns is NULL until intake has decided. */
export const payoutTuple = (dialect: Dialect): string =>
  dialect.tuple(
    PAYOUT_TUPLE.map((name) => `t.${name}`),
    Object.keys(ORDER_COLUMNS).length,
    `t.intake = 'undecided'`,
  );

const PLACE = Object.fromEntries(PAYOUT_TUPLE.map((name, i) => [name, i])) as Readonly<
  Record<keyof typeof PAYOUT_COLUMNS, number>
>;

const cell = (row: Tuple, name: keyof typeof PAYOUT_COLUMNS) => row[PLACE[name]] ?? null;
const int = (row: Tuple, name: keyof typeof PAYOUT_COLUMNS): number | null => {
  const value = cell(row, name);
  return value === null ? null : Number(value);
};

// Rows of one job carry the same maker, approver and policy: the same text is parsed once.
const parsed = new Map<string, unknown>();
const PARSED_MAX = 1_000;

const json = (row: Tuple, name: keyof typeof PAYOUT_COLUMNS): unknown => {
  const text = cell(row, name);
  if (typeof text !== 'string') return null;
  const known = parsed.get(text);
  if (known !== undefined) return known;
  const value: unknown = JSON.parse(text);
  if (parsed.size >= PARSED_MAX) parsed.clear();
  parsed.set(text, value);
  return value;
};

const OPTIONAL = [
  ['jobId', 'job_id'],
  ['debitAccountNumber', 'requested_debit_account'],
  ['paymentMethodCode', 'requested_method'],
  ['beneficiaryAccountNumber', 'requested_account'],
  ['remark', 'remark'],
  ['tag', 'tag'],
  ['payoutDate', 'payout_date'],
] as const satisfies ReadonlyArray<readonly [keyof PayoutOrder, keyof typeof PAYOUT_COLUMNS]>;

// The engine wrote these columns from values that a codec had let through; nothing is decoded again here.
const order = (row: Tuple): PayoutOrder => {
  const read: Record<string, unknown> = {
    transactionId: cell(row, 'payout_id'),
    tenant: tenantOf(cell(row, 'bank_id'), cell(row, 'corporate_id')),
    source: cell(row, 'source'),
    initiationMode: cell(row, 'initiation_mode'),
    apiRefNumber: cell(row, 'api_ref'),
    reference: cell(row, 'reference'),
    beneficiaryId: cell(row, 'beneficiary_id'),
    packageCode: cell(row, 'package_code'),
    amount: int(row, 'amount'),
    createdBy: json(row, 'created_by'),
    createdAt: int(row, 'created_at'),
  };
  for (const [name, column] of OPTIONAL) {
    const value = cell(row, column);
    if (value !== null) read[name] = value;
  }
  const map = cell(row, 'metadata');
  if (typeof map === 'string') read['metadata'] = JSON.parse(map) as unknown;
  return read as unknown as PayoutOrder;
};

const terms = (row: Tuple): PayoutTerms =>
  present<PayoutTerms>({
    debitAccountId: cell(row, 'debit_account_id'),
    debitAccountNumber: cell(row, 'debit_account_number'),
    paymentMethod: cell(row, 'payment_method'),
    beneficiaryCode: cell(row, 'beneficiary_code'),
    beneficiaryName: cell(row, 'beneficiary_name'),
    creditAccountNumber: cell(row, 'credit_account_number'),
    creditIfsc: cell(row, 'credit_ifsc'),
    feeBase: int(row, 'fee_base'),
    feeGst: int(row, 'fee_gst'),
    masked: int(row, 'masked') === 1,
    limitDay: cell(row, 'limit_day'),
  } as Nullable<PayoutTerms>);

const rejection = (row: Tuple): Rejection =>
  present<Rejection>({
    code: cell(row, 'rejection_code'),
    message: cell(row, 'rejection_message'),
    field: cell(row, 'rejection_field'),
    causedBy: cell(row, 'caused_by'),
  } as Nullable<Rejection>);

const progress = (row: Tuple): PayoutProgress =>
  present<PayoutProgress>({
    status: cell(row, 'status'),
    sequence: int(row, 'sequence'),
    approvedAt: int(row, 'approved_at'),
    sentToBankAt: int(row, 'sent_at'),
    paidAt: int(row, 'paid_at'),
    returnedAt: int(row, 'returned_at'),
    utr: cell(row, 'utr'),
    bankReference: cell(row, 'bank_reference'),
    approval: json(row, 'approval') as PayoutApproval | null,
    approvedBy: json(row, 'approved_by') as ActorRef | null,
    statusDetails: json(row, 'status_details') as StatusDetails | null,
  } as Nullable<PayoutProgress>);

/** The payout that a row stands for. */
export const payoutOf = (row: Tuple): Payout => {
  const intake = cell(row, 'intake') as Payout['intake'];
  switch (intake) {
    case 'undecided':
      return { intake, order: order(row), holdsReference: cell(row, 'live_reference') !== null };
    case 'accepted':
      return { intake, order: order(row), terms: terms(row), progress: progress(row) };
    case 'rejected':
    case 'cancelled':
      return { intake, order: order(row), rejection: rejection(row), progress: progress(row) };
  }
};
