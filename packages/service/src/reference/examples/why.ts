import assert from 'node:assert/strict';
import { answerOf, batchOf, type Stories } from './opening.js';

export const why: Stories = {
  'A maker asks why a job is not done': async ({ engine, tenant, sandbox }) => {
    const { answer } = answerOf(
      await engine.acceptBatch(tenant, { key: 'run-38', batch: batchOf('INV-38', 2_000_000) }),
    );
    await sandbox.runDue();
    const { waitingFor } = answerOf(
      await engine.whyWaiting(tenant, { actorUserId: 'u-maker', jobId: answer.jobId }),
    );
    assert.equal(waitingFor.length, 1);
  },
};
