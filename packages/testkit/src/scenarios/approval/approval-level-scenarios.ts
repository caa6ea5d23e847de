import assert from 'node:assert/strict';
import { commit } from '../../kit/build/commit.js';
import type { CorporateInput } from '../../kit/sandbox/demo-document.js';
import { decide, first, waiting } from './approval-stage.js';
import { eventsAbout } from '../journal/event-stage.js';
import type { Scenario } from '../scenario.js';
import { openStage } from '../stage.js';

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
];
