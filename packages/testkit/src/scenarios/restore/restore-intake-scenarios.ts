import assert from 'node:assert/strict';
import type { Storage } from '@hundi/core';
import { bankRefOf } from '@hundi/core/rail';
import { archivedIn, archiving, grow } from '../archive/archive-stage.js';
import { cancelJob } from '../stage/approval-stage.js';
import { compareBooks } from '../stage/compare-books.js';
import { vendorWith } from '../stage/group-stage.js';
import {
  FORGETFUL,
  forgottenSends,
  incidentsOf,
  statusesOf,
  workOn,
} from '../stage/restore-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { stageDocument } from '../stage/stage-document.js';
import { expectRight, openStage, type Stage } from '../stage/stage.js';
import { withoutPayees } from '../stage/without-payees.js';

const DAY = 86_400_000;
const TODAY = '2026-01-05';

/**
 * A job that intake has not looked at in the backup. In the forgotten life it was accepted, and its first row
 * was executed; by now intake would reject every row, as their package is suspended.
 */
const forgottenJob = async (storage: Storage, row: object = {}) => {
  const stage = await openStage(storage, {}, FORGETFUL);
  const [model] = await stage.pay([{}]);
  const { jobId, ids } = await stage.post([row, row]);
  await forgottenSends(stage, ids.slice(0, 1), model?.transactionId);
  const suspended = stageDocument(vendorWith({ subscriptionStatus: 'suspended' }));
  expectRight(await stage.engine.provision(suspended));
  stage.clock.advance(2 * DAY);
  return { stage, jobId, ids };
};

const deaf = ({ bank: { rail } }: Stage) => ({
  ...rail,
  query: () => Promise.reject(new Error('no line')),
});

export const restoreIntakeScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'intake rejects no row of a restored database that the bank has executed',
    asksStore: true,
    run: async (storage) => {
      const { stage, jobId, ids } = await forgottenJob(storage);
      const engine = stage.another();
      await workOn(stage, engine);

      assert.deepEqual(await statusesOf(stage, ids), ['paid', 'rejected']);
      assert.equal((await stage.job(jobId)).status, 'completed_partial');
      assert.deepEqual(new Set(await incidentsOf(stage)), new Set(RESTORED));
      await compareBooks(stage, ids);
    },
  },
  {
    title:
      'a payout that needed approvals and was executed before a restore is paid without them, and raises an incident',
    asksStore: true,
    run: async (storage) => {
      const { stage, ids } = await forgottenJob(storage, {
        payoutDate: TODAY,
        amount: 2_000_000,
      });
      await workOn(stage, stage.another());

      assert.deepEqual(await statusesOf(stage, ids), ['paid', 'rejected']);
      assert.deepEqual(new Set(await incidentsOf(stage)), new Set(RESTORED));
      await compareBooks(stage, ids.slice(1));
    },
  },
  {
    title:
      'a row whose reference another row has is paid if the bank executed it before a restore, and both are archived',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage, {}, FORGETFUL);
      const [model] = await stage.pay([{}]);
      const { ids } = await stage.post([{ reference: 'INV-1' }, { reference: 'INV-1' }]);
      await forgottenSends(stage, ids.slice(1), model?.transactionId);
      await workOn(stage, stage.another());

      assert.deepEqual(await statusesOf(stage, ids), ['paid', 'paid']);
      await grow(stage);
      assert.equal(archivedIn(await archiving(stage).run()), 3);
      const [again] = await stage.pay([{ reference: 'INV-1' }]);
      assert.equal(again?.status, 'rejected');
    },
  },
  {
    title: 'a job of a restored database that intake would reject waits until the bank answers',
    asksStore: true,
    run: async (storage) => {
      const { stage, jobId, ids } = await forgottenJob(storage);
      // Long enough to be given up, were there no doubt.
      await workOn(stage, stage.another({ bankRail: deaf(stage) }), 60);
      assert.equal((await stage.job(jobId)).status, 'processing');
      assert.deepEqual(await statusesOf(stage, ids), ['queued', 'queued']);
      assert.ok((await incidentsOf(stage)).includes('intake_failed'));

      await workOn(stage, stage.another());
      assert.deepEqual(await statusesOf(stage, ids), ['paid', 'rejected']);
      await compareBooks(stage, ids);
    },
  },
  {
    title: 'after a restore a job cannot be cancelled if the bank has executed one of its rows',
    asksStore: true,
    run: async (storage) => {
      const { stage, jobId, ids } = await forgottenJob(storage);
      const engine = stage.another();
      assert.equal(await cancelJob({ ...stage, engine }, 'u-maker', jobId), 'StillInDoubt');
      await workOn(stage, engine);
      assert.deepEqual(await statusesOf(stage, ids), ['paid', 'rejected']);
      await compareBooks(stage, ids);
    },
  },
  {
    title: 'a job of which the bank has no order can be cancelled, before and after a restore',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage, {}, FORGETFUL);
      await stage.pay([{}]);
      const { jobId, ids } = await stage.post([{}, {}]);
      await forgottenSends(stage, []);
      const without = stage.another({ bankRail: deaf(stage) });
      assert.equal(
        await cancelJob({ ...stage, engine: without }, 'u-maker', jobId),
        'StillInDoubt',
      );
      stage.clock.advance(60_000);
      const engine = stage.another();
      assert.equal(await cancelJob({ ...stage, engine }, 'u-maker', jobId), 'cancelled');
      assert.deepEqual(await statusesOf(stage, ids), ['cancelled', 'cancelled']);
    },
  },
  {
    title:
      'a job that cannot be evaluated is not given up while the bank may have executed a row of it',
    run: async (storage) => {
      const { stage, jobId, ids } = await forgottenJob(storage);
      await workOn(stage, stage.another({ storage: withoutPayees(storage) }), 60);
      assert.equal((await stage.job(jobId)).status, 'processing');
      assert.ok((await incidentsOf(stage)).includes('intake_failed'));

      await workOn(stage, stage.another());
      assert.deepEqual(await statusesOf(stage, ids), ['paid', 'rejected']);
      await compareBooks(stage, ids);
    },
  },
  {
    title: 'an executed payment to a payee that the backup lacks waits for an operator',
    asksStore: true,
    run: async (storage) => {
      const { stage, jobId, ids } = await forgottenJob(storage, { beneficiaryId: 'forgotten' });
      await workOn(stage, stage.another(), 60);

      assert.equal((await stage.job(jobId)).status, 'processing');
      assert.deepEqual(await statusesOf(stage, ids), ['queued', 'queued']);
      assert.deepEqual(new Set(await incidentsOf(stage)), new Set([...RESTORED, 'intake_failed']));
    },
  },
  {
    title: 'a payment that was reported as paid and as returned before intake has failed after it',
    asksStore: true,
    run: async (storage) => {
      const { stage, ids } = await forgottenJob(storage);
      const engine = stage.another();
      const [first] = ids;
      assert.ok(first !== undefined);
      const bankRef = bankRefOf(first);
      const money = { utr: 'U-1', bankReference: 'B-1' };
      await engine.takeBankReports([
        { reportId: 'r-1', bankRef, verdict: { kind: 'paid', ...money } },
        { reportId: 'r-2', bankRef, verdict: { kind: 'returned', ...money, message: 'closed' } },
      ]);
      await workOn(stage, engine);

      const { status, statusDetails } = await stage.payout(first);
      assert.equal(status, 'failed');
      assert.equal(statusDetails?.code, 'returned_after_credit');
    },
  },
];

const RESTORED = ['forgotten_order', 'database_restored'];
