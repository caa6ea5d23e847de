import type { Tenant } from '../kernel/tenant.js';
import type { EpochMs } from '../kernel/time.js';

export type IncidentKind =
  'intake_failed' | 'outcome_unknown' | 'contradictory_answer' | 'late_answer' | 'unknown_order';

/** Something that a person should look at. The same subject raises the same kind once. */
export interface Incident {
  readonly tenant: Tenant;
  readonly kind: IncidentKind;
  readonly subjectId: string;
  readonly at: EpochMs;
  readonly detail: string;
}
