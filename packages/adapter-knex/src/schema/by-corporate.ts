/**
 * The tables that grow with what a corporate does. Every unique key of theirs holds the corporate, so all that it has in
 * one of them can stand apart from all others: in a partition, or on another machine.
 */
export const TABLES_BY_CORPORATE: ReadonlyArray<string> = [
  'payouts',
  'payout_terms',
  'archive_files',
  'archived',
  'held_references',
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
  'approval_signatures',
];

/** The other tables with records that units write beside those of a corporate. */
export const WHOLE_TABLES: ReadonlyArray<string> = [
  'api_keys',
  'archive_claim',
  'authority_key',
  'banks',
  'collection_sessions',
  'corporates',
  'debit_accounts',
  'kept_uploads',
  'link_mails',
  'login_challenges',
  'notification_looks',
  'payment_links',
  'payout_checkouts',
  'payout_code_failures',
  'payout_code_mails',
  'person_factors',
  'person_notifications',
  'portal_sessions',
  'roles',
  'sealer_canary',
  'secret_keys',
  'send_doubt',
  'settings_changes',
  'users',
  'webhook_endpoints',
];

/** Every table that the service works on. */
export const EVERY_TABLE: ReadonlyArray<string> = [
  ...TABLES_BY_CORPORATE,
  ...WHOLE_TABLES,
  // What is counted here may run ahead of the records.
  'api_key_use',
  'call_buckets',
  'work_tokens_given',
  // Processes of the version before count there.
  'rate_buckets',
];
