import assert from 'node:assert/strict';
import { rowId } from '@hundi/core';
import {
  meetsReport,
  type Job,
  type Payout,
  type PayoutOrder,
  type Storage,
} from '@hundi/core/storage';
import { aBeneficiaryId, aJobId, aTransactionId, EPOCH } from '../../kit/build/ids.js';
import { aJob, anOrder, cancels, changeTo, turnsAway } from '../../kit/build/payout.js';
import { commit } from '../../kit/build/commit.js';
import { acme, sortedBy, type ContractCase } from '../contract-case.js';
import { acceptedWith, aFilter, shown, type FilterInput } from './report-stock.js';

/** Draws the same in every run. A linear congruential generator is random enough for data. */
const dice = (seed: number) => {
  let state = seed;
  const below = (n: number): number => {
    state = (state * 69_069 + 1) % 2 ** 32;
    return Math.floor((state / 2 ** 32) * n);
  };
  return {
    below,
    chance: (percent: number): boolean => below(100) < percent,
    of: <A>(...items: readonly [A, ...ReadonlyArray<A>]): A => items[below(items.length)] as A,
  };
};
type Dice = ReturnType<typeof dice>;

const JOBS = 40;
const SOME_JOB = aJobId(7);

const anyOrder = ({ below, chance, of }: Dice, job: Job | undefined, n: number): PayoutOrder =>
  anOrder(acme, n, {
    ...(job !== undefined && {
      transactionId: rowId(job.jobId, n),
      jobId: job.jobId,
      apiRefNumber: job.apiRefNumber,
    }),
    createdAt: job?.requestedAt ?? EPOCH + n,
    ...(job === undefined && { transactionId: aTransactionId(n) }),
    reference: `${of('INV', 'inv', 'PO', 'I_%')}-${String(below(30))}-${String(job?.requestedAt ?? 0)}-${String(n)}`,
    beneficiaryId: aBeneficiaryId(below(5)),
    packageCode: of('VENDOR', 'SALARY', 'OTHER'),
    amount: of(100, 200, 300, 100 + below(300)),
    source: job === undefined ? 'payout_checkout' : 'partner_api',
    ...(chance(50) && { paymentMethodCode: of('NEFT', 'IMPS') }),
  });

const turnsAwayFrom = (debitAccountId: string) => (order: PayoutOrder) =>
  turnsAway(order, { debitAccountId });

/** Payouts with and without a job, in every state, some of them indexed. */
const plant = async (storage: Storage, draw: Dice): Promise<ReadonlyArray<Payout>> => {
  const { below, chance, of } = draw;
  const jobs = Array.from({ length: JOBS }, (_, i) =>
    aJob(acme, i, {
      total: 1 + below(6),
      requestedAt: EPOCH + i,
      apiRefNumber: of('March', 'INV-1', 'RUN'),
    }),
  );
  const orders = [
    ...jobs.flatMap((job) => Array.from({ length: job.total }, (_, n) => anyOrder(draw, job, n))),
    ...Array.from({ length: 10 }, (_, n) => anyOrder(draw, undefined, n * 3)),
  ];
  await commit(storage, async (stores) => {
    await stores.jobs.add(jobs);
    await stores.payouts.add(orders);
  });
  const decisions = orders
    .filter(() => chance(80))
    .map((order) =>
      chance(70)
        ? acceptedWith(order, {
            debitAccountId: of('debit-1', 'debit-2'),
            paymentMethod: of('NEFT', 'IMPS'),
          })
        : of(turnsAwayFrom('debit-1'), turnsAwayFrom('debit-2'), turnsAway, cancels)(order),
    );
  await commit(storage, async ({ payouts }) => {
    await payouts.decide(acme, decisions);
    await payouts.advance(
      acme,
      decisions
        .filter(({ outcome }) => outcome === 'accepted' && chance(50))
        .map((one) => changeTo(one, of('approved', 'paid', 'failed', 'rejected'))),
    );
    await payouts.index(
      acme,
      jobs.filter(() => chance(60)).map(({ jobId }) => jobId),
    );
  });
  const stored = await storage.read(({ payouts }) =>
    payouts.findMany(
      acme,
      orders.map(({ transactionId }) => transactionId),
    ),
  );
  return sortedBy(({ order }) => order.transactionId, stored).toReversed();
};

const anySearch = ({ below, chance, of }: Dice): NonNullable<FilterInput['search']> => ({
  beneficiaryIds: Array.from({ length: below(3) }, () => aBeneficiaryId(below(7))),
  ...(chance(30) && { amount: of(100, 200, 399) }),
  prefix: of(
    'INV',
    'INV-1',
    'inv-2',
    'P',
    'I_',
    'I%',
    'March',
    SOME_JOB,
    SOME_JOB.slice(0, 14),
    'x',
  ),
});

const anyFilter = (draw: Dice): FilterInput => {
  const { below, chance, of } = draw;
  return {
    ...(chance(50) && { packageCodes: of(['VENDOR'], ['SALARY', 'VENDOR'], []) }),
    ...(chance(50) && { debitAccountIds: of(['debit-1'], ['debit-2', 'debit-1'], []) }),
    ...(chance(15) && { debitAccountId: of('debit-1', 'debit-2') }),
    ...(chance(5) && { transactionId: rowId(aJobId(below(JOBS)), 0) }),
    ...(chance(30) && { createdFrom: EPOCH + below(JOBS) }),
    ...(chance(30) && { createdBefore: EPOCH + below(JOBS) }),
    ...(chance(25) && {
      status: of('queued', 'pending_approval', 'approved', 'paid', 'failed', 'rejected'),
    }),
    ...(chance(25) && { paymentMethods: of(['NEFT'], ['IMPS', 'NEFT']) }),
    ...(chance(15) && { source: of('partner_api', 'payout_checkout', 'file_upload') }),
    ...(chance(25) && { amountFrom: 100 + below(300) }),
    ...(chance(25) && { amountTo: 100 + below(300) }),
    ...(chance(50) && { search: anySearch(draw) }),
  };
};

export const reportRandomContract: ReadonlyArray<ContractCase> = [1, 2, 3].map((seed) => ({
  title: `for any filter, a report shows exactly the payouts that match it (draw ${String(seed)})`,
  run: async (storage) => {
    const draw = dice(seed);
    const all = await plant(storage, draw);

    for (let question = 0; question < 100; question += 1) {
      const input = anyFilter(draw);
      const filter = aFilter(input);
      const before = draw.chance(50) ? all[draw.below(all.length)]?.order.transactionId : undefined;
      const limit = draw.of(1, 5, 1_000);
      const expected = all
        .filter(({ order }) => before === undefined || order.transactionId < before)
        .filter((payout) => meetsReport(payout, filter))
        .slice(0, limit);

      const answer = await shown(storage, filter, {
        limit,
        ...(before !== undefined && { before }),
      });
      assert.deepEqual(answer, expected, JSON.stringify({ input, before, limit }));
    }
  },
}));
