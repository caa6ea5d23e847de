import type { Tenant } from '../../../kernel/values/tenant.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import type { JsonObject } from '../../../kernel/codecs/json.js';
import type { Via } from '../../../kernel/values/via.js';

export const SUBJECT_KINDS = [
  'payout',
  'job',
  'beneficiary',
  'corporate',
  'api_key',
  'secret_key',
  'user',
  'portal_session',
  'payout_checkout_session',
  'checkout_session',
  'payment_link',
  'webhook_endpoint',
  'settings_change',
  'approval_policy',
  'factor',
  'send_review',
] as const;
/** What a journal entry can be about (decisions §11). */
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/**
 * One change of state: who, what, from, to, when, and the values that the change set. Small on purpose:
 * what never changes stays with the subject. History, audit trail, feed and webhooks all read it.
 */
export interface JournalEntry {
  readonly tenant: Tenant;
  readonly subjectKind: SubjectKind;
  readonly subjectId: string;
  /** 1, 2, 3 … per subject. */
  readonly sequence: number;
  readonly from?: string;
  readonly to: string;
  readonly at: EpochMs;
  /** A user's id, the name of what acted by itself, or `operator` and the name of one of the bank's staff. */
  readonly actor: string;
  readonly changes: JsonObject;
  /** Where a key brought it. The payouts of a job came by the key of the job, and do not say it again. */
  readonly via?: Via;
}

/** An entry that follows what the journal has of its subject, whatever that is; `from` is where the subject begins. */
export type NextEntry = Omit<JournalEntry, 'sequence'> & { readonly sequence?: undefined };

/** The entry as it follows the last one of its subject. */
export const following = (last: JournalEntry | undefined, entry: NextEntry): JournalEntry => ({
  ...entry,
  sequence: (last?.sequence ?? 0) + 1,
  ...(last !== undefined && { from: last.to }),
});
