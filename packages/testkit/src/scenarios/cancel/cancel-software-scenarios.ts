import assert from 'node:assert/strict';
import type { TransactionId } from '@hundi/core';
import { demoUsers } from '../../kit/sandbox/demo-people.js';
import { cancel, cancelJob, first, LARGE, VIA, waiting } from '../stage/approval-stage.js';
import { eitherWay, trailOf } from './cancel-stage.js';
import { eventsAbout } from '../stage/event-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { openStage } from '../stage/stage.js';

const DAY = 24 * 3_600_000;

export const cancelSoftwareScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'software cancels what it ordered for a later day, and it is never sent',
    run: async (storage) => {
      const stage = await openStage(storage);
      const [ordered] = await stage.pay([{ payoutDate: '2026-02-20' }], { by: 'u-erp' });
      const id = ordered?.transactionId as TransactionId;
      assert.equal(ordered?.status, 'scheduled');
      assert.equal(await cancel(stage, 'key', id, 'ordered twice'), 'cancelled');
      const { statusDetails } = await stage.payout(id);
      assert.equal(statusDetails?.code, 'cancelled_by_maker');
      assert.deepEqual((await trailOf(stage, id)).at(-1), ['cancelled', 'u-erp']);
      assert.deepEqual((await stage.journal(id)).at(-1)?.via, VIA);

      await stage.advance(60 * DAY);
      assert.deepEqual(await stage.bank.orders(), []);
      const types = (await eventsAbout(stage, id)).map(({ type }) => type);
      assert.equal(types.at(-1), 'transaction.cancelled');
    },
  },
  {
    title: 'software that asks again for what its user has cancelled gets the same answer',
    run: async (storage) => {
      const stage = await openStage(storage);
      const [one, other] = (await waiting(stage, 2, 'VENDOR', { by: 'u-erp' })) as [
        TransactionId,
        TransactionId,
      ];
      assert.equal(await cancel(stage, 'key u-erp', one), 'cancelled');
      const before = await stage.journal(one);
      assert.equal(await cancel(stage, 'key', one), 'cancelled');
      assert.equal(await cancel(stage, 'key u-erp', one), 'cancelled');
      assert.deepEqual(await stage.journal(one), before);

      // A cancellation by another user is no answer for this user.
      assert.equal(await cancel(stage, 'Meera', other), 'cancelled');
      assert.equal(await cancel(stage, 'key', other), 'WrongPayoutStatus');
    },
  },
  {
    title: 'software cannot cancel payouts of another user, whatever permissions that user has',
    run: async (storage) => {
      const stage = await openStage(storage);
      const id = first(await waiting(stage, 1, 'SALARY'));
      assert.equal(await cancel(stage, 'key', id), 'NotItsMaker');
      assert.equal(await cancel(stage, 'key u-maker-2', id), 'NotItsMaker');
      assert.equal(await cancel(stage, 'key u-clerk', id), 'PayoutNotFound');
      assert.equal(await cancel(stage, 'key u-checker', id), 'NotAMaker');
      assert.equal(await cancel(stage, 'key u-admin', id), 'NotAMaker');
      assert.equal(await cancel(stage, 'key u-newcomer', id), 'NotAMaker');
      assert.equal(await cancel(stage, 'key u-nobody', id), 'ActorNotFound');
      const globex = { ...stage.tenant, corporateTenantId: 'globex' as never };
      for (const who of ['key', 'key u-maker']) {
        assert.equal(await cancel({ ...stage, tenant: globex }, who, id), 'PayoutNotFound');
      }
      assert.equal((await stage.payout(id)).status, 'pending_approval');
    },
  },
  {
    title: 'where neither key nor request names a user, the only service user cancels',
    run: async (storage) => {
      const users = demoUsers('acme');
      const erp = users.find(({ userId }) => userId === 'u-erp');
      const second = erp === undefined ? [] : [{ ...erp, userId: 'u-erp-2', username: 'erp-2' }];
      const stage = await openStage(storage, { users: [...users, ...second] });
      const id = first(await waiting(stage, 1, 'VENDOR', { by: 'u-erp-2' }));
      assert.equal(await cancel(stage, 'key', id), 'InvalidInput');
      assert.equal(await cancel(stage, 'key u-erp', id), 'NotItsMaker');
      assert.equal(await cancel(stage, 'key u-erp-2', id), 'cancelled');
    },
  },
  {
    title:
      'software cancels its own job before intake has ended, and asks again with the same answer',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { jobId, ids } = await stage.post([{}, {}], { by: 'u-erp' });
      assert.equal(await cancelJob(stage, 'key u-maker', jobId), 'NotItsMaker');
      assert.equal(await cancelJob(stage, 'key', jobId), 'cancelled');
      assert.equal(await cancelJob(stage, 'key u-erp', jobId), 'cancelled');
      assert.equal(await cancel(stage, 'key', ids[0]), 'cancelled');
      assert.deepEqual(
        (await stage.journal(jobId)).map(({ to, actor }) => [to, actor]),
        [
          ['queued', 'u-erp'],
          ['cancelled', 'u-erp'],
        ],
      );
      for (const subject of [jobId, ids[0] as string]) {
        assert.deepEqual((await stage.journal(subject)).at(-1)?.via, VIA);
      }
    },
  },
  {
    title:
      'software cancels what is left of its job after intake, and asks again with the same answer',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { jobId, ids } = await stage.post([{ amount: LARGE }, {}, { amount: LARGE }], {
        by: 'u-erp',
      });
      await stage.runDue();
      assert.equal(await cancelJob(stage, 'key u-maker', jobId), 'NotItsMaker');
      assert.equal(await cancelJob(stage, 'key', jobId), 'completed_success');
      assert.equal(await cancelJob(stage, 'key u-erp', jobId), 'completed_success');
      const states = (await stage.job(jobId)).records.map(({ routingState }) => routingState);
      assert.deepEqual(states, ['cancelled', 'paid', 'cancelled']);
      assert.deepEqual((await stage.journal(ids[0] as string)).at(-1)?.via, VIA);

      // A cancellation by another user is no answer for this user.
      const other = await stage.post([{ amount: LARGE }], { by: 'u-erp' });
      await stage.runDue();
      assert.equal(await cancelJob(stage, 'u-admin', other.jobId), 'completed_success');
      assert.equal(await cancelJob(stage, 'key', other.jobId), 'WrongJobStatus');
    },
  },
  {
    title: 'when software cancels while workers send, exactly one wins',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const payouts = await stage.pay(
        Array.from({ length: 12 }, () => ({ payoutDate: '2026-01-06' })),
        { by: 'u-erp' },
      );
      const ids = payouts.map(({ transactionId }) => transactionId);
      stage.clock.advance(DAY);
      const others = [stage.another(), stage.another()];
      const asking = { ...stage, engine: stage.another() };
      const [answers, again] = await Promise.all([
        Promise.all(ids.map((id) => cancel(stage, 'key', id))),
        Promise.all(ids.map((id) => cancel(asking, 'key u-erp', id))),
        ...others.map((worker) => worker.runDue()),
      ]);
      await stage.runDue();
      assert.deepEqual(again, answers);
      await eitherWay(stage, ids, answers);
    },
  },
];
