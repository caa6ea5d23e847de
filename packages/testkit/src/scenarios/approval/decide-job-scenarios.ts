import assert from 'node:assert/strict';
import { E } from '@hundi/core';
import type { CorporateInput } from '../../kit/sandbox/demo-document.js';
import { demoRoles, demoUsers } from '../../kit/sandbox/demo-people.js';
import { cancel, decide, decideJob, LARGE } from '../stage/approval-stage.js';
import { compareBooks } from '../stage/compare-books.js';
import type { Scenario } from '../stage/scenario.js';
import { expectLeft, expectRight, openStage } from '../stage/stage.js';
import { withoutPayees } from '../stage/without-payees.js';

const DAY = 24 * 3_600_000;

const CHECKER_THEN_HEAD: Partial<CorporateInput> = {
  approvalMatrix: [
    {
      packageCodes: null,
      tiers: [
        {
          upToAmount: null,
          levels: [
            { roleCodes: ['checker'], approvals: 1 },
            { roleCodes: ['head'], approvals: 1 },
          ],
        },
      ],
    },
  ],
};

export const decideJobScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a checker approves every payout of a job that waits, and the rest is left alone',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { jobId, ids } = await stage.post([
        { amount: LARGE },
        { amount: 100 },
        { amount: LARGE, to: 'STAFF01' },
        { amount: LARGE },
        { amount: LARGE },
      ]);
      await stage.runDue();
      assert.deepEqual(await decide(stage, 'u-both', ids.slice(4), 'reject'), ['rejected']);
      assert.deepEqual(await decideJob(stage, 'u-checker', jobId), ['approved', 'approved']);
      assert.deepEqual(await decideJob(stage, 'u-checker', jobId), []);
      await stage.runDue();
      const statuses = (await stage.job(jobId)).records.map(({ routingState }) => routingState);
      assert.deepEqual(statuses, ['paid', 'paid', 'rejected', 'paid', 'rejected']);
      await compareBooks(stage, ids);
    },
  },
  {
    title: 'each payout of the job is answered as it would be by itself',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { jobId } = await stage.post(
        [{ amount: LARGE }, { amount: LARGE, packageCode: 'CAPEX' }, { amount: LARGE }],
        { by: 'u-both' },
      );
      await stage.runDue();
      assert.deepEqual(await decideJob(stage, 'u-both', jobId), [
        'OwnPayout',
        'BulkNotAllowed',
        'OwnPayout',
      ]);
      assert.deepEqual(await decideJob(stage, 'u-head', jobId), [
        'NotAtThisLevel',
        'BulkNotAllowed',
        'NotAtThisLevel',
      ]);
      assert.deepEqual(await decideJob(stage, 'u-checker', jobId, 'reject'), [
        'rejected',
        'BulkNotAllowed',
        'rejected',
      ]);
    },
  },
  {
    title: 'a decision on a job leaves alone what reached its checker since they looked',
    run: async (storage) => {
      const stage = await openStage(storage, CHECKER_THEN_HEAD);
      const { engine, tenant, clock } = stage;
      const { jobId, ids } = await stage.post(Array.from({ length: 3 }, () => ({ amount: LARGE })));
      await stage.runDue();
      await decide(stage, 'u-checker', ids.slice(0, 1));
      const asked = { actorUserId: 'u-head', action: 'approve', jobId } as const;
      const { seenAt, count } = expectRight(await engine.reviewDecision(tenant, asked));
      assert.equal(count, 1);
      clock.advance(1);
      await decide(stage, 'u-checker', ids.slice(1));
      assert.deepEqual(await decideJob(stage, 'u-head', jobId, 'approve', seenAt), ['approved']);
      assert.deepEqual(await decideJob(stage, 'u-head', jobId), ['approved', 'approved']);
    },
  },
  {
    title: 'a decision on a job is refused once its checker may decide on more than they saw',
    run: async (storage) => {
      const stage = await openStage(storage, CHECKER_THEN_HEAD);
      const { engine, tenant } = stage;
      const { jobId, ids } = await stage.post(Array.from({ length: 3 }, () => ({ amount: LARGE })));
      await stage.runDue();
      await decide(stage, 'u-both', ids.slice(1));
      const asked = { actorUserId: 'u-checker', action: 'approve', jobId } as const;
      const review = expectRight(await engine.reviewDecision(tenant, asked));
      assert.equal(review.count, 1);
      const { seenAt, seenAs } = review;
      const confirm = () => engine.decideJob(tenant, { ...asked, seenAt, seenAs });
      const until = stage.clock.now() + 60_000;
      const names = { actorUserId: 'u-head', deputyUserId: 'u-checker', until };
      expectRight(await engine.nameDeputy(tenant, names));
      assert.equal(expectLeft(await confirm())._tag, 'RightsChanged');
      expectRight(await engine.endDeputy(tenant, { actorUserId: 'u-head' }));
      const results = expectRight(await confirm());
      assert.equal(results.filter(({ result }) => E.isRight(result)).length, 1);
    },
  },
  {
    title: 'a decision on a job takes place though its maker cancels one payout after the other',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const { jobId, ids } = await stage.post(
        Array.from({ length: 900 }, () => ({ amount: LARGE })),
      );
      await stage.runDue();
      const left = [...ids];
      const cancelAll = async (): Promise<number> => {
        const id = left.pop();
        if (id === undefined) return 0;
        const answer = await cancel({ ...stage, engine: stage.another() }, 'u-maker', id);
        return Number(answer === 'cancelled') + (await cancelAll());
      };
      const cancelling = Promise.all(Array.from({ length: 4 }, cancelAll));
      const decided = await decideJob(stage, 'u-checker', jobId).finally(() => left.splice(0));
      const cancelled = (await cancelling).reduce((sum, count) => sum + count, 0);

      assert.deepEqual(new Set(decided), new Set(['approved']));
      // A payout that was cancelled after its approval is among both.
      assert.ok(decided.length <= ids.length && decided.length + cancelled >= ids.length);
    },
  },
  {
    title: 'a job of one payout is no bulk decision',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { jobId } = await stage.post([{ amount: LARGE, packageCode: 'CAPEX' }]);
      await stage.runDue();
      assert.deepEqual(await decideJob(stage, 'u-checker', jobId), ['partially_approved']);
      assert.deepEqual(await decideJob(stage, 'u-checker', jobId), ['AlreadyApproved']);
      assert.deepEqual(await decideJob(stage, 'u-head', jobId), ['approved']);
    },
  },
  {
    title: 'another corporate does not find a job, and a user who may not approve is refused',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { jobId } = await stage.post([{ amount: LARGE }]);
      await stage.runDue();
      const globex = { ...stage.tenant, corporateTenantId: 'globex' as never };
      assert.deepEqual(await decideJob({ ...stage, tenant: globex }, 'u-checker', jobId), [
        'JobNotFound',
      ]);
      assert.deepEqual(await decideJob(stage, 'u-maker', jobId), ['NotAnApprover']);
      assert.deepEqual(await decideJob(stage, 'u-nobody', jobId), ['ActorNotFound']);
      const turnedAway = await stage.post([{ to: 'STAFF01' }]);
      await stage.runDue();
      assert.deepEqual(await decideJob(stage, 'u-checker', turnedAway.jobId), ['JobNotFound']);
    },
  },
  {
    title:
      'a job that intake has not finished cannot be decided on yet, and only a person who reaches it sees this refusal',
    run: async (storage) => {
      const users = demoUsers('acme').map((user) =>
        user.userId === 'u-clerk' ? { ...user, roleCodes: ['vendor-checker'] } : user,
      );
      const roles = [
        ...demoRoles(),
        {
          roleCode: 'vendor-checker',
          permissions: ['transaction.approve' as const],
          packageCodes: ['VENDOR'],
          debitAccountIds: ['da-main'],
        },
      ];
      const stage = await openStage(storage, { roles, users });
      const { jobId } = await stage.post([{ amount: LARGE, packageCode: 'SALARY' }]);
      assert.deepEqual(await decideJob(stage, 'u-checker', jobId), ['JobNotTakenIn']);
      assert.deepEqual(await decideJob(stage, 'u-clerk', jobId), ['JobNotFound']);
      assert.deepEqual(await decideJob(stage, 'u-maker', jobId), ['NotAnApprover']);
      await stage.another({ storage: withoutPayees(storage) }).runDue();
      assert.equal((await stage.job(jobId)).status, 'processing');
      assert.deepEqual(await decideJob(stage, 'u-checker', jobId), ['JobNotTakenIn']);
      await stage.advance(DAY);
      assert.deepEqual(await decideJob(stage, 'u-checker', jobId), ['approved']);
    },
  },
  {
    title: 'checkers who decide on a job at the same time: each payout is decided once',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const { jobId, ids } = await stage.post(
        Array.from({ length: 40 }, () => ({ amount: LARGE })),
      );
      await stage.runDue();
      await Promise.all([
        decideJob(stage, 'u-checker', jobId),
        decideJob({ ...stage, engine: stage.another() }, 'u-both', jobId, 'reject'),
        decide({ ...stage, engine: stage.another() }, 'u-both', ids.toReversed()),
      ]);
      await stage.runDue();
      for (const id of ids) {
        const states = (await stage.journal(id)).map(({ to }) => to);
        assert.ok(
          [['rejected'], ['approved', 'sent_to_bank', 'paid']].some(
            (way) => way.join() === states.slice(1).join(),
          ),
          states.join(),
        );
      }
      await compareBooks(stage, ids);
    },
  },
];
