import assert from 'node:assert/strict';
import type { PayoutOrder } from '@hundi/core/storage';
import { accepts, aJob, ordersOf, turnsAway } from '../../kit/build/payout.js';
import { commit } from '../../kit/build/commit.js';
import { acme, globex, sortedBy, type ContractCase } from '../contract-case.js';

const job = aJob(acme, 1);

/** The fields of an order that intake reads. */
const INTAKE = [
  'transactionId',
  'tenant',
  'jobId',
  'beneficiaryId',
  'packageCode',
  'amount',
  'debitAccountNumber',
  'paymentMethodCode',
  'beneficiaryAccountNumber',
  'purpose',
  'payoutDate',
  'createdAt',
] as const satisfies ReadonlyArray<keyof PayoutOrder>;

const seen = (order: Partial<PayoutOrder>): Partial<PayoutOrder> =>
  Object.fromEntries(
    INTAKE.filter((name) => order[name] !== undefined).map((name) => [name, order[name]]),
  );

export const undecidedContract: ReadonlyArray<ContractCase> = [
  {
    title: 'the undecided rows of a job come in request order, with all that intake looks at',
    run: async (storage) => {
      const orders = ordersOf(job);
      await commit(storage, ({ payouts }) => payouts.add(orders));

      const rows = await storage.read(({ payouts }) =>
        payouts.undecidedOfJob(acme, job.jobId, 0, orders.length),
      );
      assert.deepEqual(
        rows.map(({ order }) => seen(order)),
        orders.map(seen),
      );
      assert.ok(rows.every(({ holdsReference }) => holdsReference));
    },
  },
  {
    title: 'rows that intake has decided on, or of another corporate, are not among the undecided',
    run: async (storage) => {
      const orders = ordersOf(job);
      const [first, second] = orders;
      assert.ok(first !== undefined && second !== undefined);
      await commit(storage, async ({ payouts }) => {
        await payouts.add(orders);
        await payouts.decide(acme, [accepts(first), turnsAway(second)]);
      });

      await storage.read(async ({ payouts }) => {
        const rows = await payouts.undecidedOfJob(acme, job.jobId, 0, orders.length);
        assert.deepEqual(
          rows.map(({ order }) => order.transactionId),
          orders.slice(2).map(({ transactionId }) => transactionId),
        );
        const ids = [orders[0], orders[2], orders[2]].flatMap(
          (order) => order?.transactionId ?? [],
        );
        assert.deepEqual(
          (await payouts.undecided(acme, ids)).map(({ order }) => order.transactionId),
          ids.slice(2),
        );
        assert.deepEqual(await payouts.undecided(globex, ids), []);
        assert.deepEqual(await payouts.undecidedOfJob(globex, job.jobId, 0, 10), []);
        assert.deepEqual(await payouts.undecidedOfJob(acme, job.jobId, 0, 0), []);
      });
    },
  },
  {
    title: 'an undecided row says whether another order holds its reference',
    run: async (storage) => {
      const [first, second] = ordersOf(job);
      assert.ok(first !== undefined && second !== undefined);
      await commit(storage, ({ payouts }) =>
        payouts.add([first, { ...second, reference: first.reference }]),
      );

      const rows = await storage.read(({ payouts }) =>
        payouts.undecidedOfJob(acme, job.jobId, 0, 2),
      );
      assert.deepEqual(
        rows.map(({ holdsReference }) => holdsReference),
        [true, false],
      );
      const ids = [first.transactionId, second.transactionId];
      const byId = await storage.read(({ payouts }) => payouts.undecided(acme, ids));
      assert.deepEqual(
        sortedBy(({ order }) => order.transactionId, byId),
        rows,
      );
    },
  },
];
