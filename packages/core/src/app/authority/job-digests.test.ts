import test from 'ava';
import { accepted, aJob, anOrder, NOW, someTerms } from '../../samples.test.data.js';
import { leavesText, payoutDigest } from './approval-digest.js';
import { digesting, makeJobDigests, reachedOf } from './job-digests.js';

const payout = (index: number, packageCode: string, debitAccountId: string) => ({
  ...accepted({} as never, anOrder(index, { packageCode, amount: 100 * (index + 1) })),
  terms: someTerms({ debitAccountId }),
});

const PAYOUTS = [
  payout(0, 'VENDOR', 'da-1'),
  payout(1, 'SALARY', 'da-1'),
  payout(2, 'VENDOR', 'da-2'),
  payout(3, 'VENDOR', 'da-1'),
];

const digested = () => {
  const { add, digested } = digesting();
  for (const one of PAYOUTS) add(one);
  return digested();
};

test('of digested payouts, a person signs those that their roles reach, in the order of their ids', (t) => {
  const reaches = [
    () => true,
    ({ order }: { order: { packageCode: string } }) => order.packageCode === 'VENDOR',
    ({ terms }: { terms: { debitAccountId: string } }) => terms.debitAccountId === 'da-2',
    () => false,
  ];
  for (const reach of reaches) {
    const reached = PAYOUTS.filter(reach);
    const leaves = reached.map((one) => [one.order.transactionId, payoutDigest(one)] as const);
    const sum = reached.reduce((all, { order }) => all + order.amount, 0);
    t.deepEqual(reachedOf(digested(), reach), { text: leavesText(new Map(leaves)), sum });
  }
});

test('a job that a restored database takes in once more is digested again', (t) => {
  const digests = makeJobDigests({});
  const job = { ...aJob('completed_success', 4), completedAt: NOW };
  digests.keep(job, digested());

  t.deepEqual(digests.of(job), digested());
  t.is(digests.of({ ...job, completedAt: NOW + 1 }), undefined);
});
