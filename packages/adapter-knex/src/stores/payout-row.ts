import type {
  ActorRef,
  Payout,
  PayoutApproval,
  PayoutOrder,
  PayoutProgress,
  PayoutStatus,
  PayoutTerms,
  Rejection,
  StatusDetails,
} from '@hundi/core';
import type { PAYOUT_COLUMNS } from './payout-columns.js';
import { intOrNull, present, type Int, type Nullable } from './present.js';

type Types = typeof PAYOUT_COLUMNS;
type RequiredText =
  | 'corporate_id'
  | 'payout_id'
  | 'bank_id'
  | 'source'
  | 'initiation_mode'
  | 'api_ref'
  | 'reference'
  | 'beneficiary_id'
  | 'package_code'
  | 'created_by'
  | 'intake';

/** A payout as it is stored. */
export type PayoutRow = {
  readonly [K in keyof Types]: K extends RequiredText
    ? string
    : Types[K] extends 'int'
      ? K extends 'amount' | 'created_at'
        ? Int
        : Int | null
      : string | null;
};

// Rows of one job carry the same maker, approver and policy: the same text is parsed once.
const parsed = new Map<string, unknown>();
const PARSED_MAX = 1_000;

const parse = (text: string): unknown => {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  const value: unknown = JSON.parse(text);
  if (parsed.size >= PARSED_MAX) parsed.clear();
  parsed.set(text, value);
  return value;
};

const parseOrNull = (text: string | null): unknown => (text === null ? null : parse(text));

// The engine wrote these columns from values that a codec had let through; nothing is decoded again here.
const order = (row: PayoutRow): PayoutOrder =>
  present<PayoutOrder>({
    transactionId: row.payout_id,
    tenant: { bankTenantId: row.bank_id, corporateTenantId: row.corporate_id },
    jobId: row.job_id,
    source: row.source,
    initiationMode: row.initiation_mode,
    apiRefNumber: row.api_ref,
    reference: row.reference,
    beneficiaryId: row.beneficiary_id,
    packageCode: row.package_code,
    amount: Number(row.amount),
    debitAccountNumber: row.requested_debit_account,
    paymentMethodCode: row.requested_method,
    beneficiaryAccountNumber: row.requested_account,
    remark: row.remark,
    tag: row.tag,
    metadata: row.metadata === null ? null : (JSON.parse(row.metadata) as unknown),
    payoutDate: row.payout_date,
    createdBy: parse(row.created_by) as ActorRef,
    createdAt: Number(row.created_at),
  } as Nullable<PayoutOrder>);

const terms = (row: PayoutRow): PayoutTerms =>
  present<PayoutTerms>({
    debitAccountId: row.debit_account_id,
    debitAccountNumber: row.debit_account_number,
    paymentMethod: row.payment_method,
    beneficiaryCode: row.beneficiary_code,
    beneficiaryName: row.beneficiary_name,
    creditAccountNumber: row.credit_account_number,
    creditIfsc: row.credit_ifsc,
    feeBase: Number(row.fee_base),
    feeGst: Number(row.fee_gst),
    masked: Number(row.masked) === 1,
    limitDay: row.limit_day,
  } as Nullable<PayoutTerms>);

const rejection = (row: PayoutRow): Rejection =>
  present<Rejection>({
    code: row.rejection_code,
    message: row.rejection_message,
    field: row.rejection_field,
    causedBy: row.caused_by,
  } as Nullable<Rejection>);

const progress = (row: PayoutRow): PayoutProgress =>
  present<PayoutProgress>({
    status: row.status as PayoutStatus,
    sequence: Number(row.sequence),
    approvedAt: intOrNull(row.approved_at),
    sentToBankAt: intOrNull(row.sent_at),
    paidAt: intOrNull(row.paid_at),
    returnedAt: intOrNull(row.returned_at),
    utr: row.utr,
    bankReference: row.bank_reference,
    approval: row.approval === null ? null : (JSON.parse(row.approval) as PayoutApproval),
    approvedBy: parseOrNull(row.approved_by) as ActorRef | null,
    statusDetails: parseOrNull(row.status_details) as StatusDetails | null,
  });

/** The payout that a row stands for. */
export const payoutOf = (row: PayoutRow): Payout => {
  switch (row.intake as Payout['intake']) {
    case 'undecided':
      return {
        intake: 'undecided',
        order: order(row),
        holdsReference: row.live_reference !== null,
      };
    case 'accepted':
      return { intake: 'accepted', order: order(row), terms: terms(row), progress: progress(row) };
    case 'rejected':
    case 'cancelled':
      return {
        intake: row.intake as 'rejected' | 'cancelled',
        order: order(row),
        rejection: rejection(row),
        progress: progress(row),
      };
  }
};
