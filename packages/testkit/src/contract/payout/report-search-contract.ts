import assert from 'node:assert/strict';
import type { Tenant } from '@hundi/core';
import type { PayoutOrder, Storage } from '@hundi/core/storage';
import { aBeneficiaryId, aJobId } from '../../kit/build/ids.js';
import { accepts, changeTo, turnsAway } from '../../kit/build/payout.js';
import { commit } from '../../kit/build/commit.js';
import { acme, globex, others, type ContractCase } from '../contract-case.js';
import { addJobs, aFilter, idOf, idsShown, jobOrder, type FilterInput } from './report-stock.js';

const orders: ReadonlyArray<PayoutOrder> = [
  jobOrder(acme, 1, { reference: 'INV-1', apiRefNumber: 'March run' }),
  jobOrder(acme, 2, { reference: 'INV-20', apiRefNumber: 'March run', amount: 2_000 }),
  jobOrder(acme, 3, {
    reference: 'PO-3',
    apiRefNumber: 'INV रन',
    beneficiaryId: aBeneficiaryId(3),
  }),
  jobOrder(acme, 4, { reference: 'a_%\\c', apiRefNumber: '100%', amount: 10 ** 15 - 1 }),
  jobOrder(acme, 5, { reference: 'abcdc', apiRefNumber: '100x', packageCode: 'SALARY' }),
  jobOrder(acme, 6, { reference: 'inv-6', apiRefNumber: '~~', beneficiaryId: aBeneficiaryId(6) }),
];

/** Payouts 1 and 3 were accepted, 1 has failed since; 2 was rejected; the others are undecided. */
const stock = async (storage: Storage): Promise<void> => {
  await addJobs(storage, orders);
  const [first, second, third] = orders as [PayoutOrder, PayoutOrder, PayoutOrder];
  await commit(storage, async ({ payouts }) => {
    await payouts.decide(acme, [accepts(first), turnsAway(second), accepts(third)]);
    await payouts.advance(acme, [changeTo(first, 'failed')]);
  });
};

const index = (storage: Storage, ...ns: ReadonlyArray<number>): Promise<void> =>
  commit(storage, ({ payouts }) => payouts.index(acme, ns.map(aJobId)));

const SEARCHES: ReadonlyArray<
  readonly [what: string, filter: FilterInput, ns: ReadonlyArray<number>]
> = [
  ['their payee', { search: { beneficiaryIds: [aBeneficiaryId(3)] } }, [3]],
  [
    'any of their payees',
    { search: { beneficiaryIds: [aBeneficiaryId(9), aBeneficiaryId(6), aBeneficiaryId(3)] } },
    [6, 3],
  ],
  ['their amount', { search: { amount: 2_000 } }, [2]],
  ['the largest amount', { search: { amount: 10 ** 15 - 1 } }, [4]],
  ['the whole reference, dead or not', { search: { prefix: 'INV-1' } }, [1]],
  ['the beginning of a reference or an apiRefNumber', { search: { prefix: 'INV' } }, [3, 2, 1]],
  ['the beginning of an apiRefNumber, spaces and all', { search: { prefix: 'March r' } }, [2, 1]],
  ['a batch', { search: { prefix: aJobId(4) } }, [4]],
  ['the beginning of a batch', { search: { prefix: aJobId(1).slice(0, 9) } }, [6, 5, 4, 3, 2, 1]],
  ['nothing that is longer', { search: { prefix: `${aJobId(4)}0` } }, []],
  ['no transaction id', { search: { prefix: idOf(4) } }, []],
  ['the case as it was written', { search: { prefix: 'inv' } }, [6]],
  ['% taken literally', { search: { prefix: '100%' } }, [4]],
  ['_ and a backslash taken literally', { search: { prefix: 'a_%\\' } }, [4]],
  ['the last characters of ASCII', { search: { prefix: '~' } }, [6]],
  ['no wildcard', { search: { prefix: '%' } }, []],
  ['an apiRefNumber of any script', { search: { prefix: 'INV र' } }, [3]],
  ['no other text that is beyond ASCII', { search: { prefix: 'INV\u00e9' } }, []],
  [
    'any one of payee, amount and text, each once',
    {
      search: { beneficiaryIds: [aBeneficiaryId(3)], amount: 2_000, prefix: 'INV' },
    },
    [3, 2, 1],
  ],
  ['a text within a status', { status: 'rejected', search: { prefix: 'INV' } }, [2]],
  ['a text within a reach', { packageCodes: ['SALARY'], search: { prefix: 'a' } }, [5]],
  ['a text within amounts', { amountTo: 2_000, search: { prefix: 'March' } }, [2]],
  ['a text of one transaction', { transactionId: idOf(1), search: { prefix: 'INV' } }, [1]],
  ['nothing of another transaction', { transactionId: idOf(5), search: { prefix: 'INV' } }, []],
];

export const reportSearchContract: ReadonlyArray<ContractCase> = [
  ...SEARCHES.map(([what, filter, ns]): ContractCase => ({
    title: `a search finds payouts by ${what}, before they are indexed, half way and after`,
    run: async (storage) => {
      await stock(storage);
      const found = () => idsShown(storage, aFilter(filter));

      assert.deepEqual(await found(), ns.map(idOf));
      await index(storage, 1, 4, 6);
      assert.deepEqual(await found(), ns.map(idOf));
      await index(storage, 1, 2, 3, 4, 5, 6);
      assert.deepEqual(await found(), ns.map(idOf));
    },
  })),
  {
    title:
      'payouts are found by their whole reference within their corporate, once those that hold it no more are indexed',
    run: async (storage) => {
      await stock(storage);
      // Payout 1 has failed and holds its reference no more, so that another one may have it.
      const again = jobOrder(acme, 7, { reference: 'INV-1' });
      await addJobs(storage, [again]);
      await index(storage, 1, 2, 3, 4, 5, 6);
      const called = (reference: string, limit = 9, tenant: Tenant = acme) =>
        storage.read(async ({ payouts }) =>
          (await payouts.ofReference(tenant, reference, limit))
            .map(({ order }) => order.transactionId)
            .sort(),
        );

      assert.deepEqual(await called('INV-1'), [1, 7].map(idOf));
      assert.deepEqual(await called('INV-1', 1), [idOf(7)]);
      await index(storage, 7);
      assert.deepEqual(await called('INV-1'), [1, 7].map(idOf));
      assert.deepEqual(await called('INV-20'), [idOf(2)]);
      for (const none of ['INV', 'inv-1', 'INV-1 ', 'March run', ''])
        assert.deepEqual(await called(none), []);
      for (const other of others) assert.deepEqual(await called('INV-1', 9, other), []);
    },
  },
  {
    title: 'pages of a search follow each other, indexed or not',
    run: async (storage) => {
      await stock(storage);
      await index(storage, 1, 3);
      const filter = aFilter({
        search: { beneficiaryIds: [aBeneficiaryId(6)], amount: 10 ** 15 - 1, prefix: 'INV' },
      });

      assert.deepEqual(await idsShown(storage, filter, { limit: 2 }), [6, 4].map(idOf));
      assert.deepEqual(
        await idsShown(storage, filter, { limit: 2, before: idOf(4) }),
        [3, 2].map(idOf),
      );
      assert.deepEqual(await idsShown(storage, filter, { limit: 2, before: idOf(2) }), [idOf(1)]);
      assert.deepEqual(
        await idsShown(storage, filter, { before: idOf(5) }),
        [4, 3, 2, 1].map(idOf),
      );
    },
  },
  {
    title: 'a payout that changes after it was indexed is found as it is then',
    run: async (storage) => {
      await stock(storage);
      await index(storage, 3);
      const [, , third] = orders as [PayoutOrder, PayoutOrder, PayoutOrder];
      await commit(storage, ({ payouts }) => payouts.advance(acme, [changeTo(third, 'rejected')]));

      const search = { prefix: 'PO-3' };
      assert.deepEqual(await idsShown(storage, aFilter({ status: 'rejected', search })), [idOf(3)]);
      assert.deepEqual(
        await idsShown(storage, aFilter({ status: 'pending_approval', search })),
        [],
      );
    },
  },
  {
    title: 'indexing nothing, a job that never was or one of another tenant changes nothing',
    run: async (storage) => {
      await stock(storage);
      await commit(storage, async ({ payouts }) => {
        await payouts.index(acme, []);
        await payouts.index(acme, [aJobId(99)]);
        await payouts.index(globex, [aJobId(1), aJobId(3)]);
      });

      const filter = aFilter({ search: { prefix: 'INV' } });
      assert.deepEqual(await idsShown(storage, filter), [3, 2, 1].map(idOf));
      assert.deepEqual(await idsShown(storage, filter, { tenant: globex }), []);
    },
  },
];
