import test from 'ava';
import { JOB_ID, NOW, TENANT } from '../../../samples.test.data.js';
import { jobEntry } from './job-entry.js';
import type { Job } from './job.js';

const JOB: Job = {
  jobId: JOB_ID,
  tenant: TENANT,
  apiRefNumber: 'March vendors',
  initiatedByUserId: 'u-maker' as Job['initiatedByUserId'],
  requestedAt: NOW,
  total: 4,
  status: 'queued',
  sequence: 1,
};

test('the first entry of a job has its size and no previous state', (t) => {
  const entry = jobEntry(undefined, JOB, NOW, 'u-maker');

  t.deepEqual(entry.changes, { total: 4, apiRefNumber: 'March vendors' });
  t.false('from' in entry);
});

test('the last entry says when the job ended', (t) => {
  const running: Job = { ...JOB, status: 'processing', sequence: 2 };
  const ended: Job = { ...JOB, status: 'completed_success', sequence: 3, completedAt: NOW + 9 };

  t.like(jobEntry(running, ended, NOW + 10, 'intake'), {
    subjectKind: 'job',
    subjectId: JOB_ID,
    sequence: 3,
    from: 'processing',
    to: 'completed_success',
    at: NOW + 10,
    changes: { completedAt: NOW + 9 },
  });
});
