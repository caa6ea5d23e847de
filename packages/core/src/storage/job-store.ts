import type { JobId } from '../kernel/values/ids.js';
import type { Tenant } from '../kernel/values/tenant.js';
import type { Job, JobKey } from '../model/intake/job/job.js';

/** Jobs of batches (decisions §5). */
export interface JobStore {
  readonly add: (jobs: ReadonlyArray<Job>) => Promise<void>;
  readonly find: (tenant: Tenant, id: JobId) => Promise<Job | undefined>;
  /** Those that exist, in no order. */
  readonly findMany: (keys: ReadonlyArray<JobKey>) => Promise<ReadonlyArray<Job>>;
  /** The newest jobs, newest first (by id, descending), at most `limit`, from below `before` on. */
  readonly newest: (
    tenant: Tenant,
    before: JobId | undefined,
    limit: number,
  ) => Promise<ReadonlyArray<Job>>;
  /**
   * Writes the next state of each. One that does not follow the stored sequence by exactly one undoes
   * the unit of work, which is then run again.
   */
  readonly advance: (jobs: ReadonlyArray<Job>) => Promise<void>;
}
