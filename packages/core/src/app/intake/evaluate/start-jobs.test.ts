import test from 'ava';
import type { JobId } from '../../../kernel/values/ids.js';
import { aJob, NOW, TENANT } from '../../../samples.test.data.js';
import type { Work } from '../../../storage/work-store.js';
import type { Job, JobStatus } from '../../../model/intake/job/job.js';
import { starting } from './start-jobs.js';

const jobOf = (name: string, status: JobStatus, total = 3): Job => ({
  ...aJob(status, total),
  jobId: name as JobId,
});
const workOn = (subject: string): Work => ({
  duty: 'retry-jobs',
  subject,
  tenant: TENANT,
  runAt: NOW + 25_000,
  attempts: 1,
  failures: 0,
  token: 1,
});

test('a queued job is started, and one that a dead worker had started goes on without a step', (t) => {
  const jobs = [jobOf('new', 'queued'), jobOf('again', 'processing')];
  const { found, changes } = starting(['new', 'again'].map(workOn), jobs, NOW, Infinity);

  t.deepEqual(
    found.map(({ subject, job }) => [subject, job.status]),
    [
      ['new', 'processing'],
      ['again', 'processing'],
    ],
  );
  t.like(changes.jobs, [{ after: { jobId: 'new', sequence: 2 } }]);
  t.is(changes.jobs?.length, 1);
});

test('a job that has ended is left to what follows, and work without a job is over', (t) => {
  const jobs = [jobOf('ended', 'cancelled')];
  const { found, changes } = starting(['ended', 'gone'].map(workOn), jobs, NOW, Infinity);

  t.deepEqual(found, []);
  t.like(changes.handled, {
    later: [{ subject: 'ended', duty: 'arm-expiry' }],
    over: [{ subject: 'gone' }],
  });
});

test('jobs beyond so many payments are given back as they were', (t) => {
  const jobs = [jobOf('first', 'queued', 3), jobOf('second', 'queued', 3)];
  const { found, changes } = starting(['first', 'second'].map(workOn), jobs, NOW, 5);

  t.deepEqual(
    found.map(({ subject }) => subject),
    ['first'],
  );
  t.like(changes.handled?.givenBack, [{ subject: 'second', duty: 'process-jobs', runAt: NOW }]);
});
