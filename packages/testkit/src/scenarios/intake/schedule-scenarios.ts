import assert from 'node:assert/strict';
import { compareBooks } from '../stage/compare-books.js';
import type { Scenario } from '../stage/scenario.js';
import { withWindow } from '../stage/with-window.js';
import { openStage } from '../stage/stage.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** When 7 January 2026 starts in India. */
const WEDNESDAY = Date.UTC(2026, 0, 6, 18, 30);

export const scheduleScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a dated payout is held, and sent when its day starts in the zone of the bank',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { ids, jobId } = await stage.post([{ payoutDate: '2026-01-07' }]);
      const [id] = ids as [never];
      await stage.runDue();
      const held = await stage.payout(id);
      assert.deepEqual([held.status, held.timestamps.payoutDate], ['scheduled', '2026-01-07']);
      assert.equal((await stage.job(jobId)).counts.approved, 1);

      await stage.advance(WEDNESDAY - 1 - stage.clock.now());
      assert.equal((await stage.payout(id)).status, 'scheduled');
      assert.deepEqual(await stage.bank.orders(), []);

      await stage.advance(1);
      const paid = await stage.payout(id);
      assert.equal(paid.status, 'paid');
      assert.deepEqual(paid.timestamps, {
        createdAt: held.timestamps.createdAt,
        approvedAt: held.timestamps.approvedAt,
        sentToBankAt: WEDNESDAY,
        paidAt: WEDNESDAY,
      });
    },
  },
  {
    title: 'a scheduled payout whose day passed while the engine was down is sent at once',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { ids } = await stage.post([
        { payoutDate: '2026-01-07' },
        { payoutDate: '2026-01-06' },
      ]);
      await stage.runDue();
      stage.clock.advance(30 * 24 * HOUR);
      const restarted = stage.another();
      await restarted.runDue();
      for (const id of ids) assert.equal((await stage.payout(id)).status, 'paid');
      await compareBooks(stage, ids);
    },
  },
  {
    title: 'a payout that is dated today goes out today',
    run: async (storage) => {
      const stage = await openStage(storage);
      const [payout] = await stage.pay([{ payoutDate: '2026-01-05' }]);
      assert.equal(payout?.status, 'paid');
    },
  },
  {
    title:
      'a payout that was accepted in time goes out at once where intake judges it after its day',
    run: async (storage) => {
      const start = WEDNESDAY - MINUTE;
      const stage = await openStage(storage, {}, { start });
      const posted = await stage.post([
        { payoutDate: '2026-01-06' },
        { payoutDate: '2026-01-07' },
        { amount: 2_000_000, payoutDate: '2026-01-06' },
      ]);
      stage.clock.advance(2 * MINUTE);
      await stage.runDue();
      const [dated, next, unapproved] = posted.ids as [never, never, never];
      for (const id of [dated, next]) {
        const { status, timestamps } = await stage.payout(id);
        assert.deepEqual([status, timestamps.sentToBankAt], ['paid', start + 2 * MINUTE]);
      }
      // The checkers have no more time than for a payout that was judged a minute before midnight.
      await stage.advance(MINUTE);
      const { status, statusDetails } = await stage.payout(unapproved);
      assert.deepEqual([status, statusDetails?.code], ['rejected', 'approval_expired']);
    },
  },
  {
    title: 'outside the hours of the bank an approved payout waits for them, and then goes',
    run: async (storage) => {
      const evening = Date.UTC(2026, 0, 5, 13, 30);
      const opening = Date.UTC(2026, 0, 6, 3, 30);
      const stage = await openStage(storage, withWindow('09:00', '19:00'), { start: evening });
      const [neft, imps] = await stage.pay([{}, { paymentMethodCode: 'IMPS' }]);
      assert.equal(imps?.status, 'paid');
      assert.equal(neft?.status, 'approved');
      assert.deepEqual(
        [neft.statusDetails?.code, neft.statusDetails?.nextAction],
        ['bank_window_closed', 'wait'],
      );
      const id = neft.transactionId;
      await stage.advance(opening - 1 - evening);
      assert.equal((await stage.payout(id)).status, 'approved');
      await stage.advance(1);
      const paid = await stage.payout(id);
      assert.deepEqual([paid.status, paid.timestamps.sentToBankAt], ['paid', opening]);
      assert.equal(paid.statusDetails, undefined);
      assert.deepEqual(
        (await stage.journal(id)).map(({ to }) => to),
        ['approved', 'sent_to_bank', 'paid'],
      );
    },
  },
  {
    title: 'hours that run over midnight are open on both sides of it',
    run: async (storage) => {
      const midnight = Date.UTC(2026, 0, 5, 18, 30);
      const night = withWindow('22:00', '02:00');
      const stage = await openStage(storage, night, { start: midnight + HOUR });
      const [open] = await stage.pay([{}]);
      assert.equal(open?.status, 'paid');
      await stage.advance(HOUR);
      const [closed] = await stage.pay([{}]);
      assert.equal(closed?.statusDetails?.code, 'bank_window_closed');
      await stage.advance(20 * HOUR - 1);
      assert.equal((await stage.payout(closed.transactionId)).status, 'approved');
      await stage.advance(1);
      assert.equal((await stage.payout(closed.transactionId)).status, 'paid');
    },
  },
  {
    title: 'a scheduled payout whose day starts outside the hours waits for them too',
    run: async (storage) => {
      const stage = await openStage(storage, withWindow('09:00', '19:00'));
      const [held] = await stage.pay([{ payoutDate: '2026-01-07' }]);
      const id = held?.transactionId as never;
      await stage.advance(WEDNESDAY - stage.clock.now());
      const waiting = await stage.payout(id);
      assert.deepEqual(
        [waiting.status, waiting.statusDetails?.code],
        ['scheduled', 'bank_window_closed'],
      );
      await stage.advance(9 * HOUR);
      const paid = await stage.payout(id);
      assert.deepEqual([paid.status, paid.timestamps.sentToBankAt], ['paid', WEDNESDAY + 9 * HOUR]);
    },
  },
  {
    title: 'timestamps never go backwards, even if the clock does',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { ids, jobId } = await stage.post([
        { amount: 2_000_000 },
        { to: 'LATER01' },
        { to: 'RETURN01' },
      ]);
      const accepted = stage.clock.now();
      stage.clock.set(accepted - HOUR);
      await stage.runDue();
      stage.clock.set(accepted);
      await stage.runDue();
      stage.clock.set(accepted - 2 * HOUR);
      const [waiting] = ids as [never];
      await stage.engine.decidePayouts(stage.tenant, {
        actorUserId: 'u-checker',
        action: 'approve',
        transactionIds: [waiting],
      });
      await stage.runDue();
      await stage.advance(5 * HOUR);
      for (const id of ids) {
        const { createdAt, approvedAt, sentToBankAt, paidAt, returnedAt } = (await stage.payout(id))
          .timestamps;
        const moments = [createdAt, approvedAt, sentToBankAt, paidAt, returnedAt].filter(
          (moment) => moment !== undefined,
        );
        assert.ok(moments.length >= 4);
        assert.deepEqual(
          moments,
          [...moments].sort((a, b) => a - b),
        );
      }
      const { requestedAt, completedAt = '' } = await stage.job(jobId);
      assert.ok(completedAt >= requestedAt);
    },
  },
];
