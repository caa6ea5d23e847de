import assert from 'node:assert/strict';
import type { Tenant } from '@hundi/core';
import type { RowDecision, Payout, PayoutOrder, Storage } from '@hundi/core/storage';
import { aTransactionId } from '../../kit/build/ids.js';
import { accepts, anOrder, cancels, progress, terms, turnsAway } from '../../kit/build/payout.js';
import { commit } from '../../kit/build/commit.js';
import { acme, others, type ContractCase } from '../contract-case.js';

const [one, two, three] = [anOrder(acme, 1), anOrder(acme, 2), anOrder(acme, 3)];

const add = (storage: Storage, ...orders: PayoutOrder[]) =>
  commit(storage, ({ payouts }) => payouts.add(orders));

const decide = (storage: Storage, decisions: ReadonlyArray<RowDecision>, tenant: Tenant = acme) =>
  commit(storage, ({ payouts }) => payouts.decide(tenant, decisions));

const find = (storage: Storage, { transactionId }: Pick<PayoutOrder, 'transactionId'>) =>
  storage.read(({ payouts }) => payouts.find(acme, transactionId));

const accepted = (order: PayoutOrder, next = progress('pending_approval')): Payout => ({
  intake: 'accepted',
  order,
  terms: terms(),
  progress: next,
});

export const decideContract: ReadonlyArray<ContractCase> = [
  {
    title: 'a decision makes a row accepted, rejected or cancelled',
    run: async (storage) => {
      await add(storage, one, two, three);
      const rejection = {
        code: 'package_group_failed',
        message: 'Another row was rejected.',
        field: 'packageCode',
        causedBy: one.transactionId,
      } as const;
      await decide(storage, [
        cancels(three),
        { ...turnsAway(two), rejection },
        { ...accepts(one), terms: terms({ limitDay: '2026-01-02', feeGst: 0, masked: true }) },
      ]);

      assert.deepEqual(await find(storage, one), {
        intake: 'accepted',
        order: one,
        terms: terms({ limitDay: '2026-01-02', feeGst: 0, masked: true }),
        progress: progress('pending_approval'),
      });
      assert.deepEqual(await find(storage, two), {
        intake: 'rejected',
        order: two,
        rejection,
        progress: progress('rejected'),
      });
      assert.deepEqual(await find(storage, three), {
        intake: 'cancelled',
        order: three,
        rejection: cancels(three).rejection,
        progress: progress('cancelled'),
      });
    },
  },
  {
    title: 'a decision on a row that is decided already undoes its unit of work',
    run: async (storage) => {
      await add(storage, one, two);
      await decide(storage, [accepts(one)]);

      await assert.rejects(decide(storage, [accepts(two), turnsAway(one)]));
      assert.deepEqual(await find(storage, one), accepted(one));
      assert.deepEqual(await find(storage, two), {
        intake: 'undecided',
        order: two,
        holdsReference: true,
      });
    },
  },
  {
    title:
      'a row that does not hold its reference is accepted only by a decision that needs no reference',
    run: async (storage) => {
      const second = anOrder(acme, 4, { reference: one.reference });
      await add(storage, one, second);

      await assert.rejects(decide(storage, [accepts(one), accepts(second)]));
      assert.equal((await find(storage, one))?.intake, 'undecided');
      await decide(storage, [accepts(one), { ...accepts(second), withoutReference: true }]);
      assert.deepEqual(await find(storage, second), accepted(second));
    },
  },
  {
    title:
      'a decision on a row that does not exist, or is another tenant’s, undoes its unit of work',
    run: async (storage) => {
      await add(storage, one);

      await assert.rejects(
        decide(storage, [{ ...accepts(one), transactionId: aTransactionId(9) }]),
      );
      for (const other of others) await assert.rejects(decide(storage, [accepts(one)], other));
      assert.equal((await find(storage, one))?.intake, 'undecided');
    },
  },
];
