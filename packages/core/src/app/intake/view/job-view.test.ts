import test from 'ava';
import fc from 'fast-check';
import type { Payout } from '../../../model/payout/payout.js';
import { PayoutStatus } from '../../../model/payout/payout.js';
import { turnAway } from '../../../model/payout/payout-machine.js';
import type { PayoutTally } from '../../../storage/payout-store.js';
import { rowId } from '../../../kernel/values/uuid.js';
import { accepted, anOrder, aRow, JOB_ID, NOW, TENANT } from '../../../samples.test.data.js';
import { acceptedBatch, amountsOf, countsOf, jobStatus } from './job-view.js';
import type { Job } from '../../../model/intake/job/job.js';
import { transactionObject } from '../../../model/payout/payout-view.js';

const JOB: Job = {
  jobId: JOB_ID,
  tenant: TENANT,
  apiRefNumber: 'March vendors',
  initiatedByUserId: 'u-maker' as Job['initiatedByUserId'],
  requestedAt: NOW,
  total: 4,
  status: 'processing',
  sequence: 2,
};
const STATUSES = Object.keys(PayoutStatus.keys) as PayoutStatus[];

const tally = fc.oneof(
  fc.record({
    jobId: fc.constant(JOB_ID),
    intake: fc.constant('accepted' as const),
    status: fc.constantFrom(...STATUSES),
    count: fc.nat({ max: 50 }),
  }),
  fc.record({
    jobId: fc.constant(JOB_ID),
    intake: fc.constantFrom('rejected' as const, 'cancelled' as const, 'undecided' as const),
    count: fc.nat({ max: 50 }),
  }),
);

test('the counts of created payouts are a partition of them', (t) => {
  fc.assert(
    fc.property(
      fc.array(tally),
      (tallies: ReadonlyArray<Pick<PayoutTally, 'intake' | 'status' | 'count'>>) => {
        const sum = (intake: string) =>
          tallies.reduce((all, one) => (one.intake === intake ? all + one.count : all), 0);
        const total = tallies.reduce((all, { count }) => all + count, 0);
        const counts = countsOf(total, tallies);
        t.is(counts.total, total);
        t.is(counts.created, sum('accepted'));
        t.is(counts.rejected, sum('rejected'));
        t.is(
          counts['pending-approval'] + counts.approved + counts.paid + counts.failed,
          counts.created,
        );
        t.is(total, counts.created + counts.rejected + sum('cancelled') + sum('undecided'));
      },
    ),
  );
});

for (const [status, counter] of [
  ['pending_approval', 'pending-approval'],
  ['partially_approved', 'pending-approval'],
  ['approved', 'approved'],
  ['scheduled', 'approved'],
  ['sent_to_bank', 'approved'],
  ['paid', 'paid'],
  ['failed', 'failed'],
  ['rejected', 'failed'],
  ['cancelled', 'failed'],
] as const) {
  test(`a payout that is ${status} is counted as ${counter}`, (t) => {
    const counts = countsOf(1, [{ intake: 'accepted', status, count: 1 }]);

    t.deepEqual(counts, {
      total: 1,
      created: 1,
      rejected: 0,
      'pending-approval': 0,
      approved: 0,
      paid: 0,
      failed: 0,
      [counter]: 1,
    });
  });
}

const ROWS: ReadonlyArray<Payout> = [
  aRow(0),
  accepted({ status: 'paid', sequence: 4 }, anOrder(1)),
  {
    intake: 'rejected',
    order: anOrder(2),
    rejection: {
      code: 'package_group_failed',
      message: 'Another payment was rejected.',
      causedBy: rowId(JOB_ID, 3),
    },
    progress: turnAway('rejected'),
  },
  {
    intake: 'cancelled',
    order: anOrder(3),
    rejection: { code: 'job_cancelled', message: '' },
    progress: turnAway('cancelled'),
  },
];

test('a record has outcome, rejection and the status of its payout', (t) => {
  const { records } = jobStatus(JOB, [], { page: 1, limit: 100 }, ROWS);

  t.deepEqual(
    records.map(({ index, outcome, rejectionCode, routingState }) => [
      index,
      outcome,
      rejectionCode,
      routingState,
    ]),
    [
      [0, 'processing', null, 'processing'],
      [1, 'accepted', null, 'paid'],
      [2, 'rejected', 'package_group_failed', 'rejected'],
      [3, 'cancelled', 'job_cancelled', 'cancelled'],
    ],
  );
  t.is(records[2]?.causedBy, rowId(JOB_ID, 3));
});

test('the record of a rejected row has nextAction, as its transaction does', (t) => {
  const { records } = jobStatus(JOB, [], { page: 1, limit: 100 }, ROWS);

  t.deepEqual(
    records.map(({ retryable, nextAction }) => [retryable, nextAction]),
    [
      [undefined, undefined],
      [undefined, undefined],
      [false, 'none'],
      [true, 'none'],
    ],
  );
  for (const [i, row] of ROWS.entries()) {
    const { statusDetails } = transactionObject(row);
    if (row.intake === 'accepted' || statusDetails === undefined) continue;
    const { retryable, nextAction } = statusDetails;
    t.like(records[i], { retryable, nextAction });
  }
});

test('rows of a job that has not started are queued', (t) => {
  const { records } = jobStatus({ ...JOB, status: 'queued' }, [], { page: 1, limit: 100 }, ROWS);

  t.is(records[0]?.outcome, 'queued');
});

test('a job has its page, its request and, once it has ended, its end', (t) => {
  const page = { page: 2, limit: 50 };
  const running = jobStatus(JOB, [], page, []);
  const ended = jobStatus({ ...JOB, completedAt: NOW }, [], page, []);

  t.deepEqual(running.pagination, { page: 2, limit: 50, total: 4 });
  t.is(running.requestedAt, '2026-03-02T04:30:00.000Z');
  t.false('completedAt' in running);
  t.is(ended.completedAt, '2026-03-02T04:30:00.000Z');
});

test('the answer to a batch says queued, in every later state of the job', (t) => {
  const transactions = [{ transactionId: rowId(JOB_ID, 0), transactionReference: 'INV-0' }];

  t.like(acceptedBatch(JOB, transactions), {
    jobId: JOB_ID,
    status: 'queued',
    apiRefNumber: 'March vendors',
    requestedAt: '2026-03-02T04:30:00.000Z',
    transactions,
  });
});

test('amounts are summed as counts are, and the total is of all rows', (t) => {
  const of = (intake: PayoutTally['intake'], amount: bigint, status?: PayoutTally['status']) =>
    ({ intake, amount, count: 1, ...(status !== undefined && { status }) }) as PayoutTally;
  t.deepEqual(
    amountsOf([
      of('accepted', 5n, 'paid'),
      of('accepted', 7n, 'paid'),
      of('accepted', 11n, 'scheduled'),
      of('rejected', 13n, 'rejected'),
      of('undecided', 17n),
    ]),
    {
      total: 53,
      created: 23,
      rejected: 13,
      'pending-approval': 0,
      approved: 11,
      paid: 12,
      failed: 0,
    },
  );
});
