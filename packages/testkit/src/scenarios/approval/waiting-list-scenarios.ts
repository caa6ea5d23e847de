import assert from 'node:assert/strict';
import type { CursorPage, Hundi, TransactionId, TransactionObject } from '@hundi/core';
import { demoPayees } from '../../kit/sandbox/demo-payees.js';
import { demoRoles, demoUsers } from '../../kit/sandbox/demo-people.js';
import { cancel, decide, LARGE, waiting } from '../stage/approval-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { expectLeft, expectRight, openStage, type Stage } from '../stage/stage.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const VENDOR_CHECKER = {
  userId: 'u-vendor',
  username: 'vendor',
  kind: 'human',
  approvalState: 'approved',
} as const;

type Asked = Partial<Parameters<Hundi['listApprovals']>[1]>;

const list = async (
  { engine, tenant }: Pick<Stage, 'engine' | 'tenant'>,
  actorUserId: string,
  asked: Asked = {},
): Promise<CursorPage<TransactionObject>> =>
  expectRight(await engine.listApprovals(tenant, { limit: 100, ...asked, actorUserId }));

const idsFor = async (
  stage: Pick<Stage, 'engine' | 'tenant'>,
  userId: string,
  asked?: Asked,
): Promise<ReadonlyArray<TransactionId>> =>
  (await list(stage, userId, asked)).items.map(({ transactionId }) => transactionId);

const refusal = async ({ engine, tenant }: Stage, actorUserId: string, asked: Asked = {}) =>
  expectLeft(await engine.listApprovals(tenant, { limit: 10, ...asked, actorUserId }))._tag;

export const waitingListScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a checker sees the payouts that wait for them, newest first, until they are decided on',
    run: async (storage) => {
      const stage = await openStage(storage);
      assert.deepEqual(await idsFor(stage, 'u-checker'), []);
      const earlier = await waiting(stage, 2);
      stage.clock.advance(1);
      const ids = [...earlier, ...(await waiting(stage))];
      const [newest] = (await list(stage, 'u-checker')).items;
      assert.deepEqual(newest, await stage.payout(ids[2] as TransactionId));
      assert.deepEqual(await idsFor(stage, 'u-checker'), ids.toReversed());

      const [one, two, three] = ids as [TransactionId, TransactionId, TransactionId];
      await decide(stage, 'u-checker', [one]);
      await cancel(stage, 'u-maker', two);
      assert.deepEqual(await idsFor(stage, 'u-checker'), [three]);
      await decide(stage, 'u-checker', [three], 'reject');
      assert.deepEqual(await idsFor(stage, 'u-checker'), []);
    },
  },
  {
    title: 'a payout waits for the level in turn, for no person twice, and never for its maker',
    run: async (storage) => {
      const stage = await openStage(storage);
      const capex = await waiting(stage, 1, 'CAPEX', { by: 'u-both' });
      assert.deepEqual(await idsFor(stage, 'u-checker'), capex);
      assert.deepEqual(await idsFor(stage, 'u-head'), []);
      assert.deepEqual(await idsFor(stage, 'u-both'), []);

      await decide(stage, 'u-checker', capex);
      assert.deepEqual(await idsFor(stage, 'u-checker'), []);
      assert.deepEqual(await idsFor(stage, 'u-head'), capex);
    },
  },
  {
    title:
      'what waits for a checker is summed by job, package, account and method, as it is listed',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const sums = async (actorUserId: string, asked: object = {}) => {
        const found = await stage.engine.sumApprovals(stage.tenant, { ...asked, actorUserId });
        return expectRight(found).sums.map(({ packageCode, count, amount }) => [
          packageCode,
          count,
          amount,
        ]);
      };
      await waiting(stage, 3);
      stage.clock.advance(DAY);
      const capex = await waiting(stage, 2, 'CAPEX', { by: 'u-both' });
      const large = BigInt(LARGE);

      assert.deepEqual(await sums('u-checker'), [
        ['CAPEX', 2, 2n * large],
        ['VENDOR', 3, 3n * large],
      ]);
      assert.deepEqual(await sums('u-both'), [['VENDOR', 3, 3n * large]]);
      assert.deepEqual(await sums('u-head'), []);
      await decide(stage, 'u-checker', capex.slice(0, 1));
      assert.deepEqual(await sums('u-checker', { packageCode: 'CAPEX' }), [['CAPEX', 1, large]]);
      assert.deepEqual(await sums('u-head'), [['CAPEX', 1, large]]);
      const before = stage.clock.now() - DAY;
      assert.deepEqual(await sums('u-checker', { createdUpTo: before }), [
        ['VENDOR', 3, 3n * large],
      ]);
      assert.deepEqual(await idsFor(stage, 'u-checker', { makerUserId: 'u-both' }), capex.slice(1));
      assert.equal(
        expectLeft(await stage.engine.sumApprovals(stage.tenant, { actorUserId: 'u-maker' }))._tag,
        'NotAnApprover',
      );
    },
  },
  {
    title:
      'a new payee, an amount above the usual and a changed account stand out from what waits, and from a review',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const { engine, tenant } = stage;
      const actorUserId = 'u-checker';
      const unusual = async () => expectRight(await engine.findUnusual(tenant, { actorUserId }));
      const ids = await waiting(stage, 2);
      const before = await unusual();
      assert.deepEqual(
        [before.count, before.amount, before.kinds.new_payee.count, before.isWhole],
        [2, 2n * BigInt(LARGE), 2, true],
      );
      await decide(stage, 'u-checker', ids);
      await stage.runDue();
      assert.equal((await stage.payout(ids[0] as TransactionId)).status, 'paid');
      // What payees were paid is found once the job is indexed.
      stage.clock.advance(MINUTE);
      await stage.runDue();

      await waiting(stage);
      assert.equal((await unusual()).count, 0);
      const [large] = await stage.pay([{ amount: 3 * LARGE + 1 }]);
      const after = await unusual();
      assert.deepEqual(
        after.items.map(({ transactionId, kinds, usualAmount }) => [
          transactionId,
          kinds,
          usualAmount,
        ]),
        [[large?.transactionId, ['above_usual_amount'], LARGE]],
      );
      const review = expectRight(
        await engine.reviewDecision(tenant, {
          actorUserId,
          action: 'approve',
          transactionIds: [large?.transactionId as TransactionId],
        }),
      );
      assert.deepEqual(review.unusual.items, after.items);
      assert.equal(
        expectLeft(await engine.findUnusual(tenant, { actorUserId: 'u-maker' }))._tag,
        'NotAnApprover',
      );
    },
  },
  {
    title:
      'what stands out is told by the payouts that the checker may look at: behind others that they may not, and as new where there are no others',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage, {
        users: [...demoUsers('acme'), { ...VENDOR_CHECKER, roleCodes: ['vendor'] }],
        roles: [
          ...demoRoles(),
          {
            roleCode: 'vendor',
            permissions: ['transaction.approve'],
            packageCodes: ['VENDOR'],
            debitAccountIds: ['da-main'],
          },
        ],
        beneficiaries: demoPayees().map((payee) =>
          payee.beneId === 'STAFF01' ? { ...payee, benePackageCodes: ['SALARY', 'VENDOR'] } : payee,
        ),
        approvalMatrix: [
          {
            packageCodes: null,
            tiers: [{ upToAmount: null, levels: [{ roleCodes: [], approvals: 1 }] }],
          },
        ],
      });
      const { engine, tenant } = stage;
      const paid = async (packageCode: string, amounts: ReadonlyArray<number>) => {
        const rows = amounts.map((amount) => ({ to: 'STAFF01', packageCode, amount }));
        const { ids } = await stage.post(rows);
        await stage.runDue();
        await decide(stage, 'u-checker', ids);
        await stage.runDue();
        assert.equal((await stage.payout(ids[0] as TransactionId)).status, 'paid');
        // What payees were paid is found once the job is indexed.
        stage.clock.advance(MINUTE);
        await stage.runDue();
      };
      const told = async (actorUserId: string, transactionId: TransactionId | undefined) => {
        const found = expectRight(await engine.findUnusual(tenant, { actorUserId }));
        const review = expectRight(
          await engine.reviewDecision(tenant, {
            actorUserId,
            action: 'approve',
            transactionIds: [transactionId as TransactionId],
          }),
        );
        assert.deepEqual(review.unusual.items, found.items);
        return found.items.map(({ kinds, usualAmount }) => [...kinds, usualAmount]);
      };
      await paid('SALARY', [700, 700, 700, 700, 700]);
      const [first] = await stage.pay([{ to: 'STAFF01', amount: 2_101 }]);
      assert.deepEqual(await told('u-head', first?.transactionId), [['above_usual_amount', 700]]);
      assert.deepEqual(await told('u-vendor', first?.transactionId), [['new_payee', undefined]]);
      await decide(stage, 'u-checker', [first?.transactionId as TransactionId], 'reject');

      await paid('VENDOR', [200]);
      await paid('SALARY', [700, 700, 700, 700, 700]);
      const [second] = await stage.pay([{ to: 'STAFF01', amount: 601 }]);
      assert.deepEqual(await told('u-head', second?.transactionId), []);
      assert.deepEqual(await told('u-vendor', second?.transactionId), [
        ['above_usual_amount', 200],
      ]);
    },
  },
  {
    title: 'a review says what a decision would do, why not for the rest, and takes nothing',
    run: async (storage) => {
      const stage = await openStage(storage, { secondFactor: { login: 'none', approval: 'any' } });
      const { engine, tenant } = stage;
      const vendor = await waiting(stage, 2);
      const own = await waiting(stage, 1, 'VENDOR', { by: 'u-both' });
      const ids = [...vendor, ...own];
      const review = async (actorUserId: string, asked: object) =>
        expectRight(
          await engine.reviewDecision(tenant, { action: 'approve', ...asked, actorUserId }),
        );
      const both = await review('u-both', { transactionIds: ids });
      assert.deepEqual(
        [both.count, both.amount, both.secondFactor],
        [2, 2n * BigInt(LARGE), 'any'],
      );
      assert.deepEqual(
        both.refused.map(({ transactionId, refusal }) => [transactionId, refusal._tag]),
        [[own[0], 'OwnPayout']],
      );
      const { jobId } = await stage.payout(vendor[0] as TransactionId);
      const job = await review('u-checker', { jobId, action: 'reject' });
      assert.deepEqual([job.count, job.secondFactor, job.sums.length], [2, 'none', 1]);
      assert.deepEqual((await idsFor(stage, 'u-checker')).length, 3);
      await cancel(stage, 'u-maker', vendor[0]);
      const rest = await review('u-checker', { transactionIds: vendor });
      assert.deepEqual([rest.count, rest.refused[0]?.refusal._tag], [1, 'WrongPayoutStatus']);
      for (const asked of [{}, { jobId, transactionIds: ids }] as const)
        assert.equal(
          expectLeft(
            await engine.reviewDecision(tenant, {
              actorUserId: 'u-checker',
              action: 'approve',
              ...(asked as object),
            }),
          )._tag,
          'InvalidInput',
        );
    },
  },
  {
    title: 'a list is narrowed by package and by how far the approval is',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const salary = await waiting(stage, 1, 'SALARY');
      const capex = await waiting(stage, 1, 'CAPEX');
      assert.deepEqual(await idsFor(stage, 'u-checker', { packageCode: 'SALARY' }), salary);
      assert.deepEqual(await idsFor(stage, 'u-checker', { packageCode: 'NOWHERE' }), []);
      await decide(stage, 'u-checker', capex);
      assert.deepEqual(await idsFor(stage, 'u-head', { state: 'partially_approved' }), capex);
      assert.deepEqual(await idsFor(stage, 'u-head', { state: 'pending_approval' }), []);
    },
  },
  {
    title: 'a checker sees only the packages and debit accounts that their roles reach',
    run: async (storage) => {
      const stage = await openStage(storage, {
        users: [
          ...['u-maker', 'u-vendor', 'u-admin'].map((userId) => ({
            userId,
            username: userId.slice(2),
            kind: 'human' as const,
            approvalState: 'approved' as const,
            roleCodes: [userId === 'u-vendor' ? 'vendor-checker' : userId.slice(2)],
          })),
        ],
        roles: [
          {
            roleCode: 'vendor-checker',
            permissions: ['transaction.approve'],
            packageCodes: ['VENDOR'],
            debitAccountIds: ['da-main'],
          },
          {
            roleCode: 'maker',
            permissions: ['transaction.make'],
            packageCodes: ['VENDOR', 'SALARY'],
            debitAccountIds: ['da-main', 'da-second'],
          },
          { roleCode: 'admin', permissions: ['settings.edit', 'operations.view'] },
        ],
        approvalMatrix: [],
        apiKeys: [],
      });
      const { ids } = await stage.post([
        {},
        { packageCode: 'SALARY' },
        { debitAccountNumber: '50200011113333' },
      ]);
      await stage.runDue();
      assert.deepEqual(await idsFor(stage, 'u-vendor'), ids.slice(0, 1));
    },
  },
  {
    title: 'pages hold every waiting payout once, while others arrive and are decided on',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const ids = await waiting(stage, 7);
      const seen: TransactionId[] = [];
      let after: string | undefined;
      do {
        const page = await list(stage, 'u-checker', { limit: 2, ...(after && { after }) });
        seen.push(...page.items.map(({ transactionId }) => transactionId));
        assert.equal(page.hasMore, page.nextCursor !== null);
        after = page.nextCursor ?? undefined;
        stage.clock.advance(1);
        await waiting(stage);
        await decide(stage, 'u-both', seen.slice(-1));
      } while (after !== undefined);
      assert.deepEqual(seen, ids.toReversed());
    },
  },
  {
    title: 'a cursor goes on in its own list only: same person, same filters, same corporate',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      await waiting(stage, 3);
      const after = (await list(stage, 'u-checker', { limit: 1 })).nextCursor ?? assert.fail();
      assert.equal(await refusal(stage, 'u-both', { after }), 'InvalidCursor');
      assert.equal(
        await refusal(stage, 'u-checker', { after, state: 'pending_approval' }),
        'InvalidCursor',
      );
      assert.equal(await refusal(stage, 'u-checker', { after: `${after}x` }), 'InvalidCursor');
      const globex = {
        ...stage,
        tenant: { ...stage.tenant, corporateTenantId: 'globex' as never },
      };
      assert.equal(await refusal(globex, 'u-checker', { after }), 'InvalidCursor');
    },
  },
  {
    title: 'only approved checkers have a list, and what waited too long is not on it',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      await waiting(stage);
      assert.equal(await refusal(stage, 'u-maker'), 'NotAnApprover');
      assert.equal(await refusal(stage, 'u-newcomer'), 'NotAnApprover');
      assert.equal(await refusal(stage, 'u-nobody'), 'ActorNotFound');
      const globex = { ...stage.tenant, corporateTenantId: 'globex' as never };
      assert.deepEqual(await idsFor({ ...stage, tenant: globex }, 'u-checker'), []);
      stage.clock.advance(91 * DAY);
      assert.deepEqual(await idsFor(stage, 'u-checker'), []);
    },
  },
  {
    title: 'a checker finds their payouts behind thousands that wait for others',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const own = await waiting(stage, 3);
      await stage.post(
        Array.from({ length: 3_000 }, () => ({ amount: LARGE })),
        { by: 'u-both' },
      );
      await stage.runDue();
      assert.deepEqual(await idsFor(stage, 'u-both', { limit: 2 }), own.slice(1).toReversed());
    },
  },
];
