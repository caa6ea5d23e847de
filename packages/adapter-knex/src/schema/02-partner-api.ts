import type { SchemaWords } from '../engine/dialect.js';

/** The tables of the partner API beyond batches. */
export const partnerApi = ({
  text,
  int,
  uuid,
  endNarrow,
  elements,
}: SchemaWords): ReadonlyArray<string> => [
  // The terms by which a report's search finds payouts. Filled after intake, a job at a time: an index on payouts
  // that scatters their rows by payee would double what it costs to take a batch in.
  `CREATE TABLE payout_terms (
    corporate_id ${text} NOT NULL, term ${text} NOT NULL, payout_id ${uuid} NOT NULL,
    PRIMARY KEY (corporate_id, term, payout_id)
  ) ${endNarrow}`,
  // Apart from the key's record, so that a use never overwrites a revocation.
  `CREATE TABLE api_key_use (
    key_id ${text} NOT NULL, used_at ${int} NOT NULL, PRIMARY KEY (key_id)
  ) ${endNarrow}`,
  `ALTER TABLE jobs ADD COLUMN traceparent ${text}`,
  // Whether the job's payouts have their terms. Those that have not are few, and are looked at one by one.
  `ALTER TABLE jobs ADD COLUMN searchable ${int} NOT NULL DEFAULT 0`,
  `CREATE INDEX jobs_without_terms ON jobs (corporate_id, job_id) WHERE searchable = 0`,
  // Jobs that were there before get theirs from the duty that writes those of new ones.
  `INSERT INTO work (subject, duty, bank_id, corporate_id, run_at, attempts, token)
    SELECT CAST(job_id AS text), 'index-payouts', bank_id, corporate_id, 0, 0, 0 FROM jobs
    WHERE true ON CONFLICT (subject) DO NOTHING`,
  // The packages of payees that are not rejected: how many payees a package has is counted in its index.
  `CREATE TABLE beneficiary_packages (
    corporate_id ${text} NOT NULL, bank_id ${text} NOT NULL, package_code ${text} NOT NULL,
    beneficiary_id ${text} NOT NULL,
    PRIMARY KEY (corporate_id, bank_id, package_code, beneficiary_id)
  ) ${endNarrow}`,
  // The payee comes first: with the corporate before it, this index would count packages too, and badly.
  `CREATE INDEX beneficiary_packages_of ON beneficiary_packages (beneficiary_id, corporate_id)`,
  `INSERT INTO beneficiary_packages (corporate_id, bank_id, package_code, beneficiary_id)
    SELECT DISTINCT b.corporate_id, b.bank_id, e.value, b.beneficiary_id
    FROM beneficiaries b CROSS JOIN ${elements('b.record', 'packageCodes')} e
    WHERE b.state <> 'rejected'`,
];
