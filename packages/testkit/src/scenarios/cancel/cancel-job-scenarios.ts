import assert from 'node:assert/strict';
import { cancelJob, LARGE } from '../stage/approval-stage.js';
import { compareBooks } from '../stage/compare-books.js';
import { codesOf, vendorWith } from '../stage/group-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { openStage, type Stage } from '../stage/stage.js';
import { notingSizes } from '../stage/noting-sizes.js';
import { withoutPayees } from '../stage/without-payees.js';

const DAY = 24 * 3_600_000;
const ROWS_MAX = 20_000;
/** The rows that a unit of work reads or writes of a large job between two turns of other requests. */
const ROWS_A_STEP = 500;

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
    title: 'a job can be cancelled during intake, also by an operator',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { jobId } = await stage.post([{}, {}]);
      await stage.another({ storage: withoutPayees(storage) }).runDue();
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
    title: 'a job whose payouts are all sent or over cannot be cancelled',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { jobId, ids } = await stage.post([{}, { to: 'STAFF01' }, { to: 'LATER01' }]);
      await stage.runDue();
      for (const who of ['u-maker', 'Meera', 'key u-maker']) {
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
    title:
      'cancelling a job that intake has finished cancels every payout that is not sent, in one commit',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { jobId, ids } = await stage.post([
        {},
        { payoutDate: '2026-02-20', reference: 'LATER-1' },
        { amount: LARGE },
        { to: 'STAFF01' },
      ]);
      await stage.runDue();
      const before = await Promise.all(ids.map((id) => stage.journal(id)));
      assert.equal(await cancelJob(stage, 'u-maker', jobId), 'completed_partial');
      const { counts, records } = await stage.job(jobId);
      assert.deepEqual(
        records.map(({ outcome, routingState }) => [outcome, routingState]),
        [
          ['accepted', 'paid'],
          ['accepted', 'cancelled'],
          ['accepted', 'cancelled'],
          ['rejected', 'rejected'],
        ],
      );
      assert.deepEqual([counts.paid, counts.failed], [1, 2]);
      for (const [i, id] of ids.entries()) {
        const grown = (await stage.journal(id)).slice(before[i]?.length);
        assert.deepEqual(
          grown.map(({ to, actor }) => [to, actor]),
          i === 1 || i === 2 ? [['cancelled', 'u-maker']] : [],
        );
      }
      // The job itself does not change, and has no entry that says it did.
      assert.equal((await stage.journal(jobId)).at(-1)?.to, 'completed_partial');

      const [again] = await stage.pay([{ reference: 'LATER-1' }]);
      assert.equal(again?.status, 'paid');
      await stage.advance(60 * DAY);
      assert.equal((await stage.bank.orders()).length, 2);
      await compareBooks(stage, ids);
    },
  },
  {
    title: 'the share of the daily limit that a cancelled job had is free again',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage, vendorWith({ dailyAmountLimit: 2 * LARGE }));
      const { jobId } = await stage.post([{ amount: LARGE }, { amount: LARGE }]);
      await stage.runDue();
      assert.deepEqual(await codesOf(stage, [{ amount: 100 }]), ['amount_above_daily_limit']);
      assert.equal(await cancelJob(stage, 'Meera', jobId), 'completed_success');
      assert.deepEqual(await codesOf(stage, [{ amount: 100 }]), [null]);
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
    title: "a job that a maker's roles do not reach is absent for them, before and after intake",
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
      await stage.runDue();
      assert.deepEqual(await answers(), ['JobNotFound', 'NotItsMaker']);
    },
  },
  {
    title: 'when a cancel and the intake of a job race, each payout has one end',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const posted = await Promise.all(
        Array.from({ length: 8 }, () =>
          stage.post([{}, { payoutDate: '2026-02-20' }, { to: 'STAFF01' }]),
        ),
      );
      const others = [stage.another(), stage.another()];
      const [answers] = await Promise.all([
        Promise.all(posted.map(({ jobId }) => cancelJob(stage, 'u-maker', jobId))),
        ...others.map((worker) => worker.runDue()),
      ]);
      await stage.runDue();
      for (const [i, { jobId, ids }] of posted.entries()) {
        const { status, records } = await stage.job(jobId);
        assert.equal(answers[i], status);
        const states = records.map(({ outcome, routingState }) => [outcome, routingState]);
        if (status === 'cancelled') {
          assert.deepEqual(states, Array(3).fill(['cancelled', 'cancelled']));
        } else {
          assert.equal(status, 'completed_partial');
          assert.ok(states[0]?.[1] === 'paid' || states[0]?.[1] === 'cancelled');
          assert.deepEqual(states.slice(1), [
            ['accepted', 'cancelled'],
            ['rejected', 'rejected'],
          ]);
        }
        await compareBooks(stage, ids);
      }
    },
  },
  {
    title: 'when a cancel and the send of a job race, each payout has one end',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const { jobId, ids } = await stage.post(
        Array.from({ length: 1_200 }, () => ({ payoutDate: '2026-01-06' })),
      );
      await stage.runDue();
      stage.clock.advance(DAY);
      const others = [stage.another(), stage.another()];
      const [answer] = await Promise.all([
        cancelJob(stage, 'u-maker', jobId),
        ...others.map((worker) => worker.runDue()),
      ]);
      await stage.runDue();
      assert.ok(answer === 'completed_success' || answer === 'WrongJobStatus');
      const tallies = await storage.read(({ payouts }) => payouts.tally(stage.tenant, [jobId]));
      assert.ok(tallies.every(({ status }) => status === 'paid' || status === 'cancelled'));
      assert.equal(
        tallies.some(({ status }) => status === 'cancelled'),
        answer === 'completed_success',
      );
      await compareBooks(stage, ids);
    },
  },
  {
    title: 'a job of 20,000 rows is cancelled at once, in steps that leave others their turn',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const { jobId } = await stage.post(Array.from({ length: ROWS_MAX }, () => ({})));
      const noting = notingSizes(storage);
      const noted = { ...stage, engine: stage.another({ storage: noting.storage }) };
      assert.equal(await cancelJob(noted, 'u-maker', jobId), 'cancelled');
      assert.ok(noting.largest() <= ROWS_A_STEP, `${String(noting.largest())} rows in one step`);
      await stage.runDue();
      const tallies = await storage.read(({ payouts }) => payouts.tally(stage.tenant, [jobId]));
      assert.deepEqual(
        tallies.map(({ intake, status, count }) => [intake, status, count]),
        [['cancelled', 'cancelled', ROWS_MAX]],
      );
    },
  },
  {
    title: 'the 20,000 payouts of a job are cancelled at once while they await approval',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const { jobId } = await stage.post(
        Array.from({ length: ROWS_MAX }, () => ({ amount: LARGE })),
      );
      await stage.runDue();
      const noting = notingSizes(storage);
      const noted = { ...stage, engine: stage.another({ storage: noting.storage }) };
      assert.equal(await cancelJob(noted, 'u-maker', jobId), 'completed_success');
      assert.ok(noting.largest() <= ROWS_A_STEP, `${String(noting.largest())} rows in one step`);
      await stage.runDue();
      const tallies = await storage.read(({ payouts }) => payouts.tally(stage.tenant, [jobId]));
      assert.deepEqual(
        tallies.map(({ intake, status, count }) => [intake, status, count]),
        [['accepted', 'cancelled', ROWS_MAX]],
      );
    },
  },
];
