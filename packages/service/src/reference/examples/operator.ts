import assert from 'node:assert/strict';
import { memoryStorage } from '@hundi/adapter-memory';
import {
  approvalEvidence,
  decideHeldPayout,
  findArchived,
  findPayouts,
  listAllIncidents,
  listDisabledEndpoints,
  listHeldPayouts,
  listUnknowns,
  planProvision,
  readPayout,
  reinstateByOperator,
  resetFactorsByOperator,
} from '@hundi/core/operator';
import { createSandbox, velocityGuard } from '@hundi/testkit';
import { answerOf, batchOf, secondAdmin, type Stories } from './opening.js';

export const operator: Stories = {
  'The bank does not report an outcome for an hour, and an operator looks at the payout':
    async () => {
      const sandbox = await createSandbox({
        storage: memoryStorage(),
        traits: { absenceFinalAfterMs: null }, // the bank may have what it does not find
      });
      const { engine, tenant, storage } = sandbox;
      await engine.acceptBatch(tenant, {
        key: 'run-39',
        batch: batchOf('INV-39', 250_000, 'LOST01'), // the sandbox bank loses what goes there
      });
      await sandbox.advance(3_600_000);
      const [unknown] = await listUnknowns(sandbox, { olderThanMs: 1_800_000, limit: 20 });
      assert(unknown !== undefined);
      const { transactionId } = unknown.payout;
      const file = await readPayout(storage, transactionId);
      assert.equal(file?.asking?.asked, unknown.asked);
      for await (const { incident } of listAllIncidents(storage))
        assert.equal(incident.kind, 'outcome_unknown');
      for await (const found of findPayouts(storage, 'INV-39'))
        assert.equal(found.transactionId, transactionId);
      assert.equal(await findArchived(storage, transactionId), undefined);
      const evidence = await approvalEvidence(storage, transactionId);
      assert.deepEqual(evidence?.approvals, []); // it needed none
    },
  'The guard before sending holds a payout, and two operators release it': async ({
    tenant,
    sandbox,
    storage,
  }) => {
    const engine = sandbox.another({ sendGuard: velocityGuard({ paiseADay: 200_000 }) });
    await engine.acceptBatch(tenant, { key: 'run-40', batch: batchOf('INV-40', 250_000) });
    await engine.runDue();
    const [held] = await listHeldPayouts(storage, { limit: 20 });
    assert(held !== undefined);
    const { transactionId } = held.payout;
    const release = { transactionId, decision: 'release' } as const;
    const first = await decideHeldPayout(sandbox, { ...release, operator: 'Meera' });
    assert.equal(answerOf(first).state, 'release_asked');
    const second = await decideHeldPayout(sandbox, { ...release, operator: 'Arjun' });
    assert.equal(answerOf(second).state, 'released');
  },
  'An operator helps a corporate whose own people cannot, and looks at what a document would change':
    async ({ engine, tenant, sandbox, storage }) => {
      const clerk = { corporateTenantId: tenant.corporateTenantId, userId: 'u-clerk' };
      await engine.suspendPerson(tenant, { actorUserId: 'u-admin', userId: 'u-clerk' });
      const { wasSuspended } = answerOf(
        await reinstateByOperator(sandbox, { ...clerk, operator: 'Meera' }),
      );
      assert.equal(wasSuspended, true);
      const { removed } = answerOf(
        await resetFactorsByOperator(sandbox, { ...clerk, operator: 'Meera' }),
      );
      assert.equal(removed, 0); // they had none
      assert.deepEqual(await listDisabledEndpoints(storage, 20), []);
      const plan = answerOf(
        await planProvision(
          storage,
          (over) => sandbox.another({ storage: over }).provision,
          secondAdmin,
        ),
      );
      assert.deepEqual(
        plan.changes.map(({ place }) => place),
        ['acme/users/u-admin-2'],
      );
    },
};
