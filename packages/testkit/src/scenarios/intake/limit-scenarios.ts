import assert from 'node:assert/strict';
import type { JobId } from '@hundi/core';
import { compareBooks } from '../stage/compare-books.js';
import { codesOf, vendorWith } from '../stage/group-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { expectRight, openStage, type Stage } from '../stage/stage.js';

const DAY = 24 * 3_600_000;
const OVER = 'amount_above_daily_limit';
const LIMIT_1000 = vendorWith({ dailyAmountLimit: 100_000 });

/** How much of the limit of VENDOR is used on a day. */
const usedOn = async ({ storage, tenant }: Stage, day: string) => {
  const key = [{ packageCode: 'VENDOR', day }] as never;
  const used = await storage.read(({ payouts }) => payouts.limitsUsed(tenant, key));
  return used.map(({ amount }) => amount);
};

export const limitScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a daily limit is used up in row order; a smaller row still fits behind a larger one',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage, LIMIT_1000);
      const codes = await codesOf(stage, [
        { amount: 60_000 },
        { amount: 50_000 },
        { amount: 40_000 },
        { amount: 100 },
      ]);
      assert.deepEqual(codes, [null, OVER, null, OVER]);
    },
  },
  {
    title: 'a daily limit counts over batches, and is fresh on the next bank day',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage, LIMIT_1000);
      assert.deepEqual(await codesOf(stage, [{ amount: 70_000 }]), [null]);
      assert.deepEqual(await codesOf(stage, [{ amount: 30_001 }, { amount: 30_000 }]), [
        OVER,
        null,
      ]);
      await stage.advance(DAY);
      assert.deepEqual(await codesOf(stage, [{ amount: 100_000 }]), [null]);
    },
  },
  {
    title: 'two batches that are evaluated together do not both fit into the same room',
    run: async (storage) => {
      const stage = await openStage(storage, LIMIT_1000);
      const posted = [
        await stage.post([{ amount: 80_000 }]),
        await stage.post([{ amount: 80_000 }]),
      ];
      await stage.runDue();
      const statuses: string[] = [];
      for (const { jobId } of posted) statuses.push((await stage.job(jobId)).status);
      assert.deepEqual(statuses.sort(), ['completed_rejected', 'completed_success']);
    },
  },
  {
    title: 'workers that evaluate batches at the same time never pass the daily limit',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage, LIMIT_1000);
      const posted = await Promise.all(
        Array.from({ length: 8 }, () => stage.post([{ amount: 30_000 }])),
      );
      const workers = [stage.engine, stage.another(), stage.another(), stage.another()];
      await Promise.all(workers.map((worker) => worker.runDue()));
      await stage.runDue();
      const ids = posted.flatMap((one) => one.ids);
      const paid = (await stage.bank.orders()).reduce((sum, { amount }) => sum + amount, 0);
      assert.equal(paid, 90_000);
      await compareBooks(stage, ids);
    },
  },
  {
    title: 'a dated payout counts against the limit of its own day',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage, LIMIT_1000);
      const codes = await codesOf(stage, [
        { amount: 100_000 },
        { amount: 100_000, payoutDate: '2026-01-06' },
        { amount: 1_000, payoutDate: '2026-01-06' },
      ]);
      assert.deepEqual(codes, [null, null, OVER]);
    },
  },
  {
    title:
      'a payout counts against the limit of the day on which it was accepted, and frees it there, however late intake judges it',
    asksStore: true,
    run: async (storage) => {
      const midnight = Date.UTC(2026, 0, 5, 18, 30);
      const start = midnight - 60_000;
      const stage = await openStage(storage, vendorWith({ dailyAmountLimit: 2_000_000 }), {
        start,
      });
      const whole = { amount: 2_000_000 };
      const codes = async (jobId: JobId) =>
        (await stage.job(jobId)).records.map(({ rejectionCode }) => rejectionCode);

      const late = await stage.post([whole]);
      const dated = await stage.post([{ amount: 100, payoutDate: '2026-01-05' }]);
      stage.clock.advance(120_000);
      await stage.runDue();
      assert.deepEqual(await codes(late.jobId), [null]);
      assert.deepEqual(await codes(dated.jobId), [OVER]);
      const today = await stage.post([whole]);
      await stage.runDue();
      assert.deepEqual(await codes(today.jobId), [null]);

      expectRight(
        await stage.engine.cancelPayout(stage.tenant, {
          transactionId: late.ids[0] ?? assert.fail(),
          by: { kind: 'user', userId: 'u-maker' },
        }),
      );
      // The room of today is taken as before, and that of yesterday is free.
      assert.deepEqual(await codesOf(stage, [{ amount: 100 }]), [OVER]);
      assert.deepEqual(await usedOn(stage, '2026-01-05'), [0n]);
    },
  },
  {
    title: 'a payout that fails, comes back or is rejected by a checker frees its daily limit',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage, vendorWith({ dailyAmountLimit: 2_000_000 }));
      const room = { amount: 900_000 };
      assert.deepEqual(await codesOf(stage, [{ to: 'CLOSED01', ...room }]), [null]);
      const held = [{ to: 'RETURN01', ...room }, { amount: 1_100_000 }];
      const { jobId, ids } = await stage.post(held);
      await stage.runDue();
      assert.equal((await stage.job(jobId)).counts.created, 2);
      assert.deepEqual(await codesOf(stage, [{ amount: 100 }]), [OVER]);

      await stage.advance(3_600_000);
      assert.deepEqual(await codesOf(stage, [room, { amount: 100 }]), [null, OVER]);
      await stage.engine.decidePayouts(stage.tenant, {
        actorUserId: 'u-checker',
        action: 'reject',
        transactionIds: ids.slice(1),
      });
      assert.deepEqual(await codesOf(stage, [room]), [null]);
    },
  },
  {
    title: 'rows that their file took down give the daily limit back',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(
        storage,
        vendorWith({
          dailyAmountLimit: 100_000,
          effectiveConfiguration: { effectiveFileRejectionMode: 'fail_full_file' },
        }),
      );
      const codes = await codesOf(stage, [{ amount: 90_000 }, { to: 'STAFF01' }]);
      assert.deepEqual(codes, ['package_group_failed', 'beneficiary_not_mapped_to_package']);
      assert.deepEqual(await codesOf(stage, [{ amount: 100_000 }]), [null]);
    },
  },
];
