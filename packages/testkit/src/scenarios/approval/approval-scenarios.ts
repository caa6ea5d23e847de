import assert from 'node:assert/strict';
import type { TransactionId } from '@hundi/core';
import { stageDocument } from '../stage/stage-document.js';
import { decide, first, LARGE, waiting } from '../stage/approval-stage.js';
import { compareBooks } from '../stage/compare-books.js';
import type { Scenario } from '../stage/scenario.js';
import { expectLeft, expectRight, openStage } from '../stage/stage.js';

export const approvalScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a payout above the no-approval tier waits; one checker approves it, and it is paid',
    run: async (storage) => {
      const stage = await openStage(storage);
      const ids = await waiting(stage);
      const before = await stage.payout(first(ids));
      assert.deepEqual(before.approval, {
        levelsRequired: 1,
        currentLevel: 0,
        policyVersion: 1,
      });
      assert.deepEqual(await stage.bank.orders(), []);

      assert.deepEqual(await decide(stage, 'u-checker', ids), ['approved']);
      await stage.runDue();
      const paid = await stage.payout(first(ids));
      assert.equal(paid.status, 'paid');
      assert.deepEqual(paid.approval, {
        levelsRequired: 1,
        currentLevel: 1,
        comment: 'u-checker says approve',
        policyVersion: 1,
      });
      assert.deepEqual(paid.actors.approvedBy, {
        userId: 'u-checker',
        username: 'checker',
        role: 'checker',
      });
      await compareBooks(stage, ids);
    },
  },
  {
    title: 'a payout within the no-approval tier is approved at once, without an approver',
    run: async (storage) => {
      const stage = await openStage(storage);
      const [atBound, above] = await stage.pay([{ amount: 1_000_000 }, { amount: 1_000_001 }]);
      assert.deepEqual([atBound?.status, above?.status], ['paid', 'pending_approval']);
      assert.equal(atBound?.actors.approvedBy, undefined);
      assert.ok(atBound?.timestamps.approvedAt !== undefined);
    },
  },
  {
    title: 'without automatic approval a no-approval tier still asks for one checker',
    run: async (storage) => {
      const stage = await openStage(storage, {
        packages: (stageDocument().bankTenants[0]?.corporates[0]?.packages ?? []).map((one) => ({
          ...one,
          effectiveConfiguration: { autoApprovalEnabled: false },
        })),
      });
      const [payout] = await stage.pay([{ amount: 100 }]);
      assert.deepEqual(payout?.approval, {
        levelsRequired: 1,
        currentLevel: 0,
        policyVersion: 1,
      });
    },
  },
  {
    title: 'makers cannot approve or reject what they made themselves',
    run: async (storage) => {
      const stage = await openStage(storage);
      const ids = await waiting(stage, 1, 'VENDOR', { by: 'u-both' });
      assert.deepEqual(await decide(stage, 'u-both', ids), ['OwnPayout']);
      assert.deepEqual(await decide(stage, 'u-both', ids, 'reject'), ['OwnPayout']);
      assert.deepEqual(await decide(stage, 'u-checker', ids), ['approved']);
    },
  },
  {
    title: 'only approved checkers decide',
    run: async (storage) => {
      const stage = await openStage(storage);
      const ids = await waiting(stage);
      assert.deepEqual(await decide(stage, 'u-maker-2', ids), ['NotAnApprover']);
      assert.deepEqual(await decide(stage, 'u-newcomer', ids), ['NotAnApprover']);
      assert.deepEqual(await decide(stage, 'u-nobody', ids), ['ActorNotFound']);
      assert.equal((await stage.payout(first(ids))).status, 'pending_approval');
    },
  },
  {
    title: 'a decided row is not decided again',
    run: async (storage) => {
      const stage = await openStage(storage);
      const [yes, no] = await waiting(stage, 2);
      assert.deepEqual(await decide(stage, 'u-checker', [yes as TransactionId]), ['approved']);
      assert.deepEqual(await decide(stage, 'u-checker', [no as TransactionId], 'reject'), [
        'rejected',
      ]);
      for (const action of ['approve', 'reject'] as const) {
        const again = await decide(
          stage,
          'u-both',
          [yes as TransactionId, no as TransactionId],
          action,
        );
        assert.deepEqual(again, ['WrongPayoutStatus', 'WrongPayoutStatus']);
      }
      await stage.runDue();
      assert.equal((await stage.payout(no as TransactionId)).status, 'rejected');
      assert.equal((await stage.bank.orders()).length, 1);
    },
  },
  {
    title: 'checkers who decide at the same time: one counts',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const ids = await waiting(stage);
      const other = stage.another();
      const outcomes = await Promise.all(
        (['approve', 'reject'] as const).map((action) =>
          decide(
            action === 'approve' ? stage : { ...stage, engine: other },
            action === 'approve' ? 'u-checker' : 'u-both',
            ids,
            action,
          ),
        ),
      );
      assert.equal(outcomes.flat().filter((one) => one === 'WrongPayoutStatus').length, 1);
      assert.equal((await stage.journal(first(ids))).length > 2, false);
    },
  },
  {
    title: 'two levels: the checker first, then the head; each once, in this order',
    run: async (storage) => {
      const stage = await openStage(storage);
      const ids = await waiting(stage, 1, 'CAPEX');
      assert.deepEqual(await decide(stage, 'u-head', ids), ['NotAtThisLevel']);
      assert.deepEqual(await decide(stage, 'u-checker', ids), ['partially_approved']);
      assert.deepEqual((await stage.payout(first(ids))).approval, {
        levelsRequired: 2,
        currentLevel: 1,
        comment: 'u-checker says approve',
        policyVersion: 1,
      });
      assert.deepEqual(await decide(stage, 'u-checker', ids), ['AlreadyApproved']);
      assert.deepEqual(await decide(stage, 'u-both', ids), ['NotAtThisLevel']);
      assert.deepEqual(await decide(stage, 'u-head', ids), ['approved']);
      await stage.runDue();
      assert.deepEqual(
        (await stage.journal(first(ids))).map(({ to }) => to),
        ['pending_approval', 'partially_approved', 'approved', 'sent_to_bank', 'paid'],
      );
    },
  },
  {
    title: 'a rejection at the second level ends it',
    run: async (storage) => {
      const stage = await openStage(storage);
      const ids = await waiting(stage, 1, 'CAPEX');
      await decide(stage, 'u-checker', ids);
      assert.deepEqual(await decide(stage, 'u-head', ids, 'reject'), ['rejected']);
      const payout = await stage.payout(first(ids));
      assert.equal(payout.statusDetails?.code, 'rejected_by_checker');
      assert.equal(payout.timestamps.approvedAt, undefined);
    },
  },
  {
    title: 'several payouts are decided together only where their package allows it',
    run: async (storage) => {
      const stage = await openStage(storage);
      const many = await waiting(stage, 3);
      assert.deepEqual(await decide(stage, 'u-checker', many), [
        'approved',
        'approved',
        'approved',
      ]);
      const capex = await waiting(stage, 2, 'CAPEX');
      assert.deepEqual(await decide(stage, 'u-checker', capex), [
        'BulkNotAllowed',
        'BulkNotAllowed',
      ]);
      assert.deepEqual(await decide(stage, 'u-checker', [first(capex)]), ['partially_approved']);
    },
  },
  {
    title: 'the policy that applied at acceptance stays with the payout',
    run: async (storage) => {
      const stage = await openStage(storage);
      const old = await waiting(stage);
      const strict = [{ roleCodes: ['head'], approvals: 1 }];
      const changed = stageDocument({
        approvalMatrix: [{ packageCodes: null, tiers: [{ upToAmount: null, levels: strict }] }],
      });
      expectRight(await stage.engine.provision(changed));
      const fresh = await waiting(stage);
      assert.deepEqual(await decide(stage, 'u-checker', [...old, ...fresh]), [
        'approved',
        'NotAtThisLevel',
      ]);
    },
  },
  {
    title: 'roles are read at the moment of the decision',
    run: async (storage) => {
      const stage = await openStage(storage);
      const ids = await waiting(stage);
      const users = (stageDocument().bankTenants[0]?.corporates[0]?.users ?? []).map((user) =>
        user.userId === 'u-checker' ? { ...user, roleCodes: ['maker'] } : user,
      );
      expectRight(await stage.engine.provision(stageDocument({ users })));
      assert.deepEqual(await decide(stage, 'u-checker', ids), ['NotAnApprover']);
    },
  },
  {
    title: 'an approved payout that is dated ahead is scheduled',
    run: async (storage) => {
      const stage = await openStage(storage);
      const [payout] = await stage.pay([{ amount: LARGE, payoutDate: '2026-01-09' }]);
      const ids = [payout?.transactionId as TransactionId];
      assert.deepEqual(await decide(stage, 'u-checker', ids), ['scheduled']);
      await stage.advance(5 * 24 * 3_600_000);
      assert.equal((await stage.payout(first(ids))).status, 'paid');
    },
  },
  {
    title: 'the payouts of another corporate are not there for a checker',
    run: async (storage) => {
      const stage = await openStage(storage);
      const ids = await waiting(stage);
      const globex = { ...stage.tenant, corporateTenantId: 'globex' as never };
      const decided = expectRight(
        await stage.engine.decidePayouts(globex, {
          actorUserId: 'u-checker',
          action: 'reject',
          transactionIds: [...ids],
        }),
      );
      assert.deepEqual(
        decided.map(({ result }) => expectLeft(result)._tag),
        ['PayoutNotFound'],
      );
    },
  },
];
