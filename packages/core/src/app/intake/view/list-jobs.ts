import type * as t from 'io-ts';
import { ActorNotFound } from '../../../model/access/access-errors.js';
import { ActorCursorInput } from '../../../model/access/actor-input.js';
import { about } from '../../../kernel/codecs/documented.js';
import { optional } from '../../../kernel/codecs/parameter.js';
import { record } from '../../../kernel/codecs/record.js';
import { filteredPage } from '../../../kernel/flow/filtered-page.js';
import { E } from '../../../kernel/fp.js';
import { token } from '../../../kernel/token.js';
import type { ListUseCase } from '../../../kernel/use-case/use-case.js';
import { cursors, type CursorPage, type InvalidCursor } from '../../../kernel/values/cursor.js';
import { PackageCode, type JobId } from '../../../kernel/values/ids.js';
import { NotAPayoutViewer } from '../../../model/payout/payout-errors.js';
import { maySeePayouts, packagesSeenBy } from '../../../model/payout/seen-by.js';
import { sealedList } from '../../../storage/sealed-list.js';
import { JobStatus, type Job } from '../../../model/intake/job/job.js';
import { isJobShown, seesWholeJob } from './job-shown.js';
import { jobSummary, type JobSummary } from './job-summary.js';

/** The query parameters that narrow the list of jobs. */
export const JobsQuery = {
  state: optional(about(JobStatus, 'Only jobs with this status.')),
  packageCode: optional(about(PackageCode, 'Only jobs with payments of this package.')),
};

const ListJobsInput = record('ListJobsInput', ActorCursorInput.required, {
  status: JobStatus,
  packageCode: PackageCode,
  ...ActorCursorInput.optional,
});
type ListJobsInput = t.TypeOf<typeof ListJobsInput>;

type ListJobsError = ActorNotFound | NotAPayoutViewer | InvalidCursor;

/**
 * Lists the jobs that a person may look at, newest first: what they initiated, and those with a package that their roles
 * reach. A holder of `operations.view` sees all. Where few jobs meet the filters a page may hold fewer than its limit,
 * or none, and still have a cursor to go on from. A job that does not say which packages it pays by is in no list of one
 * package.
 */
export type ListJobs = ListUseCase<ListJobsInput, ListJobsError, CursorPage<JobSummary>>;
export const ListJobs = token<ListJobs>('ListJobs');

export const makeListJobs = sealedList(ListJobs, {
  input: ListJobsInput,
  cursors: (seal, tenant, { actorUserId: userId, ...asked }) =>
    cursors<JobId>(seal, tenant, 'jobs', { ...asked, userId }),
  page: async (stores, tenant, { actorUserId, ...asked }, { after, limit }) => {
    const [actor] = await stores.tenancy.actors(tenant, [actorUserId]);
    if (actor === undefined) return E.left(ActorNotFound(actorUserId));
    if (!maySeePayouts(actor)) return E.left(NotAPayoutViewer(actorUserId));
    const { items, next } = await filteredPage<Job, JobId>(
      {
        read: (before, count) => stores.jobs.newest(tenant, before, count),
        placeOf: ({ jobId }) => jobId,
        keep: async (jobs) => {
          const shown: Job[] = [];
          for (const job of jobs.filter(meets(asked)))
            if (await isJobShown(stores, actor, job)) shown.push(job);
          return shown;
        },
      },
      after,
      limit,
    );
    const seen = packagesSeenBy(actor);
    const summaries = items.map((job) =>
      jobSummary(job, (code) => seesWholeJob(actor, job) || seen.has(code)),
    );
    return E.right({ items: summaries, next });
  },
});

const meets =
  ({ status, packageCode }: Pick<ListJobsInput, 'status' | 'packageCode'>) =>
  (job: Job): boolean =>
    (status === undefined || job.status === status) &&
    (packageCode === undefined || job.packageCodes?.includes(packageCode) === true);
