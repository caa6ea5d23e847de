import type * as t from 'io-ts';
import { E } from '../../../kernel/fp.js';
import { record } from '../../../kernel/codecs/record.js';
import type { UseCase } from '../../../kernel/use-case/use-case.js';
import { JobId, UserId } from '../../../kernel/values/ids.js';
import { PageRequest } from '../../../kernel/values/page.js';
import { maySeePayouts, seenBy } from '../../../model/payout/seen-by.js';
import { look } from '../../../storage/look.js';
import { token } from '../../../kernel/token.js';
import { JobArchived, JobNotFound } from '../../../model/intake/job/intake-errors.js';
import { isJobShown, seesTallied, seesWholeJob } from './job-shown.js';
import type { ShownJob } from './job-status-record.js';
import { amountsOf, jobStatus } from './job-view.js';

const GetJobInput = record(
  'GetJobInput',
  { jobId: JobId, ...PageRequest.required },
  { actorUserId: UserId },
);
type GetJobInput = t.TypeOf<typeof GetJobInput>;

type GetJobError = JobNotFound | JobArchived;

/**
 * Reads where a job is, with one page of its rows (§4.7). For a person (`actorUserId`), a job that is not shown to them
 * is absent, and so are the rows that their roles do not reach, unless they initiated it; its counts are of all rows, and its amounts are there where they see all rows.
 */
export type GetJob = UseCase<GetJobInput, GetJobError, ShownJob>;
export const GetJob = token<GetJob>('GetJob');

export const makeGetJob = look(
  GetJob,
  GetJobInput,
  async (stores, tenant, { jobId, page, limit, actorUserId }) => {
    const { tenancy, jobs, payouts, archives } = stores;
    const [actor] = actorUserId === undefined ? [] : await tenancy.actors(tenant, [actorUserId]);
    if (actorUserId !== undefined && actor === undefined) return E.left(JobNotFound());
    const job = await jobs.find(tenant, jobId);
    if (job === undefined) {
      // Whose an archived job was is not known any more.
      const mayLook = actor === undefined || maySeePayouts(actor);
      const file = mayLook ? await archives.find(tenant, jobId) : undefined;
      return E.left(file === undefined ? JobNotFound() : JobArchived(file));
    }
    if (actor !== undefined && !(await isJobShown(stores, actor, job)))
      return E.left(JobNotFound());
    const tallies = await payouts.tally(tenant, [jobId]);
    const rows = await payouts.ofJob(tenant, jobId, (page - 1) * limit, limit);
    const shown =
      actor === undefined || seesWholeJob(actor, job) ? rows : rows.filter(seenBy(actor));
    return E.right({
      ...jobStatus(job, tallies, { page, limit }, shown),
      ...(actor !== undefined &&
        seesTallied(actor, job, tallies) && { amounts: amountsOf(tallies) }),
    });
  },
);
