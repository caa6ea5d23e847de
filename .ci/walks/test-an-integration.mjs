// A suite with nothing but the testkit pays a batch.
import assert from 'node:assert/strict';
import { memoryStorage } from '@hundi/adapter-memory';
import { createSandbox } from '@hundi/testkit';

const { engine, tenant, beneficiary, runDue } = await createSandbox({ storage: memoryStorage() });
const accepted = await engine.acceptBatch(tenant, {
  key: 'walk-1',
  batch: {
    initiatedByUserId: 'u-maker',
    apiRefNumber: 'WALK-1',
    payments: [
      {
        transactionReference: 'INV-1',
        beneficiaryId: await beneficiary('SHARMA01'),
        packageCode: 'VENDOR',
        amount: 50_000,
      },
    ],
  },
});
assert.equal(accepted._tag, 'Right', JSON.stringify(accepted));
await runDue();
const { jobId } = accepted.right.answer;
const job = await engine.getJob(tenant, { jobId, page: 1, limit: 1 });
assert.equal(job.right.counts.paid, 1);
