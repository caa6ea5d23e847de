import * as t from 'io-ts';
import type { JobId, PackageCode, UserId } from '../../../kernel/values/ids.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import type { Traceparent } from '../../../kernel/values/trace.js';
import type { Via } from '../../../kernel/values/via.js';

export const JobStatus = t.keyof(
  {
    queued: null,
    processing: null,
    completed_success: null,
    completed_partial: null,
    completed_rejected: null,
    failed_system: null,
    cancelled: null,
  },
  'JobStatus',
);
/** The status of a job: how far the intake of its batch is (§3.3). */
export type JobStatus = t.TypeOf<typeof JobStatus>;

/** The intake of one batch. `sequence` counts its changes of status. */
export interface Job {
  readonly jobId: JobId;
  readonly tenant: Tenant;
  readonly apiRefNumber: string;
  readonly initiatedByUserId: UserId;
  readonly requestedAt: EpochMs;
  readonly total: number;
  readonly status: JobStatus;
  readonly sequence: number;
  readonly completedAt?: EpochMs;
  /** The packages that its payments name, each once; absent where they are too many, and on jobs of older versions. */
  readonly packageCodes?: ReadonlyArray<PackageCode>;
  /** The trace that it was posted in; goes with each of its payouts to the bank. */
  readonly traceparent?: Traceparent;
  /** The key that it and each of its payouts came by. */
  readonly via?: Via;
}

/** Whether intake has still to decide on rows of the job. */
export const isUndecided = (job: Pick<Job, 'status'> | undefined): boolean =>
  job?.status === 'queued' || job?.status === 'processing';

/** Names a job. */
export type JobKey = Pick<Job, 'tenant' | 'jobId'>;

/** The job that work is about. */
export const jobOfWork = (work: { readonly tenant: Tenant; readonly subject: string }): JobKey => ({
  tenant: work.tenant,
  jobId: work.subject as JobId,
});
