import assert from 'node:assert/strict';
import type { BankRail, Ports, Storage, TransactionId } from '@hundi/core';
import {
  bankRefOf,
  groupRefOf,
  type BankOrder,
  type BankQuestion,
  type RailTraits,
} from '@hundi/core/rail';
import type { CorporateInput } from '../../kit/sandbox/demo-document.js';
import { demoPackages } from '../../kit/sandbox/demo-packages.js';
import { timeline } from '../../kit/sandbox/timeline.js';
import { cancel, decide, first, LARGE } from '../stage/approval-stage.js';
import { compareBooks } from '../stage/compare-books.js';
import { vendorWith } from '../stage/group-stage.js';
import { forgottenSends, workOn } from '../stage/restore-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { expectRight, openStage, type Row, type Stage } from '../stage/stage.js';
import { ADMIN, ADMIN_2, THREE_ADMINS } from '../stage/under-way-stage.js';

const SECOND = 1_000;
const MAIN = '50200011112222';

/** The half minute in which the work of a dead worker goes on. */
const LEASE_OVER = 27 * SECOND;

/** After the last approval of a job, its groups leave. */
const GATHERED = 5 * SECOND;

/** The 6th of January begins at the bank. */
const MIDNIGHT = Date.UTC(2026, 0, 5, 18, 30);

const single = vendorWith({ effectiveConfiguration: { effectiveDebitMode: 'single' } });

interface GroupStage extends Stage {
  readonly rail: BankRail;
  /** The orders of each call of submit. */
  readonly calls: ReadonlyArray<BankOrder>[];
  readonly asked: ReadonlyArray<BankQuestion>[];
  /** Lets the next call of submit fail; so many of its orders have reached the bank, by themselves. */
  readonly loseNext: (reaching?: number) => void;
  /** Posts rows, and lets the time pass after which their groups leave. */
  readonly send: (rows: ReadonlyArray<Row>) => Promise<ReadonlyArray<TransactionId>>;
}

interface GroupStageOptions extends Partial<Pick<Ports, 'sendGuard'>> {
  readonly traits?: Partial<RailTraits>;
  readonly acme?: Partial<CorporateInput>;
}

/** A stage whose bank takes groups, and whose VENDOR payouts of a job are one debit. */
const groupStage = async (
  storage: Storage,
  { traits = {}, acme = single, ...ports }: GroupStageOptions = {},
): Promise<GroupStage> => {
  const calls: ReadonlyArray<BankOrder>[] = [];
  const asked: ReadonlyArray<BankQuestion>[] = [];
  let reaching: number | undefined;
  const opened = await openStage(storage, acme, { traits: { ordersAGroup: 20_000, ...traits } });
  const { bank, clock } = opened;
  const { rail } = bank;
  const bankRail: BankRail = {
    ...rail,
    submit: async (orders) => {
      calls.push(orders);
      if (reaching === undefined) return rail.submit(orders);
      await rail.submit(orders.slice(0, reaching).map(({ group: _, ...order }) => order));
      reaching = undefined;
      throw new Error('the bank cannot be reached');
    },
    query: (questions) => {
      asked.push(questions);
      return rail.query(questions);
    },
  };
  const engine = opened.another({ ...ports, bankRail });
  const stage: Stage = { ...opened, engine, ...timeline({ engine, bank, clock }) };
  return {
    ...stage,
    rail: bankRail,
    calls,
    asked,
    loseNext: (count = 0) => {
      reaching = count;
    },
    send: async (rows) => {
      const { ids } = await stage.post(rows);
      await stage.runDue();
      await stage.advance(GATHERED);
      return ids;
    },
  };
};

const refsOf = (orders: ReadonlyArray<Pick<BankOrder, 'group'>> | undefined) => [
  ...new Set(orders?.map(({ group }) => group?.groupRef)),
];

const statusesOf = async (stage: Stage, ids: ReadonlyArray<TransactionId>) => {
  const statuses: string[] = [];
  for (const id of ids) statuses.push((await stage.payout(id)).status);
  return statuses;
};

const debitsOf = async ({ bank }: Stage) =>
  (await bank.entries(MAIN)).filter(({ side }) => side === 'debit').map(({ amount }) => amount);

export const paymentGroupScenarios: ReadonlyArray<Scenario> = [
  {
    title:
      'the payouts of a job are one debit, and what the bank refuses of them is credited by itself',
    run: async (storage) => {
      const stage = await groupStage(storage);
      const ids = await stage.send([
        { amount: 100, reference: 'A' },
        { amount: 200, reference: 'B', to: 'CLOSED01' },
        { amount: 400, reference: 'C' },
      ]);

      const groupRef = groupRefOf(ids.map(bankRefOf));
      const [orders] = stage.calls;
      assert.equal(stage.calls.length, 1);
      assert.deepEqual(
        orders?.map(({ group }) => group),
        ids.map(() => ({ groupRef, count: 3, sum: 700 })),
      );
      assert.deepEqual(await statusesOf(stage, ids), ['paid', 'failed', 'paid']);
      assert.deepEqual(await stage.bank.entries(MAIN), [
        { side: 'debit', amount: 700, reference: groupRef },
        { side: 'credit', amount: 200, reference: bankRefOf(ids[1] as TransactionId) },
      ]);
      assert.equal(
        (await stage.journal(ids[0] as string)).find(({ to }) => to === 'sent_to_bank')?.changes[
          'groupRef'
        ],
        groupRef,
      );
      await compareBooks(stage, ids);
    },
  },
  {
    title: 'a returned order comes back by itself, and the others of its group stay paid',
    run: async (storage) => {
      const stage = await groupStage(storage);
      await stage.bank.script('BACK', 'returned');
      const ids = await stage.send([{ reference: 'STAYS' }, { reference: 'BACK' }]);
      assert.deepEqual(await statusesOf(stage, ids), ['paid', 'paid']);
      await stage.advance(2 * 3_600 * SECOND);
      assert.deepEqual(await statusesOf(stage, ids), ['paid', 'failed']);
      await compareBooks(stage, ids);
    },
  },
  {
    title: 'a group is of one debit account and method, whatever package its payouts are of',
    run: async (storage) => {
      const effectiveConfiguration = { effectiveDebitMode: 'single' } as const;
      const packages = demoPackages().map((one) => ({ ...one, effectiveConfiguration }));
      const stage = await groupStage(storage, { acme: { packages } });
      const ids = await stage.send([
        { amount: 100 },
        { amount: 200, paymentMethodCode: 'IMPS' },
        { amount: 400 },
        { amount: 800, packageCode: 'SALARY' },
        { amount: 1_600, paymentMethodCode: 'IMPS' },
      ]);
      assert.deepEqual((await debitsOf(stage)).sort(), [1_300, 1_800]);
      assert.deepEqual(
        await statusesOf(stage, ids),
        ids.map(() => 'paid'),
      );
      await compareBooks(stage, ids);
    },
  },
  {
    title:
      'in a job with a package of one debit, the payouts of the others stay orders by themselves',
    run: async (storage) => {
      const stage = await groupStage(storage);
      const ids = await stage.send([
        { amount: 100 },
        { amount: 200, packageCode: 'SALARY' },
        { amount: 400 },
        { amount: 800, packageCode: 'SALARY' },
      ]);
      assert.deepEqual((await debitsOf(stage)).sort(), [200, 500, 800]);
      await compareBooks(stage, ids);
    },
  },
  {
    title: 'a rail that takes no groups gets each order of a job by itself, with its own debit',
    run: async (storage) => {
      const stage = await openStage(storage, single);
      await stage.pay([{ amount: 100 }, { amount: 200 }]);
      assert.deepEqual((await debitsOf(stage)).sort(), [100, 200]);
    },
  },
  {
    title: 'a job of thousands is one group in one call, and is settled whole',
    asksStore: true,
    run: async (storage) => {
      const stage = await groupStage(storage);
      const ids = await stage.send(Array.from({ length: 2_300 }, () => ({ amount: 100 })));
      assert.deepEqual(
        stage.calls.map((orders) => orders.length),
        [2_300],
      );
      assert.deepEqual(await debitsOf(stage), [230_000]);
      const payouts = await storage.read(({ payouts }) => payouts.findMany(stage.tenant, ids));
      assert.ok(
        payouts.every((one) => one.intake === 'accepted' && one.progress.status === 'paid'),
      );
    },
  },
  {
    title: 'a job larger than a group of the bank is several groups, none of them too large',
    run: async (storage) => {
      const stage = await groupStage(storage, { traits: { ordersAGroup: 2 } });
      const ids = await stage.send([{}, {}, {}, {}, {}]);
      assert.deepEqual((await debitsOf(stage)).sort(), [100_000, 100_000, 50_000]);
      await compareBooks(stage, ids);
    },
  },
  {
    title: 'a group that never reached the bank is asked about whole, and sent again as it was',
    run: async (storage) => {
      const stage = await groupStage(storage);
      stage.loseNext();
      const ids = await stage.send([{}, {}, {}]);
      await stage.advance(30 * SECOND);

      assert.equal(stage.calls.length, 2);
      assert.deepEqual(stage.calls[1], stage.calls[0]);
      const [groupRef] = refsOf(stage.calls[0]);
      assert.deepEqual(
        stage.asked[0]?.map((one) => one.groupRef),
        ids.map(() => groupRef),
      );
      assert.deepEqual(await statusesOf(stage, ids), ['paid', 'paid', 'paid']);
      assert.deepEqual(await debitsOf(stage), [150_000]);
      await compareBooks(stage, ids);
    },
  },
  {
    title: 'a worker that dies with a group in its hands leaves it whole to the next one, and once',
    run: async (storage) => {
      const stage = await groupStage(storage, { traits: { deduplicates: false } });
      const { ids } = await stage.post([1, 2, 3].map(() => ({ amount: LARGE })));
      await stage.runDue();
      await decide(stage, 'u-checker', ids);
      stage.clock.advance(GATHERED);
      let isCalled = (): void => undefined;
      const called = new Promise<void>((resolve) => (isCalled = resolve));
      const dying = stage.another({
        bankRail: {
          ...stage.bank.rail,
          submit: () => {
            isCalled();
            return new Promise(() => undefined);
          },
        },
      });
      void dying.runDue();
      await called;
      await stage.runDue();
      assert.deepEqual(
        await statusesOf(stage, ids),
        ids.map(() => 'sent_to_bank'),
      );

      await stage.advance(60 * SECOND);
      assert.deepEqual(
        await statusesOf(stage, ids),
        ids.map(() => 'paid'),
      );
      assert.deepEqual(
        stage.calls.map((orders) => orders.length),
        [3],
      );
      assert.deepEqual(await debitsOf(stage), [3 * LARGE]);
      await compareBooks(stage, ids);
    },
  },
  {
    title: 'two workers that look at the same time make one group of a job',
    asksStore: true,
    run: async (storage) => {
      const stage = await groupStage(storage);
      stage.clock.set(MIDNIGHT - SECOND);
      const row = { amount: 100, payoutDate: '2026-01-06' };
      const { ids } = await stage.post(Array.from({ length: 1_500 }, () => row));
      await stage.runDue();
      stage.clock.set(MIDNIGHT);
      const other = stage.another({ bankRail: stage.rail });
      await Promise.all([stage.engine.runDue(), other.runDue()]);
      await stage.runDue();

      assert.deepEqual(await debitsOf(stage), [150_000]);
      assert.equal((await stage.payout(ids[1_499] as TransactionId)).status, 'paid');
    },
  },
  {
    title:
      'an order that waits to be sent again is asked about after a restore, also where it is claimed beside a group of its job',
    asksStore: true,
    run: async (storage) => {
      // The rail takes no groups yet.
      const traits = { deduplicates: false };
      const stage = await openStage(storage, { ...single, ...THREE_ADMINS }, { traits });
      const { bank, clock, engine, tenant } = stage;
      const sent: TransactionId[] = [];
      let isLost = true;
      const railOf = (more: Partial<RailTraits>): BankRail => ({
        ...bank.rail,
        traits: { ...bank.rail.traits, ...more },
        submit: (orders) => {
          sent.push(...orders.map(({ transactionId }) => transactionId));
          if (!isLost) return bank.rail.submit(orders);
          isLost = false;
          return Promise.reject(new Error('the bank cannot be reached'));
        },
      });
      const before = stage.another({ bankRail: railOf({}) });
      const { ids } = await stage.post([{ amount: LARGE }, { amount: 100 }]);
      const [large, lost] = [first(ids), first(ids.slice(1))];
      await before.runDue();
      assert.deepEqual(sent, [lost]);
      // Its maker comes under review, so that it is not sent again for now.
      const maker = { userId: 'u-maker' };
      expectRight(await engine.suspendPerson(tenant, { ...maker, actorUserId: ADMIN, hold: true }));
      await workOn(stage, before, 4);
      assert.deepEqual(await decide(stage, 'u-checker', [large]), ['approved']);
      // Here is the backup. The life that it forgets sends the order again, and the bank executes it.
      await forgottenSends(stage, [lost]);
      clock.advance(3_600 * SECOND);
      expectRight(await engine.releasePerson(tenant, { ...maker, actorUserId: ADMIN_2 }));
      sent.length = 0;
      const grouping = { ordersAGroup: 20_000, ordersACall: 1 };
      await workOn(stage, stage.another({ bankRail: railOf(grouping) }), 5);

      assert.deepEqual(sent, [large]);
      await compareBooks(stage, ids);
    },
  },
  {
    title: 'a group whose answers are lost is asked about, and never sent again',
    run: async (storage) => {
      const stage = await groupStage(storage, { traits: { deduplicates: false } });
      stage.bank.faults.arm({ kind: 'answer_lost', count: 1 });
      const ids = await stage.send([{}, {}]);
      await stage.advance(LEASE_OVER);
      assert.equal(stage.calls.length, 1);
      assert.deepEqual(await statusesOf(stage, ids), ['paid', 'paid']);
      await compareBooks(stage, ids);
    },
  },
  {
    title: 'where the bank has some orders of a group and not others, none is sent alone',
    run: async (storage) => {
      const stage = await groupStage(storage);
      stage.loseNext(1);
      const ids = await stage.send([{}, {}]);
      await stage.advance(60 * SECOND);
      stage.clock.advance(3_600 * SECOND);
      await stage.advance(60 * SECOND);

      assert.equal(stage.calls.length, 1);
      assert.deepEqual(await statusesOf(stage, ids), ['paid', 'sent_to_bank']);
      const incidents = await storage.read(({ journal }) => journal.latestIncidents(100));
      assert.deepEqual(
        incidents.map(({ incident }) => [incident.kind, incident.subjectId]),
        [['outcome_unknown', ids[1]]],
      );
    },
  },
  {
    title: 'a payout that is cancelled before its group leaves is in no count and no sum',
    run: async (storage) => {
      const stage = await groupStage(storage);
      const { ids } = await stage.post([100, 200, 400].map((more) => ({ amount: LARGE + more })));
      await stage.runDue();
      await decide(stage, 'u-checker', ids);
      await stage.runDue();
      assert.equal(await cancel(stage, 'u-maker', ids[1]), 'cancelled');
      await stage.advance(GATHERED);

      const [orders] = stage.calls;
      assert.deepEqual(
        orders?.map(({ group }) => [group?.count, group?.sum]),
        [
          [2, 2 * LARGE + 500],
          [2, 2 * LARGE + 500],
        ],
      );
      assert.equal(await cancel(stage, 'u-maker', ids[0]), 'WrongPayoutStatus');
      await compareBooks(stage, ids);
    },
  },
  {
    title: 'what is approved within seconds leaves in one group; a later approval makes its own',
    run: async (storage) => {
      const stage = await groupStage(storage);
      const { ids } = await stage.post([1, 2, 3].map(() => ({ amount: LARGE })));
      await stage.runDue();
      const approve = async (at: number) => {
        await decide(stage, 'u-checker', ids.slice(at, at + 1));
        await stage.runDue();
      };
      await approve(0);
      await stage.advance(4 * SECOND);
      await approve(1);
      await stage.advance(GATHERED);
      assert.deepEqual(await debitsOf(stage), [2 * LARGE]);
      await approve(2);
      await stage.advance(GATHERED);
      assert.deepEqual(await debitsOf(stage), [2 * LARGE, LARGE]);
      await compareBooks(stage, ids);
    },
  },
  {
    title: 'a row that is dated later stays until its day, and is then a group of its own',
    run: async (storage) => {
      const stage = await groupStage(storage);
      stage.clock.set(MIDNIGHT - 7 * SECOND);
      const { ids } = await stage.post([{}, { payoutDate: '2026-01-06' }]);
      await stage.runDue();
      await stage.advance(GATHERED);
      assert.deepEqual(await statusesOf(stage, ids), ['paid', 'scheduled']);
      await stage.advance(2 * SECOND);
      assert.deepEqual(await statusesOf(stage, ids), ['paid', 'paid']);
      assert.deepEqual(
        stage.calls.map((orders) => orders.length),
        [1, 1],
      );
    },
  },
  {
    title: 'the guard is asked about each payout of a job before any of them leaves, in one group',
    run: async (storage) => {
      const screened: number[] = [];
      const stage = await groupStage(storage, {
        sendGuard: {
          screen: async (questions) => {
            screened.push(questions.length);
            return questions.map(({ order }) => ({
              kind: order.amount === 100 ? 'hold' : 'go',
              code: 'asked',
              reason: 'it was asked',
            }));
          },
        },
      });
      const ids = await stage.send([
        ...Array.from({ length: 150 }, () => ({ amount: 200 })),
        { amount: 100 },
      ]);
      assert.deepEqual(screened, [100, 51]);
      assert.deepEqual(
        stage.calls.map((orders) => orders.length),
        [150],
      );
      assert.deepEqual(await debitsOf(stage), [30_000]);
      assert.equal((await stage.payout(ids[150] as TransactionId)).status, 'approved');
    },
  },
];
