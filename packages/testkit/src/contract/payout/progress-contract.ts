import assert from 'node:assert/strict';
import type { Tenant } from '@hundi/core';
import type { RowDecision, Payout, PayoutChange, PayoutOrder, Storage } from '@hundi/core/storage';
import {
  accepts,
  aJob,
  anOrder,
  changeTo,
  ordersOf,
  progress,
  terms,
  turnsAway,
} from '../../kit/build/payout.js';
import { commit } from '../../kit/build/commit.js';
import { acme, others, type ContractCase } from '../contract-case.js';

const [one, two, three] = [anOrder(acme, 1), anOrder(acme, 2), anOrder(acme, 3)];

const waiting = {
  code: 'bank_confirmation_pending',
  source: 'rail',
  message: 'The bank has not answered.',
  retryable: false,
  nextAction: 'wait',
} as const;

const byId = (a: PayoutOrder, b: PayoutOrder): number =>
  a.transactionId < b.transactionId ? -1 : 1;

const add = (storage: Storage, ...orders: PayoutOrder[]) =>
  commit(storage, ({ payouts }) => payouts.add(orders));

const decide = (storage: Storage, decisions: ReadonlyArray<RowDecision>, tenant: Tenant = acme) =>
  commit(storage, ({ payouts }) => payouts.decide(tenant, decisions));

const advance = (storage: Storage, changes: ReadonlyArray<PayoutChange>, tenant: Tenant = acme) =>
  commit(storage, ({ payouts }) => payouts.advance(tenant, changes));

const find = (storage: Storage, { transactionId }: Pick<PayoutOrder, 'transactionId'>) =>
  storage.read(({ payouts }) => payouts.find(acme, transactionId));

const accepted = (order: PayoutOrder, next = progress('pending_approval')): Payout => ({
  intake: 'accepted',
  order,
  terms: terms(),
  progress: next,
});

export const progressContract: ReadonlyArray<ContractCase> = [
  {
    title: 'a payout advances from the stored sequence, and what its change leaves out is gone',
    run: async (storage) => {
      await add(storage, one);
      await decide(storage, [accepts(one)]);
      await advance(storage, [
        changeTo(one, 'sent_to_bank', 2, {
          approvedAt: 5,
          sentToBankAt: 6,
          statusDetails: waiting,
        }),
      ]);
      const paid = progress('paid', 3, { approvedAt: 5, sentToBankAt: 6, paidAt: 7, utr: 'U-1' });
      await advance(storage, [{ ...changeTo(one, 'paid', 3), next: paid }]);

      assert.deepEqual(await find(storage, one), accepted(one, paid));
    },
  },
  {
    title:
      'payouts are found by their UTR or by the reference of the bank, as it was written, within their corporate',
    run: async (storage) => {
      const names = (of: PayoutOrder, utr: string, bankReference: string) =>
        changeTo(of, 'paid', 2, { utr, bankReference });
      await add(storage, one, two, three);
      await decide(storage, [one, two, three].map(accepts));
      await advance(storage, [
        names(one, 'UTR-1', 'B-1'),
        names(two, 'UTR-1', 'B-2'),
        names(three, 'B-1', 'B-1'),
      ]);
      const named = (name: string, limit = 9, tenant: Tenant = acme) =>
        storage.read(async ({ payouts }) =>
          (await payouts.namedByBank(tenant, name, limit)).map((payout) => payout.order).sort(byId),
        );

      assert.deepEqual(await named('UTR-1'), [one, two]);
      assert.deepEqual(await named('UTR-1', 1), [two]);
      assert.deepEqual(await named('B-1'), [one, three]);
      assert.deepEqual(await named('B-2'), [two]);
      for (const none of ['utr-1', 'UTR', 'UTR-1 ', '']) assert.deepEqual(await named(none), []);
      for (const other of others) assert.deepEqual(await named('UTR-1', 9, other), []);
    },
  },
  {
    title: 'one change may take several steps at once',
    run: async (storage) => {
      await add(storage, one);
      await decide(storage, [accepts(one)]);
      const scheduled = progress('scheduled', 3, { approvedAt: 5 });
      await advance(storage, [{ transactionId: one.transactionId, follows: 1, next: scheduled }]);
      await assert.rejects(advance(storage, [changeTo(one, 'sent_to_bank', 3)]));
      assert.deepEqual(await find(storage, one), accepted(one, scheduled));

      await advance(storage, [changeTo(one, 'sent_to_bank', 4)]);
      assert.deepEqual(await find(storage, one), accepted(one, progress('sent_to_bank', 4)));
    },
  },
  {
    title: 'a change that follows another sequence than the stored one undoes its unit of work',
    run: async (storage) => {
      await add(storage, one, two, three);
      await decide(storage, [accepts(one), accepts(two)]);

      for (const stale of [
        changeTo(one, 'approved', 1),
        changeTo(one, 'approved', 3),
        changeTo(three, 'approved', 1),
        changeTo(anOrder(acme, 9), 'approved', 2),
      ]) {
        await assert.rejects(advance(storage, [changeTo(two, 'approved', 2), stale]));
      }
      assert.deepEqual(await find(storage, one), accepted(one));
      assert.deepEqual(await find(storage, two), accepted(two));
    },
  },
  {
    title: 'a change of another tenant’s payout undoes its unit of work',
    run: async (storage) => {
      await add(storage, one);
      await decide(storage, [accepts(one)]);

      for (const other of others) {
        await assert.rejects(advance(storage, [changeTo(one, 'approved', 2)], other));
      }
      assert.deepEqual(await find(storage, one), accepted(one));
    },
  },
  {
    title: 'a unit of work whose change was stale runs again, with nothing of the first run left',
    run: async (storage) => {
      await add(storage, one);
      await decide(storage, [accepts(one)]);
      let runs = 0;
      await commit(storage, async ({ payouts }) => {
        runs += 1;
        await payouts.add([two]);
        await payouts.advance(acme, [changeTo(one, 'approved', runs === 1 ? 9 : 2)]);
      });

      assert.equal(runs, 2);
      assert.deepEqual(await find(storage, one), accepted(one, progress('approved', 2)));
      assert.equal((await find(storage, two))?.intake, 'undecided');
    },
  },
  {
    title:
      'explaining why a payout waits, and when its credit is expected, changes neither its status nor its sequence',
    run: async (storage) => {
      const sent = progress('sent_to_bank', 2, { sentToBankAt: 6 });
      await add(storage, one, two);
      await decide(storage, [accepts(one), accepts(two)]);
      await advance(storage, [{ ...changeTo(one, 'sent_to_bank'), next: sent }]);
      const explain = (
        reason: { statusDetails?: typeof waiting; expectedCreditAt?: number },
        tenant: Tenant = acme,
        follows = 2,
      ) =>
        commit(storage, ({ payouts }) =>
          payouts.explain(tenant, [{ transactionId: one.transactionId, follows, ...reason }]),
        );
      for (const other of others) await explain({ statusDetails: waiting }, other);
      assert.deepEqual(await find(storage, one), accepted(one, sent));

      await explain({ statusDetails: waiting });
      assert.deepEqual(
        await find(storage, one),
        accepted(one, { ...sent, statusDetails: waiting }),
      );
      assert.deepEqual(await find(storage, two), accepted(two));

      await explain({ expectedCreditAt: 7 });
      assert.deepEqual(await find(storage, one), accepted(one, { ...sent, expectedCreditAt: 7 }));

      await explain({});
      assert.deepEqual(await find(storage, one), accepted(one, sent));

      // It has moved on since it was seen to wait.
      await explain({ statusDetails: waiting }, acme, 1);
      assert.deepEqual(await find(storage, one), accepted(one, sent));
    },
  },
  {
    title: 'thousands of rows are decided at once, and advance at once',
    run: async (storage) => {
      const job = aJob(acme, 1, { total: 3_000 });
      const orders = ordersOf(job);
      await add(storage, ...orders);
      await decide(
        storage,
        orders.map((order, row) => (row % 3 === 0 ? turnsAway(order) : accepts(order))),
      );
      const changes = orders
        .filter((_, row) => row % 3 !== 0)
        .map((order) => changeTo(order, 'approved', 2, { approvedAt: 5 }));
      await advance(storage, changes);
      const rows = await storage.read(({ payouts }) => payouts.ofJob(acme, job.jobId, 0, 3_000));

      assert.deepEqual(
        rows,
        orders.map((order, row) =>
          row % 3 === 0
            ? {
                intake: 'rejected',
                order,
                rejection: turnsAway(order).rejection,
                progress: progress('rejected'),
              }
            : accepted(order, progress('approved', 2, { approvedAt: 5 })),
        ),
      );
    },
  },
];
