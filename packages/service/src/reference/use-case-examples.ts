import assert from 'node:assert/strict';
import { E } from '@hundi/core';
import type { Sandbox } from '@hundi/testkit';

/** The names that every example may use. */
export interface Given extends Sandbox {
  readonly sandbox: Sandbox;
  readonly batchOf: typeof batchOf;
}

/** A batch of one payment, in paise. */
export const batchOf = (reference: string, amount: number) => ({
  initiatedByUserId: 'u-maker',
  apiRefNumber: `RUN-${reference}`,
  payments: [
    { transactionReference: reference, packageCode: 'VENDOR', amount, beneId: 'SHARMA01' },
  ],
});

/** An example of each feature, by its folder in the core. The page of use cases shows the bodies. */
export const EXAMPLES: Readonly<Record<string, (given: Given) => Promise<void>>> = {
  beneficiary: async ({ engine, tenant }) => {
    const created = await engine.createBeneficiary(tenant, {
      initiatedByUserId: 'u-maker',
      beneId: 'RAO01',
      beneName: 'Rao Traders',
      benePhoneNumber: '+919800001234',
      benePackageCodes: ['VENDOR'],
      beneBankAccounts: [{ accountNumber: '123456780099', ifscCode: 'HDFC0000001' }],
    });
    assert(E.isRight(created));
    const { beneficiaryId } = created.right.beneficiary;
    const approval = { beneficiaryId, action: 'approve' } as const;
    const byMaker = await engine.authorizeBeneficiary(tenant, {
      ...approval,
      actorUserId: 'u-maker',
    });
    assert(E.isLeft(byMaker) && byMaker.left._tag === 'NotAChecker');
    const byChecker = await engine.authorizeBeneficiary(tenant, {
      ...approval,
      actorUserId: 'u-checker',
    });
    assert(E.isRight(byChecker));
  },
  package: async ({ engine, credentials }) => {
    const caller = await engine.authenticate(credentials.corporates['acme']?.apiKeys['erp']);
    assert(E.isRight(caller));
    const packages = await engine.listPackages(caller.right, { limit: 10 });
    assert(E.isRight(packages));
    assert.deepEqual(
      packages.right.items.map(({ packageCode }) => packageCode),
      ['CAPEX', 'SALARY', 'VENDOR'],
    );
  },
  intake: async ({ engine, tenant, sandbox, batchOf }) => {
    const accepted = await engine.acceptBatch(tenant, {
      key: 'run-17',
      batch: batchOf('INV-17', 250_000), // ₹2,500
    });
    assert(E.isRight(accepted));
    await sandbox.runDue(); // in a service, workers do this
    const { jobId } = accepted.right.answer;
    const job = await engine.getJob(tenant, { jobId, page: 1, limit: 20 });
    assert(E.isRight(job));
    assert.equal(job.right.counts.paid, 1);
    const late = await engine.cancelJob(tenant, { jobId, by: { kind: 'user', userId: 'u-maker' } });
    assert(E.isLeft(late) && late.left._tag === 'WrongJobStatus');
  },
  payout: async ({ engine, tenant, sandbox, batchOf }) => {
    await engine.acceptBatch(tenant, { key: 'run-18', batch: batchOf('INV-18', 250_000) });
    await sandbox.runDue();
    const paid = await engine.listTransactions(tenant, {
      initiatedByUserId: 'u-checker',
      status: 'paid',
      limit: 20,
    });
    assert(E.isRight(paid));
    const [first] = paid.right.items;
    assert(first !== undefined);
    const { transactionId } = first;
    const transaction = await engine.getTransaction(tenant, { transactionId });
    assert(E.isRight(transaction));
    assert.deepEqual(transaction.right.amount, { value: 250_000, currency: 'INR' });
  },
  'payout-checkout': async ({ engine, tenant, sandbox, mailbox }) => {
    const opened = await engine.openPayoutCheckout(tenant, {
      key: 'checkout-19',
      makerUserId: 'u-maker',
      amount: { value: 50_000, currency: 'INR' },
      transactionReference: 'INV-19',
      beneficiaryId: await sandbox.beneficiary('SHARMA01'),
    });
    assert(E.isRight(opened));
    const { sessionId, token } = opened.right.checkout;
    const entered = await engine.enterPayoutCheckout({ sessionId, token });
    assert(E.isRight(entered));
    const browser = { sessionId, secret: entered.right.secret };
    const choice = { packageCode: 'VENDOR', debitAccountId: 'da-main', paymentMethodCode: 'NEFT' };
    await engine.sendPayoutCode(browser, choice);
    const [code = ''] = /\b\d{6}\b/.exec(mailbox.mails('maker@acme.example')[0]?.text ?? '') ?? [];
    const authorized = await engine.authorizePayout(browser, { choice, code });
    assert(E.isRight(authorized));
  },
  collection: async ({ engine, tenant, credentials }) => {
    const secretKey = credentials.corporates['acme']?.secretKeys['shop'];
    const merchant = await engine.authenticateSecretKey(secretKey);
    assert(E.isRight(merchant));
    const created = await engine.createCollection(merchant.right, {
      key: 'order-20',
      amount: 249_900,
      currency: 'INR',
      reference: 'order-20',
      success_url: 'https://shop.example/paid',
      cancel_url: 'https://shop.example/cart',
    });
    assert(E.isRight(created));
    const sessionId = created.right.session.id;
    const closed = await engine.closeCollection(merchant.right, { sessionId });
    assert(E.isRight(closed));
    const session = await engine.getCollection(tenant, { sessionId });
    assert(E.isRight(session));
    assert.equal(session.right.payment_status, 'unpaid');
  },
  access: async ({ engine, tenant }) => {
    const made = await engine.createApiKey(tenant, {
      actorUserId: 'u-admin',
      name: 'warehouse',
      scopes: ['payments:read'],
      lifeDays: 90,
    });
    assert(E.isRight(made));
    const { text, key } = made.right; // nobody sees the text again
    assert(E.isRight(await engine.authenticate(text)));
    await engine.revokeApiKey(tenant, { actorUserId: 'u-admin', keyId: key.keyId });
    assert(E.isLeft(await engine.authenticate(text)));
  },
  webhook: async ({ engine, tenant }) => {
    const made = await engine.createWebhookEndpoint(tenant, {
      actorUserId: 'u-admin',
      url: 'https://erp.acme.example/hooks',
      eventTypes: ['transaction.*'],
    });
    assert(E.isRight(made));
    const { endpointId } = made.right.endpoint;
    const sent = await engine.testWebhookEndpoint(tenant, { actorUserId: 'u-admin', endpointId });
    assert(E.isRight(sent));
  },
  journal: async ({ engine, tenant, sandbox, batchOf }) => {
    await engine.acceptBatch(tenant, { key: 'run-21', batch: batchOf('INV-21', 250_000) });
    await sandbox.runDue();
    const events = await engine.listEvents(tenant, { limit: 100, types: ['transaction.paid'] });
    assert(E.isRight(events));
    assert.equal(events.right.items.length, 1);
    const next = { limit: 100, types: ['transaction.paid'], after: events.right.nextCursor ?? '' };
    assert(E.isRight(await engine.listEvents(tenant, next)));
  },
  approval: async ({ engine, tenant, sandbox, batchOf }) => {
    // Above ₹10,000 the demo corporate asks for a checker.
    await engine.acceptBatch(tenant, { key: 'run-22', batch: batchOf('INV-22', 2_000_000) });
    await sandbox.runDue();
    const waiting = await engine.listApprovals(tenant, { actorUserId: 'u-checker', limit: 20 });
    assert(E.isRight(waiting));
    const transactionIds = waiting.right.items.map(({ transactionId }) => transactionId);
    const decided = await engine.decidePayouts(tenant, {
      actorUserId: 'u-checker',
      action: 'approve',
      transactionIds,
    });
    assert(E.isRight(decided));
    assert.deepEqual(
      decided.right.map(({ status }) => status),
      ['approved'],
    );
  },
  why: async ({ engine, tenant, sandbox, batchOf }) => {
    const accepted = await engine.acceptBatch(tenant, {
      key: 'run-23',
      batch: batchOf('INV-23', 2_000_000),
    });
    assert(E.isRight(accepted));
    await sandbox.runDue();
    const { jobId } = accepted.right.answer;
    const why = await engine.whyWaiting(tenant, { actorUserId: 'u-maker', jobId });
    assert(E.isRight(why));
    assert.equal(why.right.waitingFor.length, 1);
  },
  portal: async ({ engine, mailbox }) => {
    const requested = await engine.requestLogin({ email: 'maker@acme.example' });
    assert(E.isRight(requested));
    const [code = ''] = /\b\d{6}\b/.exec(mailbox.mails('maker@acme.example')[0]?.text ?? '') ?? [];
    const { challengeId } = requested.right;
    const step = await engine.confirmLogin({ challengeId, code });
    assert(E.isRight(step) && 'token' in step.right);
    const person = await engine.authenticateSession(step.right.token);
    assert(E.isRight(person));
    await engine.logout(person.right);
    assert(E.isLeft(await engine.authenticateSession(step.right.token)));
  },
  factor: async ({ engine, tenant, clock }) => {
    const step = await engine.openBankSession({
      ...tenant,
      userId: 'u-checker',
      factors: [],
      authenticatedAt: clock.now(),
    });
    assert(E.isRight(step) && 'token' in step.right);
    const person = await engine.authenticateSession(step.right.token);
    assert(E.isRight(person));
    const enrolled = await engine.enrolFactor(person.right, { kind: 'totp', name: 'My phone' });
    assert(E.isRight(enrolled));
    assert.deepEqual(await engine.listFactors(person.right), []); // its person has not proved it yet
  },
  people: async ({ engine, tenant }) => {
    const both = { actorUserId: 'u-admin', userId: 'u-clerk' };
    const suspended = await engine.suspendPerson(tenant, both);
    assert(E.isRight(suspended));
    assert.equal(suspended.right.isSuspended, true);
    const reinstated = await engine.reinstatePerson(tenant, both);
    assert(E.isRight(reinstated));
    assert.equal(reinstated.right.isSuspended, false);
  },
  'settings-decision': async ({ engine, tenant }) => {
    const proposed = await engine.putApprovalPolicy(tenant, {
      actorUserId: 'u-admin',
      approvalMatrix: [{ packageCodes: null, tiers: [{ upToAmount: null, levels: [] }] }],
    });
    assert(E.isRight(proposed));
    const changeId = proposed.right.settingsChange?.changeId ?? '';
    const decided = await engine.decideSettingsChange(tenant, {
      actorUserId: 'u-admin',
      changeId,
      action: 'approve',
    });
    assert(E.isLeft(decided) && decided.left._tag === 'OwnSettingsChange');
  },
  notification: async ({ engine, tenant }) => {
    // The host of this sandbox gives no port `notifications`.
    const settings = await engine.getNotificationSettings(tenant, { actorUserId: 'u-maker' });
    assert(E.isLeft(settings) && settings.left._tag === 'FeatureOff');
  },
  tenancy: async ({ engine }) => {
    const document = {
      bankTenants: [
        {
          bankTenantId: 'second-bank',
          name: 'Second Bank',
          timeZone: 'Asia/Kolkata',
          corporates: [],
        },
      ],
    };
    const provisioned = await engine.provision(document);
    assert(E.isRight(provisioned));
    assert.deepEqual(provisioned.right.corporates, {}); // it made no secrets
  },
  settlement: async ({ engine }) => {
    const { unknown } = await engine.takeBankReports([
      { reportId: 'R-1', bankRef: 'of-another-program', verdict: { kind: 'accepted' } },
    ]);
    assert.equal(unknown, 1);
  },
  duty: async ({ engine }) => {
    const backlog = await engine.getBacklog();
    assert.equal(backlog.unknowns.count, 0);
  },
  wiring: async ({ engine, tenant }) => {
    const both = { actorUserId: 'u-admin', userId: 'u-clerk' };
    const request = { route: 'suspend', userId: 'u-admin', key: 'suspend-1', values: both };
    const suspend = () =>
      engine.idempotently(tenant, request, (changes) => changes.suspendPerson(tenant, both));
    const [first, second] = [await suspend(), await suspend()];
    assert(E.isRight(first) && E.isRight(second));
    assert.deepEqual(second.right, { answer: first.right.answer, replayed: true });
  },
};
