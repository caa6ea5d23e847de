import assert from 'node:assert/strict';
import type { StatusDetails, TransactionId } from '@hundi/core';
import { demoUsers } from '../../kit/sandbox/demo-people.js';
import { cancel, cancelJob, first, waiting } from '../stage/approval-stage.js';
import { eitherWay, trailOf } from './cancel-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { openStage } from '../stage/stage.js';

const DAY = 24 * 3_600_000;

export const cancelAnyScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a person who may cancel any payout cancels payouts of others and of software',
    run: async (storage) => {
      const stage = await openStage(storage);
      const [later] = await stage.pay([{ payoutDate: '2026-02-20' }], { by: 'u-erp' });
      const salary = first(await waiting(stage, 1, 'SALARY'));
      const ids = [later?.transactionId as TransactionId, salary];
      for (const id of ids) {
        assert.equal(await cancel(stage, 'u-admin', id, 'stop'), 'cancelled');
        assert.deepEqual((await stage.payout(id)).statusDetails, {
          code: 'cancelled_by_administrator',
          source: 'business',
          message: 'An administrator of the corporate cancelled the payout.',
          retryable: false,
          nextAction: 'none',
        } satisfies StatusDetails);
        assert.deepEqual((await trailOf(stage, id)).at(-1), ['cancelled', 'u-admin']);
        assert.equal(await cancel(stage, 'u-admin', id), 'WrongPayoutStatus');
      }
      await stage.advance(60 * DAY);
      assert.deepEqual(await stage.bank.orders(), []);
    },
  },
  {
    title:
      'a person who may cancel any payout cancels none of another corporate, and none that is sent',
    run: async (storage) => {
      const stage = await openStage(storage);
      const [paid, later] = await stage.pay([{}, { to: 'LATER01' }]);
      for (const payout of [paid, later]) {
        assert.equal(await cancel(stage, 'u-admin', payout?.transactionId), 'WrongPayoutStatus');
      }
      const id = first(await waiting(stage));
      const globex = { ...stage.tenant, corporateTenantId: 'globex' as never };
      assert.equal(await cancel({ ...stage, tenant: globex }, 'u-admin', id), 'PayoutNotFound');
      assert.equal((await stage.payout(id)).status, 'pending_approval');
    },
  },
  {
    title: 'to cancel any payout takes an approved person, and no service user',
    run: async (storage) => {
      const users = demoUsers('acme').map((user) =>
        user.userId === 'u-erp' || user.userId === 'u-newcomer'
          ? { ...user, roleCodes: ['admin'] }
          : user,
      );
      const stage = await openStage(storage, { users });
      const id = first(await waiting(stage));
      for (const who of ['u-erp', 'u-newcomer', 'key']) {
        assert.equal(await cancel(stage, who, id), 'NotAMaker');
      }
      assert.equal((await stage.payout(id)).status, 'pending_approval');
    },
  },
  {
    title: 'a person who may cancel any payout stops any job that intake has not finished',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { jobId } = await stage.post([{ packageCode: 'SALARY' }, {}], { by: 'u-erp' });
      assert.equal(await cancelJob(stage, 'u-admin', jobId), 'cancelled');
      assert.equal((await stage.journal(jobId)).at(-1)?.actor, 'u-admin');
      assert.equal(await cancelJob(stage, 'u-admin', jobId), 'WrongJobStatus');
      const globex = { ...stage.tenant, corporateTenantId: 'globex' as never };
      const other = await stage.post([{}]);
      assert.equal(
        await cancelJob({ ...stage, tenant: globex }, 'u-admin', other.jobId),
        'JobNotFound',
      );
    },
  },
  {
    title: 'when an administrator cancels while workers send, exactly one wins',
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
      const [answers] = await Promise.all([
        Promise.all(ids.map((id) => cancel(stage, 'u-admin', id))),
        ...others.map((worker) => worker.runDue()),
      ]);
      await stage.runDue();
      await eitherWay(stage, ids, answers);
    },
  },
];
