import type { SchemaWords } from '../engine/dialect.js';

/** The tables of approvals, their portal, and money movement. */
export const approvalsAndBank = ({
  text,
  int,
  uuid,
  endNarrow,
  serialWithin,
}: SchemaWords): ReadonlyArray<string> => [
  // Claims whose holder said that it failed; one whose process died is among the attempts only.
  `ALTER TABLE work ADD COLUMN failures ${int} NOT NULL DEFAULT 0`,
  // One row, once there is reason to doubt that the database knows all that it sent.
  `CREATE TABLE send_doubt (one ${int} NOT NULL, line ${int} NOT NULL, PRIMARY KEY (one)) ${endNarrow}`,
  // Apart from payouts, none of whose indexes may contain a state; only what does await approval pays for it.
  `CREATE TABLE awaiting_approval (
    corporate_id ${text} NOT NULL, bank_id ${text} NOT NULL, payout_id ${uuid} NOT NULL,
    PRIMARY KEY (corporate_id, bank_id, payout_id)
  ) ${endNarrow}`,
  `INSERT INTO awaiting_approval (corporate_id, bank_id, payout_id)
    SELECT corporate_id, bank_id, payout_id FROM payouts
    WHERE status IN ('pending_approval', 'partially_approved')`,
  // Those that wait already expire too.
  `INSERT INTO work (subject, duty, bank_id, corporate_id, run_at, attempts, token)
    SELECT DISTINCT CAST(coalesce(p.job_id, p.payout_id) AS text), 'expire-approvals',
      p.bank_id, p.corporate_id, 0, 0, 0
    FROM payouts p WHERE p.status IN ('pending_approval', 'partially_approved')
    ON CONFLICT (subject) DO NOTHING`,
  serialWithin('journal', 'journal_of_corporate', 'corporate_id', 'entry_no'),
  `DROP INDEX incidents_by_time`,
  `CREATE INDEX incidents_in_order ON incidents (corporate_id, at, kind, subject_id)`,
];
