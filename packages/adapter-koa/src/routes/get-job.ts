import { JobId } from '@hundi/core';
import { pageQuery } from '../http/page-query.js';
import { pathId } from '../http/path-id.js';
import { route } from '../route.js';

/** §4.7 */
export const getJob = route({
  method: 'GET',
  path: '/v1/partner/payments/jobs/{jobId}',
  scope: 'payments:read',
  params: { jobId: pathId(JobId) },
  query: pageQuery(100, 1_000),
  headers: {},
  run: (engine, { caller, params, query }) => engine.getJob(caller.tenant, params.jobId, query),
  reply: (body) => ({ status: 200, body }),
});
