import assert from 'node:assert/strict';
import type { TransactionId } from '@hundi/core';
import { catalogOf } from '../../kit/sandbox/demo-packages.js';
import { demoPayees } from '../../kit/sandbox/demo-payees.js';
import { allSealed, sealedEvents } from '../stage/event-stage.js';
import { vendorWith } from '../stage/group-stage.js';
import { decideJob } from '../stage/approval-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { expectLeft, openStage } from '../stage/stage.js';

const ROWS_MAX = 20_000;
const AMOUNT = 1_000;

/** A checker approves it. */
const ABOVE_TIER = 1_000_001;

export const largeScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a batch of 20,000 payments is accepted, evaluated, approved by one decision and paid',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const rows = Array.from({ length: ROWS_MAX }, () => ({ amount: ABOVE_TIER }));
      const { jobId, ids } = await stage.post(rows);
      assert.equal(new Set(ids).size, ROWS_MAX);
      await stage.runDue();
      const answers = await decideJob(stage, 'u-checker', jobId);
      assert.equal(answers.length, ROWS_MAX);
      assert.ok(answers.every((answer) => answer === 'approved'));
      const { approvedBy } = (await stage.payout(ids.at(-1) as TransactionId)).actors;
      assert.equal(approvedBy?.userId, 'u-checker');
      assert.equal((await stage.job(jobId)).counts.approved, ROWS_MAX);
      await stage.runDue();
      const { status, counts } = await stage.job(jobId);
      assert.deepEqual([status, counts.paid], ['completed_success', ROWS_MAX]);
      const spent = 100_000_000_000 - ROWS_MAX * ABOVE_TIER;
      assert.equal(await stage.bank.balance('50200011112222'), spent);
      const orders = await stage.bank.orders();
      assert.equal(orders.length, ROWS_MAX);
      assert.ok(orders.every(({ executions }) => executions === 1));
      const pages = (await sealedEvents(stage)).filter(
        ({ type }) => type === 'payment.job.result_page',
      );
      assert.equal(pages.length, ROWS_MAX / 100);
      await allSealed(storage);
    },
  },
  {
    title: 'a batch of 20,001 payments is refused, and so is an empty one',
    run: async (storage) => {
      const stage = await openStage(storage);
      const body = await stage.bodyOf([{}]);
      for (const length of [0, ROWS_MAX + 1]) {
        const { issues } = expectLeft(
          await stage.engine.acceptBatchAsJson(stage.tenant, {
            key: 'large',
            batch: { ...body, payments: Array.from({ length }, () => ({})) },
          }),
        ) as { readonly issues: ReadonlyArray<{ readonly pointer: string }> };
        assert.deepEqual(
          issues.map(({ pointer }) => pointer),
          ['/payments'],
        );
      }
    },
  },
  {
    title: 'a worker takes up to 20,000 payments at a time, and leaves further batches to others',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const rows = Array.from({ length: ROWS_MAX / 2 + 1 }, () => ({ amount: AMOUNT }));
      const posted = [await stage.post(rows), await stage.post(rows)];
      const statuses = async () =>
        (await Promise.all(posted.map(({ jobId }) => stage.job(jobId))))
          .map(({ status, counts }) => `${status}, ${String(counts.created)} created`)
          .sort();
      const evaluate = stage.engine.duties.find(({ name }) => name === 'process-jobs');
      assert.ok(evaluate !== undefined);

      const done = `completed_success, ${String(rows.length)} created`;
      await evaluate.run();
      assert.deepEqual(await statuses(), [done, 'queued, 0 created']);
      await evaluate.run();
      assert.deepEqual(await statuses(), [done, done]);
    },
  },
  {
    title: 'amounts at their bound are summed exactly',
    run: async (storage) => {
      const most = 10 ** 15 - 1;
      const stage = await openStage(storage, {
        ...vendorWith({ catalogConfiguration: catalogOf(), dailyAmountLimit: most }),
        beneficiaries: demoPayees().map((one) => ({ ...one, beneLei: '335800SHARMASTEEL098' })),
      });
      const { jobId } = await stage.post([
        { amount: most - 1 },
        { amount: 100 },
        ...Array.from({ length: 12 }, () => ({ amount: most, packageCode: 'SALARY' })),
      ]);
      await stage.runDue();
      const { counts, records } = await stage.job(jobId);
      assert.equal(records[1]?.rejectionCode, 'amount_above_daily_limit');
      assert.deepEqual([counts.created, counts['pending-approval']], [13, 13]);
    },
  },
];
