import type { JobId } from '../kernel/values/ids.js';
import type { Tenant } from '../kernel/values/tenant.js';
import type { Job } from '../intake/job/job.js';

export interface JobStore {
  readonly add: (jobs: ReadonlyArray<Job>) => Promise<void>;
  readonly find: (tenant: Tenant, id: JobId) => Promise<Job | undefined>;
  /** Those of `ids` that exist, of any tenant, in no order: for the duty that works through them. */
  readonly findMany: (ids: ReadonlyArray<JobId>) => Promise<ReadonlyArray<Job>>;
  /**
   * Writes the next state of each. One that does not follow the stored sequence by exactly one undoes
   * the unit of work, which is then run again.
   */
  readonly advance: (jobs: ReadonlyArray<Job>) => Promise<void>;
}
