import assert from 'node:assert/strict';
import { commit } from '../../kit/build/commit.js';
import type { CorporateInput } from '../../kit/sandbox/demo-document.js';
import { demoRoles, demoUsers } from '../../kit/sandbox/demo-people.js';
import { decide, decideJob, first, LARGE, waiting } from '../stage/approval-stage.js';
import { eventsAbout } from '../stage/event-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { expectRight, openStage } from '../stage/stage.js';

/** Two checkers, then the head. */
const TWO_THEN_HEAD: Partial<CorporateInput> = {
  approvalMatrix: [
    {
      packageCodes: null,
      tiers: [
        {
          upToAmount: null,
          levels: [
            { roleCodes: ['checker'], approvals: 2 },
            { roleCodes: ['head'], approvals: 1 },
          ],
        },
      ],
    },
  ],
};

const checkerOf = (roleCode: string, packageCode: string, debitAccountId: string) => ({
  roleCode,
  permissions: ['transaction.approve' as const],
  packageCodes: [packageCode],
  debitAccountIds: [debitAccountId],
});

/** `u-wide` holds the role of the level for the first account, and others for the second and for another package. */
const ONE_ROLE_REACHES_BOTH: Partial<CorporateInput> = {
  approvalMatrix: [
    {
      packageCodes: null,
      tiers: [{ upToAmount: null, levels: [{ roleCodes: ['ck-a'], approvals: 1 }] }],
    },
  ],
  roles: [
    ...demoRoles(),
    checkerOf('ck-b', 'VENDOR', 'da-second'),
    checkerOf('ck-c', 'SALARY', 'da-main'),
    checkerOf('ck-a', 'VENDOR', 'da-main'),
  ],
  users: [
    ...demoUsers('acme'),
    {
      userId: 'u-wide',
      username: 'wide',
      kind: 'human',
      approvalState: 'approved',
      roleCodes: ['ck-b', 'ck-c', 'ck-a'],
    },
  ],
};

export const approvalLevelScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'partially approved means that a level has passed: the first of two people passes none',
    run: async (storage) => {
      const stage = await openStage(storage, TWO_THEN_HEAD);
      const ids = await waiting(stage);
      assert.deepEqual(await decide(stage, 'u-checker', ids), ['pending_approval']);
      const { approval, sequence } = await stage.payout(first(ids));
      assert.deepEqual([approval?.levelsRequired, approval?.currentLevel, sequence], [2, 0, 2]);
      assert.deepEqual(await decide(stage, 'u-checker', ids), ['AlreadyApproved']);
      assert.deepEqual(await decide(stage, 'u-head', ids), ['NotAtThisLevel']);
      assert.deepEqual(await decide(stage, 'u-both', ids), ['partially_approved']);
      assert.equal((await stage.payout(first(ids))).approval?.currentLevel, 1);
      assert.deepEqual(await decide(stage, 'u-head', ids), ['approved']);
      await stage.runDue();
      const path = ['pending_approval', 'pending_approval', 'partially_approved', 'approved'];
      assert.deepEqual(
        (await stage.journal(first(ids))).map(({ to }) => to),
        [...path, 'sent_to_bank', 'paid'],
      );
      assert.deepEqual(
        (await eventsAbout(stage, first(ids))).map(({ type }) => type),
        [...path, 'sent_to_bank', 'paid'].map((state) => `transaction.${state}`),
      );
    },
  },
  {
    title: 'a payout that is partially approved without a complete level continues from there',
    run: async (storage) => {
      const stage = await openStage(storage, TWO_THEN_HEAD);
      const ids = await waiting(stage);
      await decide(stage, 'u-checker', ids);
      await commit(storage, async ({ payouts }) => {
        const payout = await payouts.find(stage.tenant, first(ids));
        assert.ok(payout?.intake === 'accepted');
        const { progress } = payout;
        const next = { ...progress, status: 'partially_approved' as const, sequence: 3 };
        await payouts.advance(stage.tenant, [{ transactionId: first(ids), follows: 2, next }]);
      });
      assert.deepEqual(await decide(stage, 'u-both', ids), ['partially_approved']);
      assert.deepEqual(await decide(stage, 'u-head', ids), ['approved']);
    },
  },
  {
    title:
      'the role that a level asks for counts only where it reaches the package and the debit account itself',
    run: async (storage) => {
      const stage = await openStage(storage, ONE_ROLE_REACHES_BOTH);
      const second = { amount: LARGE, debitAccountNumber: '50200011113333' };
      const rows = [{ amount: LARGE }, second, { amount: LARGE, packageCode: 'SALARY' }];
      const { jobId, ids } = await stage.post(rows);
      await stage.runDue();

      const waitsFor = await stage.engine.listApprovals(stage.tenant, {
        actorUserId: 'u-wide',
        limit: 100,
      });
      assert.deepEqual(
        expectRight(waitsFor).items.map(({ transactionId }) => transactionId),
        [first(ids)],
      );
      assert.deepEqual(await decide(stage, 'u-wide', ids.slice(1, 2)), ['NotAtThisLevel']);
      assert.deepEqual(await decideJob(stage, 'u-wide', jobId), [
        'approved',
        'NotAtThisLevel',
        'NotAtThisLevel',
      ]);
      assert.equal((await stage.payout(first(ids))).actors.approvedBy?.role, 'ck-a');
    },
  },
];
