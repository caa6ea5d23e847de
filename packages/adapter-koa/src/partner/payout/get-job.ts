import { JobId } from '@hundi/core';
import { JobStatusRecord } from '@hundi/core/wire';
import { jobStatus } from '../../examples/payments.js';
import { pageQuery } from '../../http/page-query.js';
import { pathId } from '../../http/path-id.js';
import { route } from '../../route/route.js';

export const getJob = route({
  method: 'GET',
  path: '/v1/partner/payments/jobs/{jobId}',
  scope: 'payments:read',
  about: {
    operationId: 'getJob',
    section: '4.7',
    tag: 'Payments',
    summary: 'Get a job',
    description:
      'Tracks a job; poll it after the 202. records[] keeps the order of the request, so items do not move between pages. A page of more than 100 records counts as a read for each 25 of them, and a key reads two such pages at a time.',
  },
  params: { jobId: pathId(JobId) },
  query: pageQuery(100, 1_000),
  headers: {},
  refusals: ['JobNotFound', 'JobArchived'],
  success: { status: 200, body: JobStatusRecord, example: jobStatus },
  run: (engine, { caller, params, query }) => engine.getJob(caller.tenant, { ...params, ...query }),
  reply: (body) => ({ body }),
});
