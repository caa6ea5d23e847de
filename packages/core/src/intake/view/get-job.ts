import type * as t from 'io-ts';
import { E } from '../../kernel/fp.js';
import { record } from '../../kernel/codecs/record.js';
import { useCase, type UseCase } from '../../kernel/use-case/use-case.js';
import { JobId } from '../../kernel/values/ids.js';
import { PageRequest } from '../../kernel/values/page.js';
import type { Storage } from '../../storage/storage.js';
import { token } from '../../kernel/token.js';
import { JobArchived, JobNotFound } from '../job/intake-errors.js';
import type { JobStatusRecord } from './job-status-record.js';
import { jobStatus } from './job-view.js';

const GetJobInput = record('GetJobInput', { jobId: JobId, ...PageRequest.required }, {});
type GetJobInput = t.TypeOf<typeof GetJobInput>;

/** Reads where a job is, with one page of its rows (§4.7). */
export type GetJob = UseCase<GetJobInput, JobNotFound | JobArchived, JobStatusRecord>;
export const GetJob = token<GetJob>('GetJob');

export const makeGetJob = (storage: Storage): GetJob =>
  useCase(GetJobInput, (tenant, { jobId, page, limit }) =>
    storage.read<E.Either<JobNotFound | JobArchived, JobStatusRecord>>(async (stores) => {
      const { jobs, payouts, archives } = stores;
      const job = await jobs.find(tenant, jobId);
      if (job === undefined) {
        const file = await archives.find(tenant, jobId);
        return E.left(file === undefined ? JobNotFound() : JobArchived(file));
      }
      const tallies = await payouts.tally(tenant, [jobId]);
      const rows = await payouts.ofJob(tenant, jobId, (page - 1) * limit, limit);
      return E.right(jobStatus(job, tallies, { page, limit }, rows));
    }),
  );
