/**
 * The tables that grow with what a corporate does. Every unique key of theirs holds the corporate, so all that it has in
 * one of them can stand apart from all others: in a partition, or on another machine.
 */
export const TABLES_BY_CORPORATE: ReadonlyArray<string> = [
  'payouts',
  'payout_terms',
  'archive_files',
  'archived',
  'archived_references',
  'jobs',
  'work',
  'limit_use',
  'journal',
  'journal_heads',
  'journal_seals',
  'events',
  'answers',
  'packages',
  'beneficiaries',
  'beneficiary_accounts',
  'beneficiary_packages',
  'awaiting_approval',
  'bank_answers',
  'incidents',
  'webhook_progress',
  'webhook_queue',
  'webhook_attempts',
];
