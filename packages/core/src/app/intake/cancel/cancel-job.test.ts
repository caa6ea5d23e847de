import test from 'ava';
import { E } from '../../../kernel/fp.js';
import { enter } from '../../../model/payout/payout-machine.js';
import { NOTHING_RESOLVED } from '../../doubt/doubt.js';
import { accepted, aJob, JOB_ID, NOW } from '../../../samples.test.data.js';
import type { Job } from '../../../model/intake/job/job.js';
import { cancelJob } from './cancel-job.js';

const OPERATOR = { kind: 'operator', name: 'operator Asha', mayCancelAny: true } as const;

const decide = (job: Job, left: { readonly isLeft?: boolean; readonly isAgain?: boolean } = {}) =>
  cancelJob.decide(
    { canceller: OPERATOR, job, isLeft: false, isAgain: false, ...left },
    {} as never,
    NOW + 1,
    NOTHING_RESOLVED,
  );

for (const status of ['queued', 'processing'] as const)
  test(`a ${status} job becomes cancelled with all its rows, and is taken from its worker`, (t) => {
    const job = aJob(status);
    t.like(decide(job, { isLeft: true }), {
      right: {
        by: { actor: 'operator Asha' },
        work: [{ subject: JOB_ID, duty: 'arm-expiry' }],
        jobs: [{ before: job, after: { status: 'cancelled', sequence: 2, completedAt: NOW + 1 } }],
        rows: { job, undecided: { code: 'job_cancelled' } },
      },
    });
  });

test('a job that intake has finished keeps its status; of its payouts those end that are still to be sent', (t) => {
  const decided = decide(aJob('completed_partial'), { isLeft: true });
  const changes = E.isRight(decided) ? decided.right : undefined;
  t.is(changes?.jobs, undefined);
  const rows = changes?.rows;
  if (rows === undefined || !('accepted' in rows)) return t.fail();
  t.true(E.isRight(rows.accepted(accepted(enter([], NOW).next))));
  return t.true(E.isLeft(rows.accepted(accepted({ status: 'sent_to_bank', sequence: 3 }))));
});

test('a job of which nothing is left is refused with its status', (t) => {
  t.like(decide(aJob('cancelled')), { left: { _tag: 'WrongJobStatus', status: 'cancelled' } });
});

test('software that cancels a job again changes nothing', (t) => {
  t.deepEqual(decide(aJob('cancelled'), { isAgain: true }), E.right(undefined));
});
