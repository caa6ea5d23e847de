import assert from 'node:assert/strict';
import { answerOf, batchOf, type Stories } from './opening.js';

export const payout: Stories = {
  'A checker reads the report of the payouts that were paid': async ({
    engine,
    tenant,
    sandbox,
    clock,
  }) => {
    await engine.acceptBatch(tenant, { key: 'run-22', batch: batchOf('INV-22', 250_000) });
    await sandbox.runDue();
    const paid = { initiatedByUserId: 'u-checker', status: 'paid' } as const;
    const { items } = answerOf(await engine.listTransactions(tenant, { ...paid, limit: 20 }));
    const { sums } = answerOf(await engine.sumReport(tenant, { ...paid, starts: [clock.now()] }));
    assert.equal(sums[0]?.count, 1);
    // The same payouts with all that is known of each, for a file:
    const report = answerOf(await engine.listReport(tenant, { ...paid, limit: 20 }));
    assert.equal(report.items[0]?.transactionId, items[0]?.transactionId);
  },
  'A maker finds a payout of theirs': async ({ engine, tenant, sandbox }) => {
    await engine.acceptBatch(tenant, { key: 'run-23', batch: batchOf('INV-23', 250_000) });
    await sandbox.runDue();
    const reach = answerOf(await engine.getPayoutReach(tenant, { actorUserId: 'u-maker' }));
    assert.equal(reach.debitAccounts.length, 3);
    const found = answerOf(
      await engine.browseTransactions(tenant, {
        initiatedByUserId: 'u-maker',
        search: 'INV-23',
        limit: 20,
      }),
    );
    const [first] = found.items;
    assert(first !== undefined);
    const { transactionId } = first;
    const transaction = answerOf(await engine.getTransaction(tenant, { transactionId }));
    assert.deepEqual(transaction.amount, { value: 250_000, currency: 'INR' });
  },
};
