import assert from 'node:assert/strict';
import type { StatusDetails, TransactionId } from '@hundi/core';
import { bankRefOf } from '@hundi/core/rail';
import { cancel, decide, first, LARGE, waiting } from '../stage/approval-stage.js';
import { eitherWay, trailOf } from './cancel-stage.js';
import { compareBooks } from '../stage/compare-books.js';
import { codesOf, vendorWith } from '../stage/group-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { withWindow } from '../stage/with-window.js';
import { openStage, type Stage } from '../stage/stage.js';

const DAY = 24 * 3_600_000;

const nothingIsDue = async ({ engine }: Stage): Promise<void> => {
  const { duties } = await engine.getBacklog();
  assert.equal(duties.find(({ duty }) => duty === 'send-to-bank')?.waiting, 0);
};

export const cancelScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'its maker cancels a payout that awaits approval, and it is never sent',
    run: async (storage) => {
      const stage = await openStage(storage);
      const [id] = (await waiting(stage)) as [TransactionId];
      assert.equal(await cancel(stage, 'u-maker', id, 'wrong month'), 'cancelled');
      const { statusDetails, sequence } = await stage.payout(id);
      assert.deepEqual(statusDetails, {
        code: 'cancelled_by_maker',
        source: 'business',
        message: 'The user who created the payout cancelled it.',
        retryable: false,
        nextAction: 'none',
      } satisfies StatusDetails);
      assert.equal(sequence, 2);
      const last = (await stage.journal(id)).at(-1);
      assert.deepEqual([last?.from, last?.to], ['pending_approval', 'cancelled']);
      assert.equal(last?.changes['comment'], 'wrong month');

      assert.deepEqual(await decide(stage, 'u-checker', [id]), ['WrongPayoutStatus']);
      await stage.advance(DAY);
      assert.equal((await stage.payout(id)).status, 'cancelled');
      assert.deepEqual(await stage.bank.orders(), []);
    },
  },
  {
    title:
      'a payout is cancelled half approved, scheduled, and approved outside the hours of the bank',
    run: async (storage) => {
      const evening = Date.UTC(2026, 0, 5, 16, 30);
      const stage = await openStage(storage, withWindow('09:00', '19:00'), { start: evening });
      const half = await waiting(stage, 1, 'CAPEX');
      assert.deepEqual(await decide(stage, 'u-checker', half), ['partially_approved']);
      const [scheduled, closed] = await stage.pay([{ payoutDate: '2026-01-07' }, {}]);
      assert.deepEqual([scheduled?.status, closed?.status], ['scheduled', 'approved']);
      assert.equal(closed?.statusDetails?.code, 'bank_window_closed');
      const ids = [first(half), scheduled?.transactionId, closed.transactionId];
      for (const id of ids) assert.equal(await cancel(stage, 'u-maker', id), 'cancelled');

      await nothingIsDue(stage);
      await stage.advance(5 * DAY);
      for (const id of ids) {
        const payout = await stage.payout(id as TransactionId);
        assert.deepEqual(
          [payout.status, payout.statusDetails?.code],
          ['cancelled', 'cancelled_by_maker'],
        );
      }
      assert.deepEqual(await stage.bank.orders(), []);
    },
  },
  {
    title: 'an operator cancels any payout, and the journal names them apart from users',
    run: async (storage) => {
      const stage = await openStage(storage);
      const [id] = (await waiting(stage)) as [TransactionId];
      assert.equal(await cancel(stage, 'Meera of operations', id), 'cancelled');
      assert.equal((await stage.payout(id)).statusDetails?.code, 'cancelled_by_operator');
      assert.deepEqual(await trailOf(stage, id), [
        ['pending_approval', 'intake'],
        ['cancelled', 'operator Meera of operations'],
      ]);
    },
  },
  {
    title: 'only its maker cancels a payout; a user who may not see it does not learn of it',
    run: async (storage) => {
      const stage = await openStage(storage);
      const [id] = (await waiting(stage, 1, 'SALARY')) as [TransactionId];
      assert.equal(await cancel(stage, 'u-maker-2', id), 'NotItsMaker');
      assert.equal(await cancel(stage, 'u-both', id), 'NotItsMaker');
      assert.equal(await cancel(stage, 'u-clerk', id), 'PayoutNotFound');
      assert.equal(await cancel(stage, 'u-checker', id), 'NotAMaker');
      assert.equal(await cancel(stage, 'u-newcomer', id), 'NotAMaker');
      assert.equal(await cancel(stage, 'u-nobody', id), 'ActorNotFound');
      const globex = { ...stage.tenant, corporateTenantId: 'globex' as never };
      for (const who of ['u-maker', 'Meera']) {
        assert.equal(await cancel({ ...stage, tenant: globex }, who, id), 'PayoutNotFound');
      }
      assert.deepEqual(await trailOf(stage, id), [['pending_approval', 'intake']]);
    },
  },
  {
    title:
      'a payout cannot be cancelled before intake has decided on it, or after it is sent or over',
    run: async (storage) => {
      const stage = await openStage(storage);
      const [paid, failed, later, rejected] = await stage.pay([
        {},
        { to: 'CLOSED01' },
        { to: 'LATER01' },
        { to: 'STAFF01' },
      ]);
      const gone = [paid, failed, later, rejected].map((one) => one?.transactionId);
      const [done] = (await waiting(stage)) as [TransactionId];
      assert.equal(await cancel(stage, 'u-maker', done), 'cancelled');
      const [queued] = (await stage.post([{}])).ids;
      for (const id of [...gone, done, queued] as TransactionId[]) {
        const before = await stage.journal(id);
        for (const who of ['u-maker', 'Meera']) {
          assert.equal(await cancel(stage, who, id), 'WrongPayoutStatus');
        }
        assert.deepEqual(await stage.journal(id), before);
      }
      await stage.advance(DAY);
      await compareBooks(stage, gone as TransactionId[]);
    },
  },
  {
    title: 'a cancelled payout gives its reference and its share of the daily limit back',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage, vendorWith({ dailyAmountLimit: LARGE }));
      const { ids } = await stage.post([{ reference: 'PAY-1', amount: LARGE }]);
      await stage.runDue();
      const again = { reference: 'PAY-1', amount: LARGE };
      assert.deepEqual(await codesOf(stage, [again]), ['duplicate_transaction_reference']);
      assert.deepEqual(await codesOf(stage, [{ amount: 100 }]), ['amount_above_daily_limit']);

      assert.equal(await cancel(stage, 'u-maker', ids[0]), 'cancelled');
      assert.equal(await cancel(stage, 'u-maker', ids[0]), 'WrongPayoutStatus');
      assert.deepEqual(await codesOf(stage, [again, { amount: 100 }]), [
        null,
        'amount_above_daily_limit',
      ]);
    },
  },
  {
    title: 'a report of the bank on a cancelled payout moves nothing, and raises an incident',
    run: async (storage) => {
      const stage = await openStage(storage);
      const [id] = (await waiting(stage)) as [TransactionId];
      await cancel(stage, 'u-maker', id);
      await stage.engine.takeBankReports([
        {
          reportId: 'r-1',
          bankRef: bankRefOf(id),
          verdict: { kind: 'paid', utr: 'UTR', bankReference: 'BANK' },
        },
      ]);
      assert.equal((await stage.payout(id)).status, 'cancelled');
      const incidents = await storage.read(({ journal }) => journal.incidents(stage.tenant, 10));
      assert.deepEqual(
        incidents.map(({ kind, subjectId }) => [kind, subjectId]),
        [['contradictory_answer', id]],
      );
    },
  },
  {
    title: 'when a cancel and a send race, exactly one takes place',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const payouts = await stage.pay(
        Array.from({ length: 12 }, () => ({ payoutDate: '2026-01-06' })),
      );
      const ids = payouts.map(({ transactionId }) => transactionId);
      stage.clock.advance(DAY);
      const others = [stage.another(), stage.another()];
      const [answers] = await Promise.all([
        Promise.all(ids.map((id) => cancel(stage, 'u-maker', id))),
        ...others.map((worker) => worker.runDue()),
      ]);
      await stage.runDue();
      await eitherWay(stage, ids, answers);
    },
  },
  {
    title: 'when several cancels and a decision on a payout race, exactly one takes place',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const ids = await waiting(stage, 6);
      for (const id of ids) {
        const [approved, ...cancelled] = await Promise.all([
          decide({ ...stage, engine: stage.another() }, 'u-checker', [id]),
          cancel(stage, 'u-maker', id),
          cancel({ ...stage, engine: stage.another() }, 'Meera', id),
        ]);
        // A payout may be approved and then cancelled, but never the other way round.
        assert.equal(cancelled.filter((answer) => answer === 'cancelled').length, 1);
        assert.ok(['approved', 'WrongPayoutStatus'].includes(String(approved)));
        assert.equal((await stage.payout(id)).status, 'cancelled');
      }
      await stage.advance(DAY);
      assert.deepEqual(await stage.bank.orders(), []);
      await nothingIsDue(stage);
    },
  },
];
