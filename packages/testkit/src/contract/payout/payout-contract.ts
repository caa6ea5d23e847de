import assert from 'node:assert/strict';
import { aTransactionId } from '../../kit/build/ids.js';
import {
  accepts,
  aJob,
  anOrder,
  cancels,
  changeTo,
  ordersOf,
  turnsAway,
} from '../../kit/build/payout.js';
import { commit } from '../../kit/build/commit.js';
import { acme, globex, others, sortedBy, type ContractCase } from '../contract-case.js';
import { rowId, rowOf, ROWS_MAX, type JobId } from '@hundi/core';
import type {
  Payout,
  PayoutOrder,
  PayoutTally,
  Storage,
  UndecidedPayout,
} from '@hundi/core/storage';

const job = aJob(acme, 1);

const add = (storage: Storage, ...orders: ReadonlyArray<PayoutOrder>[]) =>
  commit(storage, async ({ payouts }) => {
    for (const some of orders) await payouts.add(some);
  });

const undecided = (order: PayoutOrder): UndecidedPayout => ({
  intake: 'undecided',
  order,
  holdsReference: true,
});

const byId = (payouts: ReadonlyArray<Payout>) =>
  sortedBy(({ order }) => order.transactionId, payouts);

const byPlace = (tally: ReadonlyArray<PayoutTally>) =>
  sortedBy(({ jobId, intake, status = '' }) => `${jobId} ${intake} ${status}`, tally);

const tally = (
  { jobId }: { readonly jobId: JobId },
  intake: PayoutTally['intake'],
  count: number,
  status?: PayoutTally['status'],
) => ({
  jobId,
  packageCode: 'VENDOR',
  ...(intake === 'accepted' && { debitAccountId: 'debit-1' }),
  intake,
  ...(status !== undefined && { status }),
  count,
  amount: BigInt(count) * 100_000n,
});

const rowsOf = async (storage: Storage, jobId: JobId, from: number, limit: number) => {
  const rows = await storage.read(({ payouts }) => payouts.ofJob(acme, jobId, from, limit));
  return rows.map(({ order }) => rowOf(order.transactionId));
};

export const payoutContract: ReadonlyArray<ContractCase> = [
  {
    title: 'an order is found as an undecided payout that holds its reference',
    run: async (storage) => {
      const order = anOrder(acme, 1);
      await add(storage, [order]);

      await storage.read(async ({ payouts }) => {
        assert.deepEqual(await payouts.find(acme, order.transactionId), undecided(order));
        assert.deepEqual(await payouts.findAnywhere([order.transactionId]), [undecided(order)]);
        assert.deepEqual(await payouts.findMany(acme, [order.transactionId]), [undecided(order)]);
      });
    },
  },
  {
    title: 'a payout that was never ordered is absent everywhere',
    run: async (storage) => {
      await storage.read(async ({ payouts }) => {
        assert.equal(await payouts.find(acme, aTransactionId(1)), undefined);
        assert.deepEqual(await payouts.findAnywhere([aTransactionId(1)]), []);
        assert.deepEqual(await payouts.findMany(acme, [aTransactionId(1)]), []);
        assert.deepEqual(await payouts.findMany(acme, []), []);
        assert.deepEqual(await payouts.ofJob(acme, job.jobId, 0, 10), []);
        assert.deepEqual(await payouts.tally(acme, [job.jobId]), []);
        assert.deepEqual(await payouts.tally(acme, []), []);
      });
    },
  },
  {
    title: 'no job has rows beyond the last that one may have',
    run: async (storage) => {
      await add(storage, ordersOf(job));

      await storage.read(async ({ payouts }) => {
        for (const from of [ROWS_MAX - 1, ROWS_MAX, ROWS_MAX + 1])
          for (const read of [payouts.ofJob, payouts.approvedOfJob, payouts.undecidedOfJob])
            assert.deepEqual(await read(acme, job.jobId, from, 10), []);
      });
    },
  },
  {
    title: 'one call adds orders of many tenants and jobs',
    run: async (storage) => {
      const theirs = aJob(globex, 2);
      await add(storage, [...ordersOf(job), anOrder(acme, 7), ...ordersOf(theirs)]);

      await storage.read(async ({ payouts }) => {
        assert.deepEqual(await payouts.ofJob(acme, job.jobId, 0, 10), ordersOf(job).map(undecided));
        assert.deepEqual(
          await payouts.ofJob(globex, theirs.jobId, 0, 10),
          ordersOf(theirs).map(undecided),
        );
        assert.notEqual(await payouts.find(acme, aTransactionId(7)), undefined);
      });
    },
  },
  {
    title: "a payout of one tenant is absent for another, but the bank's reports find it",
    run: async (storage) => {
      const [order] = ordersOf(job) as [PayoutOrder];
      await add(storage, [order]);

      for (const other of others) {
        await storage.read(async ({ payouts }) => {
          assert.equal(await payouts.find(other, order.transactionId), undefined);
          assert.deepEqual(await payouts.findMany(other, [order.transactionId]), []);
          assert.deepEqual(await payouts.ofJob(other, job.jobId, 0, 10), []);
          assert.deepEqual(await payouts.tally(other, [job.jobId]), []);
        });
      }
      assert.deepEqual(
        await storage.read(({ payouts }) =>
          payouts.findAnywhere([order.transactionId, order.transactionId, aTransactionId(9)]),
        ),
        [undecided(order)],
      );
    },
  },
  {
    title:
      'the rows of a job are listed in request order, even if they were added in another order',
    run: async (storage) => {
      const big = aJob(acme, 3, { total: 300 });
      const rows = ordersOf(big);
      await add(storage, rows.slice(100, 250), rows.slice(250).reverse(), rows.slice(0, 100));
      const range = (from: number, to: number) =>
        Array.from({ length: to - from }, (_, i) => from + i);

      assert.deepEqual(await rowsOf(storage, big.jobId, 0, 1_000), range(0, 300));
      assert.deepEqual(await rowsOf(storage, big.jobId, 0, 100), range(0, 100));
      assert.deepEqual(await rowsOf(storage, big.jobId, 250, 100), range(250, 300));
      assert.deepEqual(await rowsOf(storage, big.jobId, 299, 1), [299]);
      assert.deepEqual(await rowsOf(storage, big.jobId, 300, 10), []);
    },
  },
  {
    title: 'the rows of a job are its own only',
    run: async (storage) => {
      const [first, second] = [aJob(acme, 1), aJob(acme, 2)];
      await add(storage, [...ordersOf(first), ...ordersOf(second), anOrder(acme, 1)]);

      assert.deepEqual(
        await storage.read(({ payouts }) => payouts.ofJob(acme, second.jobId, 0, 100)),
        ordersOf(second).map(undecided),
      );
    },
  },
  {
    title: 'thousands of orders are added at once, and found at once, each one once',
    run: async (storage) => {
      const big = aJob(acme, 3, { total: 3_000 });
      const orders = ordersOf(big);
      await add(storage, orders);
      const ids = orders.map(({ transactionId }) => transactionId);

      assert.deepEqual(
        await storage.read(({ payouts }) => payouts.ofJob(acme, big.jobId, 0, 3_000)),
        orders.map(undecided),
      );
      assert.deepEqual(
        byId(
          await storage.read(({ payouts }) =>
            payouts.findMany(acme, [...ids, ...ids.slice(0, 10), aTransactionId(1)]),
          ),
        ),
        orders.map(undecided),
      );
    },
  },
  {
    title: 'adding nothing is no error',
    run: async (storage) => {
      await commit(storage, async ({ jobs, payouts }) => {
        await jobs.add([]);
        await payouts.add([]);
        await payouts.decide(acme, []);
        await payouts.advance(acme, []);
        await payouts.explain(acme, []);
        await payouts.useLimits(acme, []);
      });
    },
  },
  {
    title: 'a tally counts the rows of each job by intake and by status',
    run: async (storage) => {
      const [first, second] = [aJob(acme, 1, { total: 6 }), aJob(acme, 2, { total: 2 })];
      const [a, b, c, d, e] = ordersOf(first) as [
        PayoutOrder,
        PayoutOrder,
        PayoutOrder,
        PayoutOrder,
        PayoutOrder,
      ];
      await add(storage, [...ordersOf(first), ...ordersOf(second), ...ordersOf(aJob(acme, 3))]);
      await commit(storage, async ({ payouts }) => {
        await payouts.decide(acme, [accepts(a), accepts(b), accepts(c), turnsAway(d), cancels(e)]);
        await payouts.advance(acme, [changeTo(c, 'approved')]);
      });

      assert.deepEqual(
        byPlace(
          await storage.read(({ payouts }) =>
            payouts.tally(acme, [first.jobId, second.jobId, aJob(acme, 9).jobId]),
          ),
        ),
        [
          tally(first, 'accepted', 1, 'approved'),
          tally(first, 'accepted', 2, 'pending_approval'),
          tally(first, 'cancelled', 1, 'cancelled'),
          tally(first, 'rejected', 1, 'rejected'),
          tally(first, 'undecided', 1),
          tally(second, 'undecided', 2),
        ],
      );
    },
  },
  {
    title: 'an order that was added already cannot be added again',
    run: async (storage) => {
      const id = rowId(job.jobId, 0);
      await add(storage, ordersOf(job));

      await assert.rejects(
        add(storage, [anOrder(acme, 8), anOrder(acme, 9, { transactionId: id })]),
      );
      assert.equal(
        await storage.read(({ payouts }) => payouts.find(acme, aTransactionId(8))),
        undefined,
      );
    },
  },
];
