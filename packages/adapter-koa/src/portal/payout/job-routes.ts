import { JobId } from '@hundi/core';
import { JobsQuery, JobSummary, ShownJob } from '@hundi/core/wire';
import { jobs, shownJob } from '../../examples/portal.js';
import { cursorAnswer, cursorPageOf } from '../../http/list-answer.js';
import { cursorQuery, pageQuery } from '../../http/page-query.js';
import { pathId } from '../../http/path-id.js';
import { portalRoute } from '../../route/route.js';

export const listJobs = portalRoute({
  method: 'GET',
  path: '/portal/v1/jobs',
  about: {
    operationId: 'listJobs',
    tag: 'Payments',
    summary: 'List jobs',
    description:
      'Lists the jobs that you initiated and those with payments of the packages that your roles permit you to see, newest first; users with `operations.view` see all of the corporate. If few jobs match, a page can hold fewer items than its limit, or none, while hasMore is true: continue with nextCursor.',
  },
  params: {},
  query: { ...JobsQuery, ...cursorQuery(50, 100) },
  headers: {},
  refusals: ['ActorNotFound', 'NotAPayoutViewer', 'InvalidCursor'],
  success: { status: 200, body: cursorAnswer('JobPage', JobSummary), example: jobs },
  run: (engine, { caller, query: { limit, after, state, packageCode } }) =>
    engine.listJobs(caller.tenant, {
      actorUserId: caller.userId,
      limit,
      ...(after !== undefined && { after }),
      ...(state !== undefined && { status: state }),
      ...(packageCode !== undefined && { packageCode }),
    }),
  reply: cursorPageOf,
});

export const getJob = portalRoute({
  method: 'GET',
  path: '/portal/v1/jobs/{jobId}',
  about: {
    operationId: 'getJob',
    tag: 'Payments',
    summary: 'Get a job',
    description:
      'Returns where a job is, with a page of its records in the order of the request. Of a job that you did not initiate, records of payments that your roles do not permit you to see are left out, so a page can hold fewer than its limit; counts and pagination are of all of them. If you see all of them, amounts says what they are together.',
  },
  params: { jobId: pathId(JobId) },
  query: pageQuery(100, 1_000),
  headers: {},
  refusals: ['JobNotFound', 'JobArchived'],
  success: { status: 200, body: ShownJob, example: shownJob },
  run: (engine, { caller, params, query }) =>
    engine.getJob(caller.tenant, { ...params, ...query, actorUserId: caller.userId }),
  reply: (body) => ({ body }),
});
