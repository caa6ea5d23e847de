import assert from 'node:assert/strict';
import { poisoned, unreadable } from '../stage/poisoned.js';
import type { Scenario } from '../stage/scenario.js';
import { openStage, type Stage } from '../stage/stage.js';

/** A lease and a little more. */
const LEASE_OVER = 31_000;

/**
 * One life of a process that is killed as soon as it looks for this payee: what it was at is undone, and
 * its failure is not reported. Resolves when it is dead, or has nothing left to do.
 */
const shortLife = (stage: Stage, payee: string): Promise<unknown> => {
  let die = (): void => undefined;
  const death = new Promise<void>((resolve) => {
    die = resolve;
  });
  const deadly = poisoned(stage.storage, payee);
  const doomed = stage.another({
    storage: {
      read: deadly.read,
      atomically: async (work) => {
        try {
          return await deadly.atomically(work);
        } catch {
          die();
          return new Promise(() => undefined);
        }
      },
    },
  });
  return Promise.race([doomed.runDue(), death]);
};

const incidentsOf = async ({ storage, tenant }: Stage) =>
  (await storage.read(({ journal }) => journal.incidents(tenant, 10))).map(
    ({ kind, subjectId, detail }) => [kind, subjectId, detail],
  );

export const failureScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a job that cannot be evaluated is given up after twelve attempts, and harms no other',
    run: async (storage) => {
      const stage = await openStage(storage);
      const engine = stage.another({ storage: poisoned(storage, 'poison') });
      const bad = await stage.post([{ beneficiaryId: 'poison', reference: 'FREED' }, {}]);
      const good = await stage.post([{}]);

      for (let attempt = 1; attempt < 12; attempt += 1) {
        await engine.runDue();
        assert.equal((await stage.job(bad.jobId)).status, 'processing');
        assert.equal((await stage.job(good.jobId)).status, 'completed_success');
        stage.clock.advance(60_000);
      }
      await engine.runDue();

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
    title: 'a job that cannot be read keeps no other waiting, and is evaluated once it can be read',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const jobs = [];
      for (let i = 0; i < 9; i += 1) jobs.push((await stage.post([{}])).jobId);
      const [bad, ...others] = [jobs[4] as (typeof jobs)[number], ...jobs.toSpliced(4, 1)];
      const engine = stage.another({ storage: unreadable(storage, [bad]) });
      for (let i = 0; i < 9; i += 1) await engine.runDue().catch(() => undefined);
      for (const id of others) assert.equal((await stage.job(id)).status, 'completed_success');
      assert.equal((await stage.job(bad)).status, 'queued');
      await stage.advance(60_000);
      assert.equal((await stage.job(bad)).status, 'completed_success');
    },
  },
  {
    title: 'a job that fails for a while is evaluated once the fault is gone',
    run: async (storage) => {
      const stage = await openStage(storage);
      const payee = await stage.beneficiary('SHARMA01');
      const { jobId } = await stage.post([{}]);
      await stage.another({ storage: poisoned(storage, payee) }).runDue();
      assert.equal((await stage.job(jobId)).status, 'processing');
      await stage.advance(60_000);
      assert.equal((await stage.job(jobId)).status, 'completed_success');
    },
  },
  {
    title: 'a job that kills its worker is given up in the end, and takes no other with it',
    run: async (storage) => {
      const stage = await openStage(storage);
      const bad = await stage.post([{ beneficiaryId: 'poison' }]);
      const good = [await stage.post([{}]), await stage.post([{}, {}])];
      await shortLife(stage, 'poison');
      stage.clock.advance(LEASE_OVER);
      await shortLife(stage, 'poison');
      stage.clock.advance(LEASE_OVER);
      await shortLife(stage, 'poison');
      for (const { jobId } of good) {
        assert.equal((await stage.job(jobId)).status, 'completed_success');
      }

      let deaths = 3;
      while ((await stage.job(bad.jobId)).status === 'processing' && deaths < 30) {
        stage.clock.advance(LEASE_OVER);
        await shortLife(stage, 'poison');
        deaths += 1;
      }
      assert.equal((await stage.job(bad.jobId)).status, 'failed_system');
      assert.deepEqual(await incidentsOf(stage), [['intake_failed', bad.jobId, 'ProcessDied']]);
    },
  },
  {
    title: 'twelve processes that die over a job give nothing up, nor does a failure after them',
    run: async (storage) => {
      const stage = await openStage(storage);
      const payee = await stage.beneficiary('SHARMA01');
      const { jobId } = await stage.post([{}]);
      for (let life = 1; life <= 12; life += 1) {
        await shortLife(stage, payee);
        stage.clock.advance(LEASE_OVER);
      }
      await stage.another({ storage: poisoned(storage, payee) }).runDue();
      assert.equal((await stage.job(jobId)).status, 'processing');

      await stage.advance(60_000);
      assert.equal((await stage.job(jobId)).status, 'completed_success');
      assert.deepEqual(await incidentsOf(stage), []);
    },
  },
];
