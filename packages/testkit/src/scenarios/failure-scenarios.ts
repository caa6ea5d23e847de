import assert from 'node:assert/strict';
import type { Storage } from '@hundi/core';
import type { Scenario } from './scenario.js';
import { openStage } from './stage.js';

/** A storage on which whoever looks for this payee fails. */
const poisoned = (storage: Storage, payee: string): Storage => ({
  read: storage.read,
  atomically: (work) =>
    storage.atomically((stores) =>
      work({
        ...stores,
        beneficiaries: {
          ...stores.beneficiaries,
          findMany: (tenant, ids) => {
            if (ids.includes(payee as never)) throw new TypeError('a value that nobody expected');
            return stores.beneficiaries.findMany(tenant, ids);
          },
        },
      }),
    ),
});

export const failureScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a job that cannot be evaluated is given up after twelve attempts, and harms no other',
    run: async (storage) => {
      const stage = await openStage(storage);
      const engine = stage.another({ storage: poisoned(storage, 'poison') });
      const bad = await stage.post([{ beneficiaryId: 'poison', reference: 'FREED' }, {}]);
      const good = await stage.post([{}]);

      for (let attempt = 1; attempt < 12; attempt += 1) {
        await engine.settle();
        assert.equal((await stage.job(bad.jobId)).status, 'processing');
        assert.equal((await stage.job(good.jobId)).status, 'completed_success');
        stage.clock.advance(60_000);
      }
      await engine.settle();

      const { status, counts, completedAt, records } = await stage.job(bad.jobId);
      assert.equal(status, 'failed_system');
      assert.equal(completedAt, new Date(stage.clock.now()).toISOString());
      assert.deepEqual([counts.created, counts.rejected, counts.failed], [0, 0, 0]);
      assert.deepEqual(
        records.map(({ outcome, rejectionCode, routingState }) => [
          outcome,
          rejectionCode,
          routingState,
        ]),
        [
          ['cancelled', 'internal_error', 'cancelled'],
          ['cancelled', 'internal_error', 'cancelled'],
        ],
      );
      const incidents = await storage.read(({ journal }) => journal.incidents(stage.tenant, 10));
      assert.deepEqual(
        incidents.map(({ kind, subjectId }) => [kind, subjectId]),
        [['intake_failed', bad.jobId]],
      );
      assert.doesNotMatch(JSON.stringify(incidents), /nobody expected/);

      const [again] = await stage.pay([{ reference: 'FREED' }]);
      assert.equal(again?.status, 'paid');
    },
  },
  {
    title: 'a job that fails for a while is evaluated once the fault is gone',
    run: async (storage) => {
      const stage = await openStage(storage);
      const payee = await stage.beneficiary('SHARMA01');
      const { jobId } = await stage.post([{}]);
      await stage.another({ storage: poisoned(storage, payee) }).settle();
      assert.equal((await stage.job(jobId)).status, 'processing');
      await stage.advance(60_000);
      assert.equal((await stage.job(jobId)).status, 'completed_success');
    },
  },
];
