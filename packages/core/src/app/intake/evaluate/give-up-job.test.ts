import test from 'ava';
import { E } from '../../../kernel/fp.js';
import { NOTHING_RESOLVED } from '../../doubt/doubt.js';
import { aJob, JOB_ID, NOW, TENANT } from '../../../samples.test.data.js';
import type { Job } from '../../../model/intake/job/job.js';
import { giveUpJob } from './give-up-job.js';

const work = { subject: JOB_ID, tenant: TENANT, token: 1 } as never;

const decide = (job: Job | undefined) =>
  giveUpJob.decide(job, { work, reason: 'ProcessDied' }, NOW + 1, NOTHING_RESOLVED);

test('a job that is given up ends with its undecided rows, and an incident says why', (t) => {
  const job = aJob('processing');

  t.like(decide(job), {
    right: {
      jobs: [{ before: job, after: { status: 'failed_system', completedAt: NOW + 1 } }],
      rows: { job, undecided: { code: 'internal_error' } },
      handled: { later: [{ subject: JOB_ID, duty: 'arm-expiry' }] },
      incidents: [{ kind: 'intake_failed', subjectId: JOB_ID, detail: 'ProcessDied' }],
    },
  });
});

test('a job that has ended meanwhile, or whose claim is lost, stays as it is', (t) => {
  t.deepEqual(decide(aJob('cancelled')), E.right(undefined));
  t.deepEqual(decide(undefined), E.right(undefined));
});
