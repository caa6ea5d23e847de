import { E } from '../../kernel/fp.js';
import type { JobId } from '../../kernel/values/ids.js';
import type { PageRequest } from '../../kernel/values/page.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { Storage } from '../../storage/storage.js';
import { token } from '../../kernel/token.js';
import { JobNotFound } from '../job/intake-errors.js';
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
