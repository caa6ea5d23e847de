import assert from 'node:assert/strict';
import { memoryStorage } from '@hundi/adapter-memory';
import { codeOfApp, createSandbox, demoDocument } from '@hundi/testkit';
import { answerOf, batchOf, refusalOf, type Stories } from './opening.js';

export const approval: Stories = {
  'A checker looks at what waits for them, and approves it': async ({
    engine,
    tenant,
    sandbox,
  }) => {
    const actorUserId = 'u-checker';
    // Above ₹10,000 the demo corporate asks for a checker.
    await engine.acceptBatch(tenant, { key: 'run-33', batch: batchOf('INV-33', 2_000_000) });
    await sandbox.runDue();
    const waiting = answerOf(await engine.listApprovals(tenant, { actorUserId, limit: 20 }));
    const transactionIds = waiting.items.map(({ transactionId }) => transactionId);
    const { sums } = answerOf(await engine.sumApprovals(tenant, { actorUserId }));
    assert.equal(sums[0]?.count, 1);
    const unusual = answerOf(await engine.findUnusual(tenant, { actorUserId }));
    assert.equal(unusual.isWhole, true);
    const decision = { actorUserId, action: 'approve', transactionIds } as const;
    const review = answerOf(await engine.reviewDecision(tenant, decision));
    assert.equal(review.amount, 2_000_000n);
    const decided = answerOf(await engine.decidePayouts(tenant, decision));
    assert.deepEqual(
      decided.map(({ status }) => status),
      ['approved'],
    );
  },
  'A checker rejects the payouts of a job, and a maker cancels one of another': async ({
    engine,
    tenant,
    sandbox,
  }) => {
    const first = batchOf('INV-34', 2_000_000);
    const { answer } = answerOf(await engine.acceptBatch(tenant, { key: 'run-34', batch: first }));
    await sandbox.runDue();
    const rejected = answerOf(
      await engine.decideJob(tenant, {
        actorUserId: 'u-checker',
        jobId: answer.jobId,
        action: 'reject',
        comment: 'Not ordered',
      }),
    );
    assert.deepEqual(
      rejected.map(({ status }) => status),
      ['rejected'],
    );
    await engine.acceptBatch(tenant, { key: 'run-35', batch: batchOf('INV-35', 2_000_000) });
    await sandbox.runDue();
    const waiting = answerOf(
      await engine.listApprovals(tenant, { actorUserId: 'u-checker', limit: 20 }),
    );
    const cancelled = answerOf(
      await engine.cancelPayout(tenant, {
        transactionId: waiting.items[0]?.transactionId ?? '',
        by: { kind: 'user', userId: 'u-maker' },
      }),
    );
    assert.equal(cancelled.status, 'cancelled');
  },
  'Where the corporate asks for a second factor, the checker gives one for exactly these payouts':
    async () => {
      const { engine, tenant, clock, runDue } = await createSandbox({
        storage: memoryStorage(),
        document: demoDocument({ secondFactor: { login: 'none', approval: 'any' } }),
      });
      const step = answerOf(
        await engine.openBankSession({
          ...tenant,
          userId: 'u-checker',
          factors: [],
          authenticatedAt: clock.now(),
        }),
      );
      assert('token' in step);
      const checker = answerOf(await engine.authenticateSession(step.token));
      const { factorId, uri = '' } = answerOf(
        await engine.enrolFactor(checker, { kind: 'totp', name: 'Phone' }),
      );
      const proof = { factorId, code: codeOfApp(uri, clock.now()) };
      answerOf(await engine.confirmFactor(checker, proof));
      clock.advance(30_000); // each code of the app opens one thing

      const batch = batchOf('INV-36', 2_000_000);
      const { answer } = answerOf(await engine.acceptBatch(tenant, { key: 'run-36', batch }));
      await runDue();
      const decision = {
        actorUserId: 'u-checker',
        action: 'approve',
        jobId: answer.jobId,
      } as const;
      assert.equal(refusalOf(await engine.decideJob(tenant, decision)), 'SecondFactorNeeded');
      const { challengeId } = answerOf(await engine.askApprovalFactor(tenant, decision));
      const code = codeOfApp(uri, clock.now());
      answerOf(await engine.decideJob(tenant, { ...decision, challengeId, code }));
    },
  'An administrator tries a policy of approval on what was paid, and proposes it': async ({
    engine,
    tenant,
    sandbox,
  }) => {
    await engine.acceptBatch(tenant, { key: 'run-37', batch: batchOf('INV-37', 250_000) });
    await sandbox.runDue();
    const draft = {
      actorUserId: 'u-admin',
      approvalMatrix: [
        {
          packageCodes: null,
          tiers: [{ upToAmount: null, levels: [{ roleCodes: ['checker'], approvals: 1 }] }],
        },
      ],
    };
    const preview = answerOf(await engine.previewApprovalPolicy(tenant, draft));
    assert.equal(preview.last90Days.count, 1);
    answerOf(await engine.putApprovalPolicy(tenant, draft));
    const policy = answerOf(
      await engine.getApprovalPolicy(tenant, { actorUserId: 'u-admin', limit: 20 }),
    );
    assert.equal(policy.inForce.version, 1); // until another person approves the new one
  },
};
