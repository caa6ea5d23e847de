import assert from 'node:assert/strict';
import { E, rowId, ROWS_MAX, type TransactionId } from '@hundi/core';
import type {
  AcceptedPayout,
  AwaitingFilter,
  Job,
  PayoutOrder,
  PayoutRange,
  PayoutStatus,
  Reach,
  Storage,
} from '@hundi/core/storage';
import { aBeneficiaryId, EPOCH } from '../../kit/build/ids.js';
import {
  accepts,
  aJob,
  anOrder,
  cancels,
  changeTo,
  ordersOf,
  progress,
  terms,
  turnsAway,
} from '../../kit/build/payout.js';
import { commit } from '../../kit/build/commit.js';
import { acme, others, sortedBy, type ContractCase } from '../contract-case.js';

const EVERYTHING = {
  packageCodes: new Set(['VENDOR']),
  debitAccountIds: new Set(['debit-1']),
} as unknown as AwaitingFilter;

const rangeOf = ({ jobId }: Job): PayoutRange => ({
  first: rowId(jobId, 0),
  last: rowId(jobId, ROWS_MAX - 1),
});

/** Adds orders that intake accepts; they await approval. */
const wait = (storage: Storage, orders: ReadonlyArray<PayoutOrder>) =>
  commit(storage, async ({ payouts }) => {
    await payouts.add(orders);
    await payouts.decide(acme, orders.map(accepts));
  });

const advance = (
  storage: Storage,
  status: PayoutStatus,
  order: PayoutOrder | undefined,
  sequence?: number,
) =>
  commit(storage, ({ payouts }) =>
    payouts.advance(acme, order === undefined ? [] : [changeTo(order, status, sequence)]),
  );

const idsOf = (payouts: ReadonlyArray<AcceptedPayout>): ReadonlyArray<string> =>
  payouts.map(({ order }) => order.transactionId);

const references = (payouts: ReadonlyArray<AcceptedPayout>): ReadonlyArray<string> =>
  payouts.map(({ order }) => order.reference).sort();

const awaiting = async (
  storage: Storage,
  filter: object = {},
  before?: string,
  limit = 100,
): Promise<ReadonlyArray<string>> =>
  idsOf(
    await storage.read(({ payouts }) =>
      payouts.awaiting(acme, { ...EVERYTHING, ...filter }, before as TransactionId, limit),
    ),
  );

const overdue = (
  storage: Storage,
  ranges: ReadonlyArray<PayoutRange>,
  { createdUpTo = 0, datedBefore = '2000-01-01', limit = 100, tenant = acme } = {},
) =>
  storage.read(({ payouts }) =>
    payouts.overdue(tenant, ranges, { createdUpTo, datedBefore: datedBefore as never }, limit),
  );

export const awaitingContract: ReadonlyArray<ContractCase> = [
  {
    title: 'payouts that await approval are listed newest first, a part at a time',
    run: async (storage) => {
      const orders = ordersOf(aJob(acme, 1, { total: 5 }));
      await wait(storage, orders);
      const newest = orders.map(({ transactionId }) => transactionId).reverse();

      assert.deepEqual(await awaiting(storage), newest);
      assert.deepEqual(await awaiting(storage, {}, undefined, 2), newest.slice(0, 2));
      assert.deepEqual(await awaiting(storage, {}, newest[1], 2), newest.slice(2, 4));
      assert.deepEqual(await awaiting(storage, {}, newest[4]), []);
    },
  },
  {
    title: 'a payout that awaits approval is listed with all that is known of it',
    run: async (storage) => {
      const order = anOrder(acme, 1, { payoutDate: '2026-01-09', remark: 'rent' });
      await wait(storage, [order]);

      assert.deepEqual(
        await storage.read(({ payouts }) => payouts.awaiting(acme, EVERYTHING, undefined, 1)),
        [{ intake: 'accepted', order, terms: terms(), progress: progress('pending_approval') }],
      );
    },
  },
  {
    title:
      'a payout awaits approval from its decision on until it is approved, rejected or cancelled',
    run: async (storage) => {
      const [one, two, three, four, five, six] = ordersOf(aJob(acme, 1, { total: 6 }));
      const all = [one, two, three, four, five, six].flatMap((order) => order ?? []);
      await commit(storage, ({ payouts }) => payouts.add(all));
      assert.deepEqual(await awaiting(storage), []);

      await commit(storage, ({ payouts }) => payouts.decide(acme, all.map(accepts)));
      assert.equal((await awaiting(storage)).length, 6);

      await advance(storage, 'partially_approved', one);
      await advance(storage, 'approved', two);
      await advance(storage, 'scheduled', three);
      await advance(storage, 'rejected', four);
      await advance(storage, 'cancelled', five);
      assert.deepEqual(await awaiting(storage), [six?.transactionId, one?.transactionId]);

      await advance(storage, 'approved', one, 3);
      await advance(storage, 'sent_to_bank', two, 3);
      assert.deepEqual(await awaiting(storage), [six?.transactionId]);
    },
  },
  {
    title: 'a payout that turns out to be at the bank awaits no approval any more',
    run: async (storage) => {
      const [one, two] = [anOrder(acme, 1), anOrder(acme, 2)];
      await wait(storage, [one, two]);
      await commit(storage, ({ payouts }) =>
        payouts.advance(acme, [{ ...changeTo(one, 'sent_to_bank'), awaited: true }]),
      );

      assert.deepEqual(await awaiting(storage), [two.transactionId]);
    },
  },
  {
    title: 'rows that intake approves at once or rejects never await approval',
    run: async (storage) => {
      const [one, two, three] = [anOrder(acme, 1), anOrder(acme, 2), anOrder(acme, 3)];
      await commit(storage, async ({ payouts }) => {
        await payouts.add([one, two, three]);
        await payouts.decide(acme, [
          { ...accepts(one), progress: progress('approved') },
          turnsAway(two),
          cancels(three),
        ]);
      });

      assert.deepEqual(await awaiting(storage), []);
    },
  },
  {
    title: 'a unit of work that is undone leaves what awaits approval as it was',
    run: async (storage) => {
      const [one, two] = [anOrder(acme, 1), anOrder(acme, 2)];
      await wait(storage, [one]);
      await storage.atomically(async ({ payouts }) => {
        await payouts.add([two]);
        await payouts.decide(acme, [accepts(two)]);
        await payouts.advance(acme, [changeTo(one, 'approved')]);
        return E.left('no');
      });

      assert.deepEqual(await awaiting(storage), [one.transactionId]);
    },
  },
  {
    title: 'the list of payouts that await approval is filtered by job, maker, amount and age',
    run: async (storage) => {
      const job = aJob(acme, 1, { total: 2 });
      const ofJob = ordersOf(job);
      const other = anOrder(acme, 9, {
        amount: 90_000_000,
        createdBy: { userId: 'u-other', username: 'other', role: 'maker' },
        createdAt: EPOCH + 5_000,
      });
      await wait(storage, [...ofJob, other]);
      const jobIds = ofJob.map(({ transactionId }) => transactionId).reverse();
      const { amount, createdAt } = ofJob[0] ?? assert.fail();

      assert.deepEqual(await awaiting(storage, { jobId: job.jobId }), jobIds);
      assert.deepEqual(await awaiting(storage, { jobId: job.jobId }, jobIds[0]), jobIds.slice(1));
      assert.deepEqual(await awaiting(storage, { makerUserId: 'u-other' }), [other.transactionId]);
      assert.deepEqual(await awaiting(storage, { minAmount: 90_000_000, maxAmount: 90_000_000 }), [
        other.transactionId,
      ]);
      assert.deepEqual(await awaiting(storage, { minAmount: 90_000_001 }), []);
      assert.deepEqual(await awaiting(storage, { maxAmount: amount }), jobIds);
      assert.deepEqual(await awaiting(storage, { createdUpTo: createdAt }), jobIds);
      assert.deepEqual(await awaiting(storage, { createdUpTo: createdAt - 1 }), []);
    },
  },
  {
    title:
      'payouts that await approval are counted and summed in groups of what a decision depends on',
    run: async (storage) => {
      const job = aJob(acme, 1, { total: 4 });
      const [one, two, three, four] = ordersOf(job).map((order, i) => ({
        ...order,
        ...(i === 3 && { packageCode: 'SALARY' as never }),
      }));
      const all = [one, two, three, four].flatMap((order) => order ?? []);
      const [alone, other] = [anOrder(acme, 8), anOrder(acme, 9)];
      await wait(storage, [...all, alone, other]);
      await advance(storage, 'partially_approved', two);
      await advance(storage, 'cancelled', other);
      const groups = async (filter: object = {}, limit = 10) =>
        (
          await storage.read(({ payouts }) =>
            payouts.awaitingGroups(
              acme,
              { ...EVERYTHING, packageCodes: new Set(['VENDOR', 'SALARY']) as never, ...filter },
              limit,
            ),
          )
        ).map(({ first, count, amount, since }) => [first, count, amount, since]);
      const { amount, createdAt } = one ?? assert.fail();
      const expected = [
        [alone.transactionId, 1, BigInt(alone.amount), alone.createdAt],
        [four?.transactionId, 1, BigInt(amount), createdAt],
        [two?.transactionId, 1, BigInt(amount), createdAt],
        [one?.transactionId, 2, 2n * BigInt(amount), createdAt],
      ].sort(([a], [b]) => (String(a) < String(b) ? 1 : -1));

      assert.deepEqual(await groups(), expected);
      assert.deepEqual(await groups({}, 2), expected.slice(0, 2));
      assert.deepEqual(await groups({ packageCodes: new Set(['SALARY']) }), [
        [four?.transactionId, 1, BigInt(amount), createdAt],
      ]);
      assert.deepEqual(await groups({ jobId: job.jobId, status: 'partially_approved' }), [
        [two?.transactionId, 1, BigInt(amount), createdAt],
      ]);
    },
  },
  {
    title:
      'the list of payouts that await approval is filtered by package, debit account and state',
    run: async (storage) => {
      const [one, two, three] = [
        anOrder(acme, 1),
        anOrder(acme, 2, { packageCode: 'SALARY' }),
        anOrder(acme, 3),
      ];
      await commit(storage, async ({ payouts }) => {
        await payouts.add([one, two, three]);
        await payouts.decide(acme, [
          accepts(one),
          accepts(two),
          { ...accepts(three), terms: terms({ debitAccountId: 'debit-2' }) },
        ]);
      });
      await advance(storage, 'partially_approved', one);
      const both = {
        packageCodes: new Set(['VENDOR', 'SALARY']),
        debitAccountIds: new Set(['debit-1', 'debit-2']),
      };

      assert.equal((await awaiting(storage, both)).length, 3);
      assert.deepEqual(await awaiting(storage), [one.transactionId]);
      assert.deepEqual(await awaiting(storage, { debitAccountIds: both.debitAccountIds }), [
        three.transactionId,
        one.transactionId,
      ]);
      assert.deepEqual(await awaiting(storage, { ...both, status: 'partially_approved' }), [
        one.transactionId,
      ]);
      assert.deepEqual(await awaiting(storage, { packageCodes: new Set() }), []);
    },
  },
  {
    title: 'the wait of a range has the earliest dates of those that await approval in it',
    run: async (storage) => {
      const [first, second, third] = [aJob(acme, 1), aJob(acme, 2), aJob(acme, 3)];
      const dated = ordersOf(first).map((order, i) => ({
        ...order,
        createdAt: EPOCH + 10 - i,
        ...(i < 2 && { payoutDate: `2026-01-0${String(9 - i)}` as never }),
      }));
      await wait(storage, [...dated, ...ordersOf(second), ...ordersOf(third)]);
      for (const order of ordersOf(third)) await advance(storage, 'approved', order);
      const lone = anOrder(acme, 9, { payoutDate: '2026-02-01' });
      await wait(storage, [lone]);
      const alone = { first: lone.transactionId, last: lone.transactionId };
      const waits = await storage.read(({ payouts }) =>
        payouts.waits(acme, [...[first, second, third].map(rangeOf), alone]),
      );

      assert.deepEqual(
        sortedBy(({ first: id }) => id, waits),
        sortedBy(
          ({ first: id }) => id,
          [
            { first: rowId(first.jobId, 0), createdAt: EPOCH + 8, payoutDate: '2026-01-08' },
            { first: rowId(second.jobId, 0), createdAt: EPOCH },
            { first: lone.transactionId, createdAt: EPOCH, payoutDate: '2026-02-01' },
          ],
        ),
      );
      assert.deepEqual(await storage.read(({ payouts }) => payouts.waits(acme, [])), []);
    },
  },
  {
    title: 'overdue is what was accepted up to a moment, or is dated before a day',
    run: async (storage) => {
      const job = aJob(acme, 1, { total: 4 });
      await wait(
        storage,
        ordersOf(job).map((order, i) => ({
          ...order,
          createdAt: EPOCH + i,
          ...(i === 3 && { payoutDate: '2026-01-09' as never }),
        })),
      );
      const found = async (asked: Parameters<typeof overdue>[2]) =>
        references(await overdue(storage, [rangeOf(job)], asked));

      assert.deepEqual(await found({}), []);
      assert.deepEqual(await found({ createdUpTo: EPOCH + 1 }), ['BATCH-1-0', 'BATCH-1-1']);
      assert.deepEqual(await found({ datedBefore: '2026-01-09' }), []);
      assert.deepEqual(await found({ datedBefore: '2026-01-10' }), ['BATCH-1-3']);
      assert.deepEqual(await found({ createdUpTo: EPOCH, datedBefore: '2026-01-10' }), [
        'BATCH-1-0',
        'BATCH-1-3',
      ]);
    },
  },
  {
    title: 'a query for overdue work returns no more than its ranges and its limit allow',
    run: async (storage) => {
      const [first, second] = [aJob(acme, 1), aJob(acme, 2)];
      await wait(storage, [...ordersOf(first), ...ordersOf(second)]);
      const late = { createdUpTo: EPOCH };
      const [one] = ordersOf(second);
      const only = { first: one?.transactionId, last: one?.transactionId } as PayoutRange;

      assert.equal((await overdue(storage, [rangeOf(first), rangeOf(second)], late)).length, 6);
      assert.equal((await overdue(storage, [rangeOf(first)], { ...late, limit: 2 })).length, 2);
      assert.deepEqual(references(await overdue(storage, [only], late)), ['BATCH-2-0']);
      assert.deepEqual(await overdue(storage, [], late), []);
    },
  },
  {
    title:
      'the last payouts that payees were paid are found, so many of each, and none that came back',
    run: async (storage) => {
      const [one, two] = [aBeneficiaryId(1), aBeneficiaryId(2)];
      const job = aJob(acme, 1, { total: 6 });
      const orders = ordersOf(job).map((order, i) => ({
        ...order,
        amount: (100 * (i + 1)) as typeof order.amount,
        ...(i === 5 && { beneficiaryId: two }),
      }));
      await wait(storage, orders);
      const paidAt = [30, 20, 10, 40, undefined, 5];
      await commit(storage, async ({ payouts }) => {
        await payouts.index(acme, [job.jobId]);
        await payouts.advance(
          acme,
          orders.map((order, i) => {
            const at = paidAt[i];
            return {
              awaited: true,
              ...changeTo(order, at === undefined ? 'failed' : 'paid', 2, {
                ...(at !== undefined && { paidAt: EPOCH + at }),
                ...(i === 3 && { returnedAt: EPOCH + 50 }),
              }),
            };
          }),
        );
      });
      const found = async (
        payees: ReadonlyArray<ReturnType<typeof aBeneficiaryId>>,
        each: number,
        tenant = acme,
      ) => {
        const paid = await storage.read(({ payouts }) =>
          payouts.lastPaid(tenant, payees, undefined, each),
        );
        return paid.map(({ beneficiaryId, amount }) => `${beneficiaryId} ${String(amount)}`).sort();
      };
      const named = (...amounts: ReadonlyArray<number>) =>
        amounts.map((amount) => `${one} ${String(amount)}`);

      assert.deepEqual(await found([one], 5), named(100, 200, 300));
      assert.deepEqual(await found([one], 2), named(200, 300));
      assert.deepEqual(
        await found([one, two, two, aBeneficiaryId(3)], 1),
        [...named(300), `${two} 600`].sort(),
      );
      assert.deepEqual(await found([], 5), []);
      for (const tenant of others) assert.deepEqual(await found([one, two], 5, tenant), []);
      const [paid] = await storage.read(({ payouts }) =>
        payouts.lastPaid(acme, [two], undefined, 1),
      );
      const { creditAccountNumber: accountNumber, creditIfsc: ifsc } = terms();
      assert.deepEqual(paid, { beneficiaryId: two, amount: 600, accountNumber, ifsc });
    },
  },
  {
    title:
      'the last payouts that payees were paid are found within reaches, behind newer ones outside of them',
    run: async (storage) => {
      const payee = aBeneficiaryId(1);
      const job = aJob(acme, 1, { total: 6 });
      const orders = ordersOf(job).map((order, i) => ({
        ...order,
        amount: (100 * (i + 1)) as typeof order.amount,
        ...(i > 2 && { packageCode: 'SALARY' as never }),
      }));
      await commit(storage, async ({ payouts }) => {
        await payouts.add(orders);
        await payouts.decide(
          acme,
          orders.map((order, i) => ({
            ...accepts(order),
            ...(i % 3 === 2 && { terms: terms({ debitAccountId: 'debit-2' }) }),
          })),
        );
        await payouts.index(acme, [job.jobId]);
        await payouts.advance(
          acme,
          orders.map((order) => ({
            awaited: true,
            ...changeTo(order, 'paid', 2, { paidAt: EPOCH }),
          })),
        );
      });
      const reach = (packageCode: string, ...debitAccountIds: ReadonlyArray<string>): Reach => ({
        packageCodes: new Set([packageCode]) as never,
        debitAccountIds: new Set(debitAccountIds) as never,
      });
      const found = async (reaches: ReadonlyArray<Reach> | undefined, each = 2) => {
        const paid = await storage.read(({ payouts }) =>
          payouts.lastPaid(acme, [payee], reaches, each),
        );
        return paid.map(({ amount }) => amount).sort();
      };

      assert.deepEqual(await found(undefined), [500, 600]);
      assert.deepEqual(await found([reach('VENDOR', 'debit-1', 'debit-2')]), [200, 300]);
      assert.deepEqual(await found([reach('VENDOR', 'debit-1')]), [100, 200]);
      const apart = [reach('VENDOR', 'debit-1'), reach('SALARY', 'debit-2')];
      assert.deepEqual(await found(apart, 5), [100, 200, 600]);
      assert.deepEqual(await found(apart), [200, 600]);
      assert.deepEqual(await found([reach('VENDOR', 'debit-3')]), []);
      assert.deepEqual(await found([reach('VENDOR')]), []);
      assert.deepEqual(await found([]), []);
    },
  },
  {
    title: 'payouts that await approval in one tenant are absent for another',
    run: async (storage) => {
      const job = aJob(acme, 1);
      await wait(storage, ordersOf(job));

      for (const tenant of others) {
        await storage.read(async ({ payouts }) => {
          assert.deepEqual(await payouts.awaiting(tenant, EVERYTHING, undefined, 10), []);
          assert.deepEqual(await payouts.waits(tenant, [rangeOf(job)]), []);
        });
        assert.deepEqual(
          await overdue(storage, [rangeOf(job)], { createdUpTo: EPOCH, tenant }),
          [],
        );
      }
    },
  },
  {
    title: 'thousands that await approval come and go at once',
    run: async (storage) => {
      const job = aJob(acme, 1, { total: 5_000 });
      const orders = ordersOf(job);
      await wait(storage, orders);
      assert.equal((await awaiting(storage, {}, undefined, 10_000)).length, 5_000);
      await commit(storage, ({ payouts }) =>
        payouts.advance(
          acme,
          orders.slice(1).map((order) => changeTo(order, 'approved')),
        ),
      );

      assert.deepEqual(await awaiting(storage), [orders[0]?.transactionId]);
    },
  },
];
