import assert from 'node:assert/strict';
import { answerOf, batchOf, refusalOf, type Stories } from './opening.js';

export const intake: Stories = {
  'A program brings a batch and a single payment; the bank pays them, and nothing is left to cancel':
    async ({ engine, tenant, sandbox }) => {
      const accepted = answerOf(
        await engine.acceptBatch(tenant, {
          key: 'run-17',
          batch: batchOf('INV-17', 250_000), // ₹2,500
        }),
      );
      answerOf(
        await engine.createPayments(tenant, {
          request: {
            idempotencyKey: 'single-18',
            initiatedByUserId: 'u-maker',
            payments: [
              {
                transactionReference: 'INV-18',
                packageCode: 'VENDOR',
                amount: { value: 250_000, currency: 'INR' },
                beneId: 'PATEL01',
              },
            ],
          },
        }),
      );
      await sandbox.runDue(); // in a service, workers do this
      const { jobId } = accepted.answer;
      const job = answerOf(await engine.getJob(tenant, { jobId, page: 1, limit: 20 }));
      assert.equal(job.counts.paid, 1);
      const late = await engine.cancelJob(tenant, {
        jobId,
        by: { kind: 'user', userId: 'u-maker' },
      });
      assert.equal(refusalOf(late), 'WrongJobStatus');
      const jobs = answerOf(await engine.listJobs(tenant, { actorUserId: 'u-maker', limit: 20 }));
      assert.equal(jobs.items.length, 2);
    },
  'A person looks at what intake would say of a batch, and submits what they saw': async ({
    engine,
    tenant,
    sandbox,
  }) => {
    const { initiatedByUserId: actorUserId, ...batch } = batchOf('INV-19', 250_000);
    const preview = answerOf(await engine.previewBatch(tenant, { batch, actorUserId }));
    assert.equal(preview.totals.accepted, 1);
    const { previewToken } = preview;
    const { answer } = answerOf(
      await engine.acceptPreviewedBatch(tenant, {
        key: 'run-19',
        batch,
        actorUserId,
        previewToken,
      }),
    );
    await sandbox.runDue();
    const { jobId } = answer;
    const [row] = answerOf(
      await engine.getJobPayments(tenant, { jobId, actorUserId, page: 1, limit: 20 }),
    );
    assert.equal(row?.payment.beneId, 'SHARMA01'); // as they wrote it, to bring it again
  },
  'An HTTP server hands over bodies as it parsed them, and sends the answers, which are JSON':
    async ({ engine, tenant }) => {
      const batch: unknown = batchOf('INV-20', 250_000);
      const preview = answerOf(await engine.previewBatchAsJson(tenant, { batch }));
      const { previewToken } = JSON.parse(preview) as { readonly previewToken: string };
      answerOf(
        await engine.acceptPreviewedBatchAsJson(tenant, { key: 'run-20', batch, previewToken }),
      );
      const another: unknown = batchOf('INV-21', 250_000);
      const first = await engine.acceptBatchAsJson(tenant, { key: 'run-21', batch: another });
      const again = await engine.acceptBatchAsJson(tenant, { key: 'run-21', batch: another });
      assert.equal(answerOf(again).answer, answerOf(first).answer);
      const request: unknown = { idempotencyKey: 'single-22', initiatedByUserId: 'u-maker' };
      const refused = await engine.createPaymentsAsJson(tenant, { request });
      assert.equal(refusalOf(refused), 'InvalidInput'); // its issues point to what is missing
    },
};
