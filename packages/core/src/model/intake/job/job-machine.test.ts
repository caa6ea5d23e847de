import test from 'ava';
import fc from 'fast-check';
import { E } from '../../../kernel/fp.js';
import { aJob, NOW } from '../../../samples.test.data.js';
import { stepJob, type JobCommand } from './job-machine.js';

const complete = (accepted: number, at = NOW + 1): JobCommand => ({
  type: 'complete',
  accepted,
  at,
});

for (const [accepted, status] of [
  [3, 'completed_success'],
  [2, 'completed_partial'],
  [1, 'completed_partial'],
  [0, 'completed_rejected'],
] as const) {
  test(`a job of three rows, ${String(accepted)} of them accepted, ends as ${status}`, (t) => {
    t.like(stepJob(aJob('processing'), complete(accepted)), {
      right: { status, sequence: 2, completedAt: NOW + 1 },
    });
  });
}

test('a queued job starts, and one that was started before starts again without a change', (t) => {
  const running = aJob('processing');

  t.like(stepJob(aJob('queued'), { type: 'start', at: NOW }), {
    right: { status: 'processing', sequence: 2 },
  });
  t.deepEqual(stepJob(running, { type: 'start', at: NOW }), E.right(running));
});

test('a job that never started does not complete', (t) => {
  t.deepEqual(
    stepJob(aJob('queued'), complete(3)),
    E.left({ _tag: 'WrongJobStatus', status: 'queued' }),
  );
});

test('a job that intake gives up has failed, started or not', (t) => {
  for (const status of ['queued', 'processing'] as const) {
    t.like(stepJob(aJob(status), { type: 'give_up', at: NOW }), {
      right: { status: 'failed_system', completedAt: NOW },
    });
  }
});

test('a job that is cancelled has ended, started or not', (t) => {
  for (const status of ['queued', 'processing'] as const) {
    t.like(stepJob(aJob(status), { type: 'cancel', at: NOW + 1 }), {
      right: { status: 'cancelled', sequence: 2, completedAt: NOW + 1 },
    });
  }
});

test('a job ends no earlier than it was requested, even if the clock went back', (t) => {
  t.like(stepJob(aJob('processing'), complete(3, NOW - 1)), { right: { completedAt: NOW } });
});

const ENDS = [
  'completed_success',
  'completed_partial',
  'completed_rejected',
  'failed_system',
  'cancelled',
] as const;
const command: fc.Arbitrary<JobCommand> = fc.oneof(
  fc.constant<JobCommand>({ type: 'start', at: NOW }),
  fc.nat({ max: 3 }).map((accepted) => complete(accepted)),
  fc.constant<JobCommand>({ type: 'give_up', at: NOW }),
  fc.constant<JobCommand>({ type: 'cancel', at: NOW }),
);

test('an ended job stays what it is', (t) => {
  fc.assert(
    fc.property(fc.constantFrom(...ENDS), command, (status, one) => {
      t.deepEqual(stepJob(aJob(status), one), E.left({ _tag: 'WrongJobStatus', status }));
    }),
  );
});

test('any sequence of commands moves a job only forwards, and counts its changes', (t) => {
  const RANK: Readonly<Record<string, number>> = { queued: 0, processing: 1 };
  fc.assert(
    fc.property(fc.array(command), (commands) => {
      let job = aJob('queued');
      for (const one of commands) {
        const next = stepJob(job, one);
        if (E.isLeft(next) || next.right === job) continue;
        t.true((RANK[next.right.status] ?? 2) > (RANK[job.status] ?? 2));
        t.is(next.right.sequence, job.sequence + 1);
        t.is(next.right.completedAt !== undefined, RANK[next.right.status] === undefined);
        job = next.right;
      }
    }),
  );
  t.pass();
});
