import assert from 'node:assert/strict';
import { answerOf, refusalOf, secondAdmin, type Stories } from './opening.js';

export const settingsDecision: Stories = {
  'An administrator proposes a policy of approval, and another one approves it': async ({
    engine,
    tenant,
  }) => {
    await engine.provision(secondAdmin);
    answerOf(
      await engine.putApprovalPolicy(tenant, {
        actorUserId: 'u-admin',
        approvalMatrix: [{ packageCodes: null, tiers: [{ upToAmount: null, levels: [] }] }],
      }),
    );
    const { items } = answerOf(
      await engine.listSettingsChanges(tenant, {
        actorUserId: 'u-admin-2',
        state: 'pending',
        limit: 20,
      }),
    );
    const decision = { changeId: items[0]?.changeId ?? '', action: 'approve' } as const;
    const own = await engine.decideSettingsChange(tenant, { ...decision, actorUserId: 'u-admin' });
    assert.equal(refusalOf(own), 'OwnSettingsChange');
    answerOf(await engine.decideSettingsChange(tenant, { ...decision, actorUserId: 'u-admin-2' }));
  },
};
