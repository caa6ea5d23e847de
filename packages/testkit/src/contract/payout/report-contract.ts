import assert from 'node:assert/strict';
import { rowId, type TransactionId } from '@hundi/core';
import type { Storage } from '@hundi/core/storage';
import { PAYOUT_CHECKOUT_LIFE } from '@hundi/core/wire';
import { EPOCH, aJobId } from '../../kit/build/ids.js';
import { aJob, cancels, changeTo, ordersOf, turnsAway } from '../../kit/build/payout.js';
import { commit } from '../../kit/build/commit.js';
import { acme, others, type ContractCase } from '../contract-case.js';
import {
  acceptedWith,
  addJobs,
  aFilter,
  idOf,
  idsShown,
  jobOrder,
  shown,
  type FilterInput,
} from './report-stock.js';

/** One payout of every kind that filters distinguish: 1, 2 and 6 were accepted, 3 and 4 turned away, 5 is undecided. */
const stock = async (storage: Storage): Promise<void> => {
  const orders = {
    pending: jobOrder(acme, 1),
    paid: jobOrder(acme, 2, { packageCode: 'SALARY', amount: 200_000, paymentMethodCode: 'NEFT' }),
    rejected: jobOrder(acme, 3, { paymentMethodCode: 'IMPS', amount: 300_000 }),
    cancelled: jobOrder(acme, 4),
    undecided: jobOrder(acme, 5, { paymentMethodCode: 'NEFT' }),
    failed: jobOrder(acme, 6, { source: 'payout_checkout', amount: 600_000 }),
  };
  await addJobs(storage, Object.values(orders));
  await commit(storage, async ({ payouts }) => {
    await payouts.decide(acme, [
      acceptedWith(orders.pending, {}),
      acceptedWith(orders.paid, { debitAccountId: 'debit-2', paymentMethod: 'IMPS' }, 'approved'),
      turnsAway(orders.rejected),
      cancels(orders.cancelled),
      acceptedWith(orders.failed, {}, 'approved'),
    ]);
    await payouts.advance(acme, [changeTo(orders.paid, 'paid'), changeTo(orders.failed, 'failed')]);
  });
};

const FILTERS: ReadonlyArray<
  readonly [what: string, filter: FilterInput, ns: ReadonlyArray<number>]
> = [
  ['everything within reach', {}, [6, 5, 4, 3, 2, 1]],
  ['one package', { packageCodes: ['SALARY'] }, [2]],
  ['packages without payouts', { packageCodes: ['OTHER'] }, []],
  ['no package at all', { packageCodes: [] }, []],
  ['one debit account, and what has none', { debitAccountIds: ['debit-2'] }, [5, 4, 3, 2]],
  ['only what has no debit account, for a reach of none', { debitAccountIds: [] }, [5, 4, 3]],
  [
    'a debit account that is asked for, and not what has none',
    { debitAccountId: 'debit-1' },
    [6, 1],
  ],
  [
    'nothing of a debit account out of reach',
    { debitAccountIds: ['debit-1'], debitAccountId: 'debit-2' },
    [],
  ],
  ['one transaction', { transactionId: idOf(3) }, [3]],
  ['no transaction out of reach', { transactionId: idOf(2), packageCodes: ['VENDOR'] }, []],
  ['no transaction that never was', { transactionId: idOf(99) }, []],
  ['what was accepted from a moment on', { createdFrom: EPOCH + 3 }, [6, 5, 4, 3]],
  ['what was accepted before a moment', { createdBefore: EPOCH + 3 }, [2, 1]],
  ['one moment', { createdFrom: EPOCH + 4, createdBefore: EPOCH + 5 }, [4]],
  ['no moment', { createdFrom: EPOCH + 5, createdBefore: EPOCH + 5 }, []],
  ['pending payouts', { status: 'pending_approval' }, [1]],
  ['payouts that intake has not decided on', { status: 'queued' }, [5]],
  ['paid payouts', { status: 'paid' }, [2]],
  ['failed payouts', { status: 'failed' }, [6]],
  ['rejected payouts', { status: 'rejected' }, [3]],
  ['cancelled payouts', { status: 'cancelled' }, [4]],
  ['no payout of a status that none is in', { status: 'scheduled' }, []],
  ['a method by its terms, else by what was asked for', { paymentMethods: ['IMPS'] }, [3, 2]],
  ['another method', { paymentMethods: ['NEFT'] }, [6, 5, 1]],
  ['either method, but not what has none', { paymentMethods: ['NEFT', 'IMPS'] }, [6, 5, 3, 2, 1]],
  ['no method that none uses', { paymentMethods: ['RTGS'] }, []],
  ['one source', { source: 'payout_checkout' }, [6]],
  ['the other source', { source: 'partner_api' }, [5, 4, 3, 2, 1]],
  ['no source that is never written', { source: 'payout_link' }, []],
  ['amounts from a bound on, the bound included', { amountFrom: 300_000 }, [6, 3]],
  ['amounts up to a bound, the bound included', { amountTo: 200_000 }, [5, 4, 2, 1]],
  ['one amount', { amountFrom: 200_000, amountTo: 200_000 }, [2]],
  ['no amount between bounds that cross', { amountFrom: 300_000, amountTo: 200_000 }, []],
  ['no amount above the largest', { amountFrom: 10 ** 15 }, []],
  ['what meets two filters', { source: 'partner_api', paymentMethods: ['NEFT'] }, [5, 1]],
  [
    'what meets all filters',
    {
      packageCodes: ['SALARY'],
      debitAccountIds: ['debit-2'],
      debitAccountId: 'debit-2',
      transactionId: idOf(2),
      createdFrom: EPOCH + 2,
      createdBefore: EPOCH + 3,
      status: 'paid',
      paymentMethods: ['IMPS'],
      source: 'partner_api',
      amountFrom: 1,
      amountTo: 200_000,
    },
    [2],
  ],
];

export const reportContract: ReadonlyArray<ContractCase> = [
  ...FILTERS.map(([what, filter, ns]): ContractCase => ({
    title: `a report shows ${what}`,
    run: async (storage) => {
      await stock(storage);

      assert.deepEqual(await idsShown(storage, aFilter(filter)), ns.map(idOf));
    },
  })),
  {
    title:
      'a payout of a checkout is shown and counted at the moment of its acceptance, which is later than that of its id',
    run: async (storage) => {
      const at = EPOCH + PAYOUT_CHECKOUT_LIFE;
      await addJobs(storage, [jobOrder(acme, 1, { source: 'payout_checkout', createdAt: at })]);
      const counted = async (filter: FilterInput) => {
        const { tallies } = await storage.read(({ payouts }) =>
          payouts.tallySpans(acme, aFilter(filter), [EPOCH], 100),
        );
        return tallies.map(({ count, since }) => [count, since]);
      };

      const day = { createdFrom: at, createdBefore: at + 1 };
      assert.deepEqual(await idsShown(storage, aFilter(day)), [idOf(1)]);
      assert.deepEqual(await counted(day), [[1, at]]);
      for (const other of [{ createdBefore: at }, { createdFrom: at + 1 }]) {
        assert.deepEqual(await idsShown(storage, aFilter(other)), []);
        assert.deepEqual(await counted(other), []);
      }
    },
  },
  {
    title: 'a report without a reach shows payouts of every package and debit account',
    run: async (storage) => {
      await stock(storage);

      assert.deepEqual(await idsShown(storage, {}), [6, 5, 4, 3, 2, 1].map(idOf));
      assert.deepEqual(await idsShown(storage, { status: 'paid' }), [idOf(2)]);
    },
  },
  {
    title: 'a report shows payouts as they are stored, in full',
    run: async (storage) => {
      await stock(storage);
      const stored = await storage.read(async ({ payouts }) => {
        const found = [];
        for (const n of [6, 5, 4, 3, 2, 1]) found.push(await payouts.find(acme, idOf(n)));
        return found;
      });

      assert.deepEqual(await shown(storage, aFilter()), stored);
    },
  },
  {
    title: 'a report that stops before its end says so, and its parts hold every payout once',
    run: async (storage) => {
      await stock(storage);
      for (const rowsMax of [1, 2, 4]) {
        for (const [what, input] of FILTERS) {
          const filter = aFilter(input);
          const parts: TransactionId[][] = [];
          for (let before: TransactionId | undefined; ;) {
            const { payouts, stoppedAt } = await storage.read((stores) =>
              stores.payouts.report(acme, filter, before, 100, rowsMax),
            );
            parts.push(payouts.map(({ order }) => order.transactionId));
            if (stoppedAt === undefined) break;
            assert.ok(before === undefined || stoppedAt < before, what);
            before = stoppedAt;
          }

          assert.deepEqual(parts.flat(), await idsShown(storage, filter), what);
        }
      }
    },
  },
  {
    title: 'a report that nothing meets looks at some payouts only, and then goes on',
    run: async (storage) => {
      await stock(storage);
      const filter = aFilter({ status: 'scheduled' });
      const part = (before?: TransactionId) =>
        storage.read(({ payouts }) => payouts.report(acme, filter, before, 100, 4));
      const first = await part();
      const second = await part(first.stoppedAt);

      assert.deepEqual([first.payouts, second], [[], { payouts: [] }]);
      assert.ok(first.stoppedAt !== undefined && first.stoppedAt >= idOf(1));
    },
  },
  {
    title: 'a report goes on below any payout, also one that the filter does not show',
    run: async (storage) => {
      await stock(storage);
      const page = (before: number, limit: number, filter: FilterInput = {}) =>
        idsShown(storage, aFilter(filter), { before: idOf(before), limit });

      assert.deepEqual(await page(6, 2), [5, 4].map(idOf));
      assert.deepEqual(await page(4, 100), [3, 2, 1].map(idOf));
      assert.deepEqual(await page(1, 100), []);
      assert.deepEqual(await page(4, 100, { source: 'partner_api', status: 'paid' }), [idOf(2)]);
      assert.deepEqual(await page(4, 100, { transactionId: idOf(4) }), []);
      assert.deepEqual(await page(4, 1, { createdFrom: EPOCH + 1 }), [idOf(3)]);
    },
  },
  {
    title: 'rows of a batch are shown last row first, page by page, between those of other batches',
    run: async (storage) => {
      const jobs = [3, 1, 2].map((n) =>
        aJob(acme, n, { total: 40, requestedAt: EPOCH + n, apiRefNumber: `BATCH-${String(n)}` }),
      );
      await commit(storage, async (stores) => {
        await stores.jobs.add(jobs);
        for (const job of jobs) {
          await stores.payouts.add(ordersOf(job, { createdAt: job.requestedAt }));
        }
      });
      const expected = [3, 2, 1].flatMap((n) =>
        Array.from({ length: 40 }, (_, i) => rowId(aJobId(n), 39 - i)),
      );

      const pages = [];
      for (let last = undefined as (typeof expected)[number] | undefined; ; last = pages.at(-1)) {
        const page = await idsShown(storage, aFilter(), {
          limit: 7,
          ...(last !== undefined && { before: last }),
        });
        if (page.length === 0) break;
        pages.push(...page);
      }
      assert.deepEqual(pages, expected);
    },
  },
  {
    title: 'a report of one tenant shows nothing of another, however it is asked for',
    run: async (storage) => {
      await stock(storage);

      for (const tenant of others) {
        for (const filter of [{}, { transactionId: idOf(2) }, { search: { prefix: 'REF-' } }]) {
          assert.deepEqual(await idsShown(storage, aFilter(filter), { tenant }), []);
        }
      }
    },
  },
];
