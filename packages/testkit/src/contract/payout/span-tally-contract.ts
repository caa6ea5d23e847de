import assert from 'node:assert/strict';
import type { Tenant } from '@hundi/core';
import type { SpanTallies, Storage } from '@hundi/core/storage';
import { commit } from '../../kit/build/commit.js';
import { EPOCH } from '../../kit/build/ids.js';
import { cancels, changeTo, turnsAway } from '../../kit/build/payout.js';
import { acme, others, type ContractCase } from '../contract-case.js';
import {
  acceptedWith,
  addJobs,
  aFilter,
  idOf,
  jobOrder,
  type FilterInput,
} from './report-stock.js';

/** Payouts 1 to 7, accepted one millisecond after the other: 1 and 2 paid, 3 waits, 4 rejected, 5 cancelled, the rest undecided. */
const stock = async (storage: Storage): Promise<void> => {
  const of = (n: number, more = {}) => jobOrder(acme, n, { amount: n * 100_000, ...more });
  const orders = [1, 2, 3, 4, 5, 6].map((n) => of(n));
  const last = of(7, { packageCode: 'SALARY' });
  const [one, two, three, four, five] = orders;
  assert.ok(one && two && three && four && five);
  await addJobs(storage, [...orders, last]);
  await commit(storage, async ({ payouts }) => {
    await payouts.decide(acme, [
      acceptedWith(one, {}, 'approved'),
      acceptedWith(two, { debitAccountId: 'debit-2' }, 'approved'),
      acceptedWith(three, {}),
      turnsAway(four),
      cancels(five),
    ]);
    await payouts.advance(acme, [changeTo(one, 'paid'), changeTo(two, 'paid')]);
  });
};

const tally = (
  storage: Storage,
  filter: FilterInput,
  starts: ReadonlyArray<number>,
  { rowsMax = 100, tenant = acme }: { readonly rowsMax?: number; readonly tenant?: Tenant } = {},
): Promise<SpanTallies> =>
  storage.read(({ payouts }) => payouts.tallySpans(tenant, aFilter(filter), starts, rowsMax));

/** Tallies as a case writes them, in order. */
const lines = ({ tallies }: SpanTallies): ReadonlyArray<string> =>
  tallies
    .map(
      ({ span, status, count, amount, since }) =>
        `${String(span)} ${status}: ${String(count)} of ${String(amount)} since ${String(since - EPOCH)}`,
    )
    .sort();

const ALL = [EPOCH];

export const spanTallyContract: ReadonlyArray<ContractCase> = [
  {
    title: 'payouts are counted by state and by the span in which they were accepted',
    run: async (storage) => {
      await stock(storage);
      assert.deepEqual(lines(await tally(storage, {}, ALL)), [
        '0 cancelled: 1 of 500000 since 5',
        '0 paid: 2 of 300000 since 1',
        '0 pending_approval: 1 of 300000 since 3',
        '0 queued: 2 of 1300000 since 6',
        '0 rejected: 1 of 400000 since 4',
      ]);
      const spans = await tally(storage, {}, [EPOCH + 2, EPOCH + 4, EPOCH + 5, EPOCH + 100]);
      assert.deepEqual(lines(spans), [
        '0 paid: 1 of 200000 since 2',
        '0 pending_approval: 1 of 300000 since 3',
        '1 rejected: 1 of 400000 since 4',
        '2 cancelled: 1 of 500000 since 5',
        '2 queued: 2 of 1300000 since 6',
      ]);
      assert.deepEqual(await tally(storage, {}, [EPOCH + 100]), { tallies: [] });
      assert.deepEqual(await tally(storage, {}, []), { tallies: [] });
    },
  },
  {
    title: 'only payouts that meet the filter are counted',
    run: async (storage) => {
      await stock(storage);
      const paid = '0 paid: 1 of 200000 since 2';
      for (const [filter, expected] of [
        [{ status: 'paid', amountFrom: 200_000 }, [paid]],
        [{ debitAccountId: 'debit-2' }, [paid]],
        [{ transactionId: idOf(2) }, [paid]],
        [{ packageCodes: ['SALARY'] }, ['0 queued: 1 of 700000 since 7']],
        [{ packageCodes: ['OTHER'] }, []],
        [{ createdFrom: EPOCH + 2, createdBefore: EPOCH + 3 }, [paid]],
        [{ createdFrom: EPOCH + 3, createdBefore: EPOCH + 3 }, []],
        [{ search: { amount: 200_000 } }, [paid]],
      ] as const)
        assert.deepEqual(lines(await tally(storage, filter, ALL)), expected);
    },
  },
  {
    title:
      'of more payouts than may be looked at, the newest are counted, and it is said where they end',
    run: async (storage) => {
      await stock(storage);
      const cut = await tally(storage, {}, ALL, { rowsMax: 3 });
      assert.deepEqual(lines(cut), [
        '0 cancelled: 1 of 500000 since 5',
        '0 queued: 2 of 1300000 since 6',
      ]);
      assert.equal(cut.stoppedAt, idOf(4));
      assert.equal((await tally(storage, {}, ALL, { rowsMax: 7 })).stoppedAt, undefined);
      const few = await tally(storage, { status: 'paid' }, ALL, { rowsMax: 6 });
      assert.deepEqual(lines(few), ['0 paid: 1 of 200000 since 2']);
      assert.equal(few.stoppedAt, idOf(1));
    },
  },
  {
    title: 'payouts of one tenant are not counted for another',
    run: async (storage) => {
      await stock(storage);
      for (const tenant of others)
        assert.deepEqual((await tally(storage, {}, ALL, { tenant })).tallies, []);
    },
  },
];
