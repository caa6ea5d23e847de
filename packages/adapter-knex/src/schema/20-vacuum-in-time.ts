import type { SchemaWords } from '../engine/dialect.js';

/** Rows come and go: few are there, and many were. */
const DRAINED = [
  'work',
  'webhook_queue',
  'webhook_attempts',
  'awaiting_approval',
  'rate_buckets',
  'login_challenges',
  'portal_sessions',
];

/** Rows stay for years. A fifth of them, after which PostgreSQL vacuums by default, is months of payouts. */
const GROWING = [
  'payouts',
  'payout_terms',
  'jobs',
  'limit_use',
  'journal',
  'journal_seals',
  'events',
  'answers',
  'bank_answers',
];

/** The database cleans up after so many rows, and not after a part of a table. */
export const vacuumInTime = ({ drained, growing }: SchemaWords): ReadonlyArray<string> => [
  ...DRAINED.flatMap(drained),
  ...GROWING.flatMap(growing),
];
