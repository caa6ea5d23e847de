import type { SchemaWords } from '../engine/dialect.js';

/**
 * Payouts and their jobs. A row changes several times and an index that mentions what changed would be
 * rewritten with it, so no index mentions a state, and what is due stands in `work`. The ids of a job's
 * rows form one range, so the index by id is also the index by job.
 */
export const payoutTables = ({
  text,
  int,
  uuid,
  must,
  end,
  endChanging,
}: SchemaWords): ReadonlyArray<string> => [
  `CREATE TABLE jobs (
    job_id ${uuid} NOT NULL, bank_id ${must.text}, corporate_id ${must.text},
    api_ref ${must.text}, initiated_by ${must.text}, requested_at ${must.int},
    total ${must.int}, status ${must.text}, sequence ${must.int}, completed_at ${int}
  ) ${endChanging}`,
  `CREATE UNIQUE INDEX jobs_by_id ON jobs (job_id)`,
  `CREATE TABLE payouts (
    corporate_id ${text} NOT NULL, payout_id ${uuid} NOT NULL, bank_id ${must.text},
    job_id ${uuid}, source ${must.text}, initiation_mode ${must.text},
    api_ref ${must.text}, reference ${must.text}, live_reference ${text},
    beneficiary_id ${must.text}, package_code ${must.text}, amount ${must.int},
    requested_debit_account ${text}, requested_method ${text}, requested_account ${text},
    remark ${text}, tag ${text}, metadata ${text}, payout_date ${text},
    created_by ${must.text}, created_at ${must.int},
    intake ${must.text},
    debit_account_id ${text}, debit_account_number ${text}, payment_method ${text},
    beneficiary_code ${text}, beneficiary_name ${text},
    credit_account_number ${text}, credit_ifsc ${text},
    fee_base ${int}, fee_gst ${int}, masked ${int}, limit_day ${text},
    rejection_code ${text}, rejection_message ${text}, rejection_field ${text}, caused_by ${uuid},
    status ${text}, sequence ${int},
    approved_at ${int}, sent_at ${int}, paid_at ${int}, returned_at ${int},
    utr ${text}, bank_reference ${text},
    approval ${text}, approved_by ${text}, status_details ${text}
  ) ${endChanging}`,
  `CREATE UNIQUE INDEX payouts_by_id ON payouts (corporate_id, payout_id)`,
  // Held by live payouts only: NULL in the others, and NULLs never collide. The reference leads, or a
  // planner with old statistics would take this index for the other one.
  `CREATE UNIQUE INDEX payouts_by_reference ON payouts (live_reference, corporate_id)`,
  `CREATE INDEX payouts_anywhere ON payouts (payout_id)`,
  // A counter that is held but not used yet has no amount.
  `CREATE TABLE limit_use (
    corporate_id ${text} NOT NULL, package_code ${text} NOT NULL, day ${text} NOT NULL,
    bank_id ${text} NOT NULL, used ${int}
  ) ${end}`,
  `CREATE UNIQUE INDEX limit_use_by_key ON limit_use (corporate_id, package_code, day)`,
];
