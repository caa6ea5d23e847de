import assert from 'node:assert/strict';
import { E, type DutyName, type Storage, type TransactionId } from '@hundi/core';
import { accepts, anOrder } from '../../kit/build/payout.js';
import { anEntry } from '../../kit/build/records.js';
import { decide, decideJob, first, LARGE, waiting } from '../stage/approval-stage.js';
import { failing } from '../stage/cause-stage.js';
import { codesOf, vendorWith } from '../stage/group-stage.js';
import { idsIn } from '../stage/read-report.js';
import type { Scenario } from '../stage/scenario.js';
import { openStage, type Stage } from '../stage/stage.js';

const DAY = 24 * 3_600_000;
const LIFE = 90 * DAY;
const ROWS_MAX = 20_000;

/** When 8 January 2026 starts in India. */
const THURSDAY = Date.UTC(2026, 0, 7, 18, 30);

const statusesOf = async (stage: Stage, ids: ReadonlyArray<TransactionId>) => {
  const statuses: string[] = [];
  for (const id of ids) statuses.push((await stage.payout(id)).status);
  return statuses;
};

/** How many pieces of work a duty has, due or not. */
const waitingFor = async ({ engine }: Stage, name: DutyName): Promise<number | undefined> => {
  const { duties } = await engine.getBacklog();
  return duties.find(({ duty }) => duty === name)?.waiting;
};

export const expiryScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a payout without approval for 90 days is rejected',
    run: async (storage) => {
      const stage = await openStage(storage);
      const accepted = stage.clock.now();
      const [id] = (await waiting(stage)) as [TransactionId];
      await stage.advance(accepted + LIFE - 1 - stage.clock.now());
      assert.equal((await stage.payout(id)).status, 'pending_approval');

      await stage.advance(1);
      const { status, statusDetails, timestamps } = await stage.payout(id);
      assert.deepEqual([status, statusDetails?.code], ['rejected', 'approval_expired']);
      assert.equal(timestamps.approvedAt, undefined);
      const last = (await stage.journal(id)).at(-1);
      assert.deepEqual(
        [last?.from, last?.to, last?.at, last?.actor],
        ['pending_approval', 'rejected', accepted + LIFE, 'expire-approvals'],
      );
      assert.equal(await waitingFor(stage, 'expire-approvals'), 0);
    },
  },
  {
    title:
      'a payout that is still unapproved when its day is over in the zone of the bank is rejected',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { ids } = await stage.post([
        { amount: LARGE, payoutDate: '2026-01-07' },
        { amount: LARGE, payoutDate: '2026-01-08' },
        { amount: LARGE },
        { amount: LARGE, payoutDate: '2026-01-07', packageCode: 'CAPEX' },
      ]);
      await stage.runDue();
      assert.deepEqual(await decide(stage, 'u-checker', ids.slice(3)), ['partially_approved']);
      await stage.advance(THURSDAY - 1 - stage.clock.now());
      assert.ok(!(await statusesOf(stage, ids)).includes('rejected'));

      await stage.advance(1);
      const pending = 'pending_approval';
      assert.deepEqual(await statusesOf(stage, ids), ['rejected', pending, pending, 'rejected']);
      await stage.advance(DAY);
      assert.deepEqual(await statusesOf(stage, ids), ['rejected', 'rejected', pending, 'rejected']);
      assert.equal(await waitingFor(stage, 'expire-approvals'), 1);
      await stage.advance(LIFE);
      assert.equal((await stage.payout(ids[2] as TransactionId)).status, 'rejected');
    },
  },
  {
    title: 'an expired payout frees its reference and its share of the daily limit',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage, vendorWith({ dailyAmountLimit: LARGE }));
      const friday = { amount: LARGE, payoutDate: '2026-01-09', reference: 'PAY-1' };
      const { ids } = await stage.post([{ amount: LARGE, payoutDate: '2026-01-07' }, friday]);
      await stage.runDue();
      const limitUse = () =>
        storage.atomically<never, ReadonlyArray<bigint>>(async ({ payouts }) => {
          const key = { packageCode: 'VENDOR' as never, day: '2026-01-07' as never };
          const uses = await payouts.holdLimits(stage.tenant, [key]);
          return E.right(uses.map(({ amount }) => amount));
        });
      assert.deepEqual(await limitUse(), E.right([BigInt(LARGE)]));
      await stage.advance(THURSDAY - stage.clock.now());
      assert.deepEqual(await statusesOf(stage, ids), ['rejected', 'pending_approval']);
      assert.deepEqual(await limitUse(), E.right([0n]));

      const again = { reference: 'PAY-1' };
      assert.deepEqual(await codesOf(stage, [again]), ['duplicate_transaction_reference']);
      await stage.advance(2 * DAY);
      assert.deepEqual(await codesOf(stage, [again]), [null]);
    },
  },
  {
    title: 'work that fell due while the engine was down is done when it is up again',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { ids } = await stage.post([
        { amount: LARGE, payoutDate: '2026-01-07' },
        { amount: LARGE },
      ]);
      await stage.runDue();
      stage.clock.advance(200 * DAY);
      await stage.another().runDue();
      await stage.another().runDue();
      assert.deepEqual(await statusesOf(stage, ids), ['rejected', 'rejected']);
      for (const id of ids) assert.equal((await stage.journal(id)).length, 2);
    },
  },
  {
    title: 'a payout whose time is over cannot be decided on, even before it is rejected for that',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { jobId, ids } = await stage.post([{ amount: LARGE, payoutDate: '2026-01-07' }]);
      await stage.runDue();
      stage.clock.set(THURSDAY);
      assert.deepEqual(await decide(stage, 'u-checker', ids), ['ApprovalExpired']);
      assert.deepEqual(await decideJob(stage, 'u-checker', jobId), ['ApprovalExpired']);
      assert.deepEqual(await decide(stage, 'u-checker', ids, 'reject'), ['ApprovalExpired']);
      await stage.advance(DAY);
      assert.deepEqual(await statusesOf(stage, ids), ['rejected']);
      assert.deepEqual(await stage.bank.orders(), []);
    },
  },
  {
    title: 'a payout that was approved in time does not expire',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { ids } = await stage.post([
        { amount: LARGE, payoutDate: '2026-01-07' },
        { amount: LARGE },
      ]);
      await stage.runDue();
      await decide(stage, 'u-checker', ids);
      await stage.advance(LIFE + DAY);
      assert.deepEqual(await statusesOf(stage, ids), ['paid', 'paid']);
      assert.equal(await waitingFor(stage, 'expire-approvals'), 0);
    },
  },
  {
    title: 'all payouts of a job that wait have one piece of work among them, other jobs have none',
    run: async (storage) => {
      const stage = await openStage(storage);
      await stage.post(Array.from({ length: 30 }, () => ({ amount: LARGE })));
      await stage.post([{}, { to: 'STAFF01' }]);
      await stage.advance(60_000);
      assert.equal(await waitingFor(stage, 'expire-approvals'), 1);
      const { duties } = await stage.engine.getBacklog();
      assert.equal(
        duties.reduce((sum, { waiting: count }) => sum + count, 0),
        1,
      );
    },
  },
  {
    title: 'payouts expire in time though their search terms can never be written',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const engine = stage.another({ storage: failing(storage, 'payouts', 'index') });
      const { ids } = await stage.post([
        { amount: LARGE, payoutDate: '2026-01-07' },
        { amount: LARGE },
      ]);
      await engine.runDue();
      stage.clock.set(THURSDAY - 1);
      await engine.runDue();
      assert.deepEqual(await statusesOf(stage, ids), ['pending_approval', 'pending_approval']);

      stage.clock.advance(1);
      await engine.runDue();
      assert.deepEqual(await statusesOf(stage, ids), ['rejected', 'pending_approval']);
      stage.clock.advance(LIFE);
      await engine.runDue();
      assert.deepEqual(await statusesOf(stage, ids), ['rejected', 'rejected']);
      assert.equal(await waitingFor(stage, 'expire-approvals'), 0);
      assert.equal(await waitingFor(stage, 'index-payouts'), 1);
    },
  },
  {
    title: 'payouts expire whose job an earlier version has left to search, and are found',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const { jobId, ids } = await stage.post([{ amount: LARGE, payoutDate: '2026-01-07' }]);
      await stage.runDue();
      const { tenant } = stage;
      await storage.atomically(async ({ work }) => {
        const runAt = stage.clock.now();
        await work.add([{ duty: 'index-payouts', subject: jobId, tenant, runAt }]);
        return E.right(undefined);
      });
      await stage.runDue();
      assert.equal(await waitingFor(stage, 'expire-approvals'), 1);
      assert.equal(await waitingFor(stage, 'index-payouts'), 0);

      await stage.advance(THURSDAY - stage.clock.now());
      assert.deepEqual(await statusesOf(stage, ids), ['rejected']);
      assert.deepEqual(await idsIn(stage, { search: 'REF-' }), ids);
    },
  },
  {
    title: 'a payout of no job expires by work of its own',
    run: async (storage) => {
      const stage = await openStage(storage);
      const order = anOrder(stage.tenant, 1, { createdAt: stage.clock.now() });
      const runAt = stage.clock.now() + LIFE;
      await storage.atomically(async ({ payouts, journal, work }) => {
        await payouts.add([order]);
        await payouts.decide(stage.tenant, [accepts(order)]);
        await journal.append([anEntry(stage.tenant, order.transactionId, 1)]);
        const { tenant, transactionId: subject } = order;
        await work.add([{ duty: 'expire-approvals', subject, tenant, runAt }]);
        return E.right(undefined);
      });
      await stage.advance(LIFE);
      assert.equal((await stage.payout(order.transactionId)).status, 'rejected');
      assert.equal(await waitingFor(stage, 'expire-approvals'), 0);
    },
  },
  {
    title:
      'an expiry that cannot be written is retried until it can, holds up no other, and raises an incident',
    run: async (storage) => {
      const stage = await openStage(storage);
      const ids = [...(await waiting(stage)), ...(await waiting(stage))];
      await stage.advance(60_000);
      stage.clock.advance(LIFE);
      const broken = brokenFor(storage, first(ids));
      const engine = stage.another({ storage: broken });
      await engine.runDue();
      assert.deepEqual(await statusesOf(stage, ids), ['pending_approval', 'rejected']);
      for (let minute = 0; minute < 8; minute += 1) {
        stage.clock.advance(60_000);
        await engine.runDue();
      }
      const incidents = await storage.read(({ journal }) => journal.incidents(stage.tenant, 10));
      assert.deepEqual(
        incidents.map(({ kind }) => kind),
        ['expiry_failed'],
      );
      await stage.advance(60_000);
      assert.deepEqual(await statusesOf(stage, ids), ['rejected', 'rejected']);
    },
  },
  {
    title: 'when an approval and the expiry of a payout race, exactly one takes place',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const { ids } = await stage.post(
        Array.from({ length: 10 }, () => ({ amount: LARGE, payoutDate: '2026-01-07' })),
      );
      await stage.advance(60_000);
      stage.clock.set(THURSDAY);
      // A checker whose clock is a little behind.
      const behind = stage.another({ clock: { now: () => THURSDAY - 1 } });
      await Promise.all([
        ...ids.map((id) => decide({ ...stage, engine: behind }, 'u-checker', [id])),
        stage.another().runDue(),
        stage.another().runDue(),
      ]);
      await stage.runDue();
      for (const id of ids) {
        const [, ...states] = (await stage.journal(id)).map(({ to }) => to);
        assert.ok(
          ['rejected', 'approved,sent_to_bank,paid'].includes(states.join()),
          states.join(),
        );
      }
    },
  },
  {
    title: '20,000 payouts expire',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const { jobId } = await stage.post(
        Array.from({ length: ROWS_MAX }, () => ({ amount: LARGE, payoutDate: '2026-01-07' })),
      );
      await stage.runDue();
      assert.equal((await stage.job(jobId)).counts['pending-approval'], ROWS_MAX);
      await stage.advance(3 * DAY);
      assert.equal((await stage.job(jobId)).counts.failed, ROWS_MAX);
      assert.equal(await waitingFor(stage, 'expire-approvals'), 0);
    },
  },
];

/** A storage that cannot advance one payout. */
const brokenFor = (storage: Storage, id: TransactionId): Storage => ({
  read: storage.read,
  atomically: (work) =>
    storage.atomically((stores) =>
      work({
        ...stores,
        payouts: {
          ...stores.payouts,
          advance: (tenant, changes) =>
            changes.some(({ transactionId }) => transactionId === id)
              ? Promise.reject(new Error('broken'))
              : stores.payouts.advance(tenant, changes),
        },
      }),
    ),
});
