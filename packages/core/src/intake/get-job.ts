import { E } from '../fp.js';
import type { JobId } from '../kernel/ids.js';
import type { PageRequest } from '../kernel/page.js';
import type { Tenant } from '../kernel/tenant.js';
import type { Storage } from '../ports/storage.js';
import { token } from '../wiring/token.js';
import { JobNotFound } from './intake-errors.js';
import type { JobStatusRecord } from './job-status-record.js';
import { jobStatus } from './job-view.js';

/** Reads where a job is, with one page of its rows (§4.7). */
export type GetJob = (
  tenant: Tenant,
  jobId: JobId,
  page: PageRequest,
) => Promise<E.Either<JobNotFound, JobStatusRecord>>;
export const GetJob = token<GetJob>('GetJob');

export const makeGetJob =
  (storage: Storage): GetJob =>
  (tenant, jobId, page) =>
    storage.read(async ({ jobs, payouts }) => {
      const job = await jobs.find(tenant, jobId);
      if (job === undefined) return E.left(JobNotFound());
      const tallies = await payouts.tally(tenant, [jobId]);
      const rows = await payouts.ofJob(tenant, jobId, (page.page - 1) * page.limit, page.limit);
      return E.right(jobStatus(job, tallies, page, rows));
    });
