import assert from 'node:assert/strict';
import { cancelJob } from './approval-stage.js';
import { compareBooks } from './compare-books.js';
import type { Scenario } from './scenario.js';
import { openStage, type Stage } from './stage.js';
import { withoutPayees } from './without-payees.js';

const DAY = 24 * 3_600_000;
const ROWS_MAX = 20_000;

/** Every row of a job that was cancelled before intake. */
const CANCELLED = {
  outcome: 'cancelled',
  rejectionCode: 'job_cancelled',
  routingState: 'cancelled',
};

const rowsOf = async (stage: Stage, jobId: never) =>
  (await stage.job(jobId)).records.map(({ outcome, rejectionCode, routingState }) => ({
    outcome,
    rejectionCode,
    routingState,
  }));

export const cancelJobScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'the maker of a job that intake has not looked at cancels it, with all of its rows',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { jobId, ids } = await stage.post([{ reference: 'PAY-1' }, {}, {}]);
      assert.equal(await cancelJob(stage, 'u-maker', jobId), 'cancelled');
      const { status, completedAt, counts } = await stage.job(jobId);
      assert.equal(status, 'cancelled');
      assert.ok(completedAt !== undefined);
      assert.deepEqual([counts.total, counts.created, counts.rejected], [3, 0, 0]);
      assert.deepEqual(await rowsOf(stage, jobId as never), [CANCELLED, CANCELLED, CANCELLED]);
      assert.deepEqual(
        (await stage.journal(jobId)).map(({ to, actor }) => [to, actor]),
        [
          ['queued', 'u-maker'],
          ['cancelled', 'u-maker'],
        ],
      );
      const [entry] = await stage.journal(ids[0] as string);
      assert.deepEqual([entry?.to, entry?.actor], ['cancelled', 'u-maker']);

      const [again] = await stage.pay([{ reference: 'PAY-1' }]);
      assert.equal(again?.status, 'paid');
      await stage.advance(DAY);
      assert.equal((await stage.job(jobId)).status, 'cancelled');
      await compareBooks(stage, ids);
    },
  },
  {
    title: 'a job that intake is at is cancelled, by an operator too',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { jobId } = await stage.post([{}, {}]);
      await stage.another({ storage: withoutPayees(storage) }).settle();
      assert.equal((await stage.job(jobId)).status, 'processing');
      assert.equal(await cancelJob(stage, 'Meera', jobId), 'cancelled');
      assert.deepEqual(await rowsOf(stage, jobId as never), [CANCELLED, CANCELLED]);

      await stage.advance(DAY);
      assert.equal((await stage.job(jobId)).status, 'cancelled');
      assert.deepEqual(await stage.bank.orders(), []);
      assert.equal((await stage.journal(jobId)).at(-1)?.actor, 'operator Meera');
    },
  },
  {
    title: 'a job that has ended is not cancelled, and nor are its payouts',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { jobId, ids } = await stage.post([{}, { to: 'STAFF01' }]);
      await stage.settle();
      for (const who of ['u-maker', 'Meera']) {
        assert.equal(await cancelJob(stage, who, jobId), 'WrongJobStatus');
      }
      const cancelled = await stage.post([{}]);
      assert.equal(await cancelJob(stage, 'u-maker', cancelled.jobId), 'cancelled');
      assert.equal(await cancelJob(stage, 'u-maker', cancelled.jobId), 'WrongJobStatus');
      assert.equal((await stage.job(jobId)).status, 'completed_partial');
      await compareBooks(stage, ids);
    },
  },
  {
    title: 'only the maker who initiated a job cancels it, and none of another corporate',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { jobId } = await stage.post([{}]);
      assert.equal(await cancelJob(stage, 'u-maker-2', jobId), 'NotItsMaker');
      assert.equal(await cancelJob(stage, 'u-clerk', jobId), 'NotItsMaker');
      assert.equal(await cancelJob(stage, 'u-checker', jobId), 'NotAMaker');
      assert.equal(await cancelJob(stage, 'u-nobody', jobId), 'ActorNotFound');
      const globex = { ...stage.tenant, corporateTenantId: 'globex' as never };
      for (const who of ['u-maker', 'Meera']) {
        assert.equal(await cancelJob({ ...stage, tenant: globex }, who, jobId), 'JobNotFound');
      }
      assert.equal((await stage.job(jobId)).status, 'queued');
    },
  },
  {
    title: 'a job of which the roles of a maker reach nothing is not there, taken in or not',
    run: async (storage) => {
      const stage = await openStage(storage);
      const salaries = await stage.post([{ packageCode: 'SALARY' }, { packageCode: 'SALARY' }]);
      const mixed = await stage.post([
        ...Array.from({ length: 1_200 }, () => ({ packageCode: 'SALARY' })),
        {},
      ]);
      const answers = async () => [
        await cancelJob(stage, 'u-clerk', salaries.jobId),
        await cancelJob(stage, 'u-clerk', mixed.jobId),
      ];
      assert.deepEqual(await answers(), ['JobNotFound', 'NotItsMaker']);
      await stage.settle();
      assert.deepEqual(await answers(), ['JobNotFound', 'NotItsMaker']);
    },
  },
  {
    title: 'of cancelling and evaluating a job at the same time exactly one takes place',
    run: async (storage) => {
      const stage = await openStage(storage);
      const posted = await Promise.all(
        Array.from({ length: 8 }, () => stage.post([{}, {}, { to: 'STAFF01' }])),
      );
      const others = [stage.another(), stage.another()];
      const [answers] = await Promise.all([
        Promise.all(posted.map(({ jobId }) => cancelJob(stage, 'u-maker', jobId))),
        ...others.map((worker) => worker.settle()),
      ]);
      await stage.settle();
      for (const [i, { jobId, ids }] of posted.entries()) {
        const { status } = await stage.job(jobId);
        const outcomes = (await rowsOf(stage, jobId as never)).map(({ outcome }) => outcome);
        if (answers[i] === 'cancelled') {
          assert.equal(status, 'cancelled');
          assert.deepEqual(outcomes, ['cancelled', 'cancelled', 'cancelled']);
        } else {
          assert.deepEqual([answers[i], status], ['WrongJobStatus', 'completed_partial']);
          assert.deepEqual(outcomes, ['accepted', 'accepted', 'rejected']);
        }
        await compareBooks(stage, ids);
      }
    },
  },
  {
    title: 'a job of 20,000 rows is cancelled at once',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { jobId } = await stage.post(Array.from({ length: ROWS_MAX }, () => ({})));
      assert.equal(await cancelJob(stage, 'u-maker', jobId), 'cancelled');
      await stage.settle();
      const tallies = await storage.read(({ payouts }) => payouts.tally(stage.tenant, [jobId]));
      assert.deepEqual(tallies, [
        { jobId, intake: 'cancelled', status: 'cancelled', count: ROWS_MAX },
      ]);
    },
  },
];
