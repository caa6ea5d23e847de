import type { Tenant } from '../../kernel/values/tenant.js';
import type { EpochMs } from '../../kernel/values/time.js';

export const INCIDENT_KINDS = [
  'intake_failed',
  'indexing_failed',
  'expiry_failed',
  'outcome_unknown',
  'nonsense_answer',
  'contradictory_answer',
  'late_answer',
  'unknown_order',
  'database_restored',
  'forgotten_order',
  'late_charge',
  'charge_unknown',
  'sealing_failed',
  'delivery_failed',
  'delivery_dead',
  'endpoint_disabled',
  'maker_locked',
] as const;
export type IncidentKind = (typeof INCIDENT_KINDS)[number];

/** Something that a person should look at. The same subject raises the same kind once. */
export interface Incident {
  readonly tenant: Tenant;
  readonly kind: IncidentKind;
  readonly subjectId: string;
  readonly at: EpochMs;
  readonly detail: string;
}
