import type { Columns } from '../../../engine/dialect.js';

/** Whose a bound row is. */
export const OWNER_COLUMNS = { corporate_id: 'text', bank_id: 'text' } as const satisfies Columns;

/** Which payout a bound row is about. */
export const OWNED_ID_COLUMNS = { ...OWNER_COLUMNS, payout_id: 'uuid' } as const satisfies Columns;

/** Written once, when the order is added. */
export const ORDER_COLUMNS = {
  corporate_id: 'text',
  payout_id: 'uuid',
  bank_id: 'text',
  job_id: 'uuid',
  source: 'text',
  initiation_mode: 'text',
  api_ref: 'text',
  reference: 'text',
  live_reference: 'text',
  beneficiary_id: 'text',
  package_code: 'text',
  amount: 'int',
  requested_debit_account: 'text',
  requested_method: 'text',
  requested_account: 'text',
  remark: 'text',
  tag: 'text',
  metadata: 'text',
  payout_date: 'text',
  created_by: 'text',
  created_at: 'int',
  intake: 'text',
} as const satisfies Columns;

/** Written when intake accepts. */
export const TERMS_COLUMNS = {
  debit_account_id: 'text',
  debit_account_number: 'text',
  payment_method: 'text',
  beneficiary_code: 'text',
  beneficiary_name: 'text',
  credit_account_number: 'text',
  credit_ifsc: 'text',
  fee_base: 'int',
  fee_gst: 'int',
  masked: 'int',
  limit_day: 'text',
} as const satisfies Columns;

/** Written when intake turns away. */
export const REJECTION_COLUMNS = {
  rejection_code: 'text',
  rejection_message: 'text',
  rejection_field: 'text',
  caused_by: 'uuid',
} as const satisfies Columns;

/** Written with each change of status. */
export const PROGRESS_COLUMNS = {
  status: 'text',
  sequence: 'int',
  approved_at: 'int',
  sent_at: 'int',
  paid_at: 'int',
  returned_at: 'int',
  utr: 'text',
  bank_reference: 'text',
  approval: 'text',
  approved_by: 'text',
  status_details: 'text',
} as const satisfies Columns;

/** Every column of a payout. */
export const PAYOUT_COLUMNS = {
  ...ORDER_COLUMNS,
  ...TERMS_COLUMNS,
  ...REJECTION_COLUMNS,
  ...PROGRESS_COLUMNS,
} as const satisfies Columns;
