import type { Tenant } from '../kernel/tenant.js';
import type { JournalEntry } from './entry.js';
import type { Incident } from './incident.js';

export interface JournalStore {
  /** Appends in order, set-based. A second entry of the same subject and sequence is a defect and throws. */
  readonly append: (entries: ReadonlyArray<JournalEntry>) => Promise<void>;
  /** Every entry of one subject, by sequence. */
  readonly of: (tenant: Tenant, subjectId: string) => Promise<ReadonlyArray<JournalEntry>>;
  /** Raises incidents; one that is open already (same kind and subject) stays as it is. */
  readonly raise: (incidents: ReadonlyArray<Incident>) => Promise<void>;
  /** Newest first. */
  readonly incidents: (tenant: Tenant, limit: number) => Promise<ReadonlyArray<Incident>>;
}
