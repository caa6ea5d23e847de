import type { Tenant } from '../../../kernel/values/tenant.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import type { IncidentKind } from './incident-kind.js';

/** Something that a person should look at. The same subject raises the same kind once. */
export interface Incident {
  readonly tenant: Tenant;
  readonly kind: IncidentKind;
  readonly subjectId: string;
  readonly at: EpochMs;
  readonly detail: string;
}
