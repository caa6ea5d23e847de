import assert from 'node:assert/strict';
import { E, type Hundi, type Storage } from '@hundi/core';
import type { JobSummary } from '@hundi/core/wire';
import { aTenant } from '../../kit/build/tenancy.js';
import type { CorporateInput } from '../../kit/sandbox/demo-document.js';
import { demoRoles, demoUsers } from '../../kit/sandbox/demo-people.js';
import { expectLeft, expectRight, openStage, type Stage } from '../stage/stage.js';
import type { Scenario } from '../stage/scenario.js';

const globex = aTenant('globex', 'demo-bank');

/** A little more than the time for which search terms wait behind the intake. */
const INDEXED = 31_000;

const PERSON = { kind: 'human', approvalState: 'approved' } as const;

/** Acme with a person who makes payments of VENDOR and approves those of SALARY, each from an account of its own. */
const withMixed: Partial<CorporateInput> = {
  roles: [
    ...demoRoles(),
    {
      roleCode: 'salary-checker',
      permissions: ['transaction.approve'],
      packageCodes: ['SALARY'],
      debitAccountIds: ['da-second'],
    },
  ],
  users: [
    ...demoUsers('acme'),
    { ...PERSON, userId: 'u-mixed', username: 'mixed', roleCodes: ['clerk', 'salary-checker'] },
  ],
};

type Browse = Partial<Parameters<Hundi['browseTransactions']>[1]>;

const browse = ({ engine, tenant }: Stage, by: string, input: Browse = {}) =>
  engine.browseTransactions(tenant, { initiatedByUserId: by, limit: 50, ...input });

const idsFor = async (stage: Stage, by: string, input: Browse = {}) =>
  expectRight(await browse(stage, by, input)).items.map(({ transactionId }) => transactionId);

type Jobs = Partial<Parameters<Hundi['listJobs']>[1]>;

const jobsFor = async ({ engine, tenant }: Stage, by: string, input: Jobs = {}) =>
  expectRight(await engine.listJobs(tenant, { actorUserId: by, limit: 50, ...input }));

const jobIds = (items: ReadonlyArray<JobSummary>) => items.map(({ jobId }) => jobId);

/** Payouts of both packages from both accounts, and one that no intake accepted; by acme's maker, and one by its clerk. */
const openMixed = async (storage: Storage) => {
  const stage = await openStage(storage, withMixed);
  const second = { debitAccountNumber: '50200011113333' };
  const ours = await stage.post([
    {},
    { packageCode: 'SALARY' },
    second,
    { packageCode: 'SALARY', ...second },
    { beneficiaryId: 'nobody' },
  ]);
  stage.clock.advance(1_000);
  const clerks = await stage.post([{ reference: 'CLERK-1' }], { by: 'u-clerk' });
  await stage.runDue();
  return { stage, ours, clerks };
};

export const personPayoutScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a person sees the payouts that their roles reach, each role by itself, newest first',
    run: async (storage) => {
      const { stage, ours, clerks } = await openMixed(storage);
      const [main, , , salarySecond, refused] = ours.ids;
      const all = [...clerks.ids, ...ours.ids.toReversed()];

      assert.deepEqual(await idsFor(stage, 'u-maker'), all);
      assert.deepEqual(await idsFor(stage, 'u-head'), all);
      // By `operations.view`, although the role reaches VENDOR and the main account alone.
      assert.deepEqual(await idsFor(stage, 'u-admin'), all);
      assert.deepEqual(await idsFor(stage, 'u-clerk'), [...clerks.ids, refused, main]);
      const mixed = [...clerks.ids, refused, salarySecond, main];
      assert.deepEqual(await idsFor(stage, 'u-mixed'), mixed);
      for (const id of all) {
        const got = await stage.engine.getTransaction(stage.tenant, {
          transactionId: id,
          actorUserId: 'u-mixed',
        });
        assert.equal(
          E.isRight(got) ? got.right.transactionId : got.left._tag,
          mixed.includes(id) ? id : 'PayoutNotFound',
        );
      }
      assert.deepEqual(await idsFor(stage, 'u-mixed', { packageCodes: ['SALARY'] }), [
        salarySecond,
      ]);
      assert.deepEqual(await idsFor(stage, 'u-mixed', { status: 'rejected' }), [refused]);
      const denied = await browse(stage, 'u-clerk', { debitAccountId: 'da-second' });
      assert.equal(expectLeft(denied)._tag, 'DebitAccountDenied');
    },
  },
  {
    title: 'a payout is found by any of its references as a whole, by those who see it',
    run: async (storage) => {
      const { stage, ours, clerks } = await openMixed(storage);
      const [salary] = ours.ids.slice(1);
      assert.ok(salary !== undefined);
      const { utr, bankReference, reference } = await stage.payout(salary);
      const orders = await stage.bank.orders();
      const bankRef = orders.find((order) => order.transactionId === salary)?.bankRef;
      assert.ok(utr !== undefined && bankReference !== undefined && bankRef !== undefined);

      for (const search of [salary, utr, bankReference, bankRef, reference]) {
        assert.deepEqual(await idsFor(stage, 'u-checker', { search }), [salary]);
        assert.deepEqual(await idsFor(stage, 'u-admin', { search }), [salary]);
        assert.deepEqual(await idsFor(stage, 'u-clerk', { search }), []);
        assert.deepEqual(
          await idsFor(stage, 'u-checker', { search, packageCodes: ['VENDOR'] }),
          [],
        );
        assert.deepEqual(
          expectRight(
            await stage.engine.browseTransactions(globex, {
              initiatedByUserId: 'u-maker',
              limit: 9,
              search,
            }),
          ).items,
          [],
        );
      }
      assert.deepEqual(await idsFor(stage, 'u-maker', { search: clerks.jobId }), clerks.ids);
      assert.deepEqual(await idsFor(stage, 'u-maker', { search: 'Sharma' }), [
        ...clerks.ids,
        ...ours.ids.slice(0, 4).toReversed(),
      ]);
    },
  },
  {
    title: 'of payouts whose references begin alike, those with exactly the one come first',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      // It is rejected, and so another payout may have its reference.
      const { ids: dead } = await stage.post([{ reference: 'INV-1', beneficiaryId: 'nobody' }]);
      await stage.runDue();
      stage.clock.advance(1_000);
      const { ids: whole } = await stage.post([{ reference: 'INV-1' }]);
      stage.clock.advance(1_000);
      const longer = await stage.post(
        Array.from({ length: 5 }, (_, n) => ({ reference: `INV-1${String(n)}` })),
      );
      const others = longer.ids.toReversed();
      const walk = async (limit: number, input: Browse = {}) => {
        const seen: string[] = [];
        let after: string | undefined;
        do {
          const asked = { search: 'INV-1', limit, ...(after !== undefined && { after }) };
          const page = expectRight(await browse(stage, 'u-maker', { ...asked, ...input }));
          assert.ok(page.items.length <= limit);
          seen.push(...page.items.map(({ transactionId }) => transactionId));
          after = page.nextCursor ?? undefined;
        } while (after !== undefined);
        return seen;
      };

      for (const status of ['queued', 'paid'] as const) {
        for (const limit of [1, 2, 5, 50])
          assert.deepEqual(await walk(limit, { status }), [...whole, ...others], String(limit));
        await stage.runDue();
      }
      stage.clock.advance(INDEXED);
      await stage.runDue();
      for (const limit of [2, 3, 5, 50])
        assert.deepEqual(await walk(limit), [...whole, ...dead, ...others], String(limit));
      // As many as have room on the first page: the other one stands where its age puts it.
      assert.deepEqual(await walk(1), [...whole, ...others, ...dead]);
      assert.deepEqual(await walk(2, { status: 'rejected' }), dead);
      assert.deepEqual(await walk(2, { search: 'INV-14' }), [longer.ids[4]]);
      assert.deepEqual(await walk(2, { search: 'inv-1' }), []);
      assert.deepEqual(await walk(2, { packageCodes: ['SALARY'] }), []);
    },
  },
  {
    title: 'a text that is the UTR of one payout and the reference of another finds both',
    run: async (storage) => {
      const stage = await openStage(storage);
      const [first] = await stage.pay([{}]);
      assert.ok(first?.utr !== undefined);
      stage.clock.advance(1_000);
      const { ids } = await stage.post([{ reference: first.utr }]);

      assert.deepEqual(await idsFor(stage, 'u-maker', { search: first.utr }), [
        ...ids,
        first.transactionId,
      ]);
    },
  },
  {
    title: 'pages of payouts hold each once, and a cursor is good for its person and filters only',
    asksStore: true,
    run: async (storage) => {
      const { stage } = await openMixed(storage);
      const all = await idsFor(stage, 'u-clerk');
      const seen: string[] = [];
      let after: string | undefined;
      do {
        const page = expectRight(
          await browse(stage, 'u-clerk', { limit: 1, ...(after !== undefined && { after }) }),
        );
        seen.push(...page.items.map(({ transactionId }) => transactionId));
        after = page.nextCursor ?? undefined;
      } while (after !== undefined);
      assert.deepEqual(seen, all);

      const { nextCursor } = expectRight(await browse(stage, 'u-clerk', { limit: 1 }));
      assert.ok(nextCursor !== null);
      for (const [by, input] of [
        ['u-maker', {}],
        ['u-clerk', { status: 'paid' }],
      ] as const)
        assert.equal(
          expectLeft(await browse(stage, by, { after: nextCursor, ...input }))._tag,
          'InvalidCursor',
        );
    },
  },
  {
    title: 'a person without a permission to look at payouts sees no payouts and no jobs',
    run: async (storage) => {
      const stage = await openStage(storage, {
        users: [
          ...demoUsers('acme'),
          { ...PERSON, userId: 'u-none', username: 'none', roleCodes: [] },
        ],
      });
      const { engine, tenant } = stage;
      const { jobId, ids } = await stage.post([{}]);
      for (const [by, tag] of [
        ['u-none', 'NotAPayoutViewer'],
        ['u-newcomer', 'NotAPayoutViewer'],
        ['nobody', 'ActorNotFound'],
      ] as const) {
        assert.equal(expectLeft(await browse(stage, by))._tag, tag);
        const asked = { actorUserId: by, limit: 9 };
        assert.equal(expectLeft(await engine.listJobs(tenant, asked))._tag, tag);
        const one = { transactionId: ids[0] as never, actorUserId: by };
        assert.equal(expectLeft(await engine.getTransaction(tenant, one))._tag, 'PayoutNotFound');
        const job = { jobId, page: 1, limit: 9, actorUserId: by };
        assert.equal(expectLeft(await engine.getJob(tenant, job))._tag, 'JobNotFound');
      }
    },
  },
  {
    title: 'a person lists the jobs that they initiated or whose packages they see, newest first',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage, withMixed);
      const vendors = await stage.post([{}, {}]);
      stage.clock.advance(1_000);
      const salaries = await stage.post([{ packageCode: 'SALARY' }]);
      stage.clock.advance(1_000);
      const both = await stage.post([{ packageCode: 'SALARY' }, {}]);
      stage.clock.advance(1_000);
      // The clerk's role does not reach the package, so the row is rejected; the clerk sees it all the same.
      const clerks = await stage.post([{ packageCode: 'SALARY' }], { by: 'u-clerk' });
      await stage.runDue();
      const list = async (by: string, input: Jobs = {}) =>
        jobIds((await jobsFor(stage, by, input)).items);
      const all = [clerks, both, salaries, vendors].map(({ jobId }) => jobId);

      assert.deepEqual(await list('u-maker'), all);
      assert.deepEqual(await list('u-admin'), all);
      assert.deepEqual(await list('u-clerk'), [clerks.jobId, both.jobId, vendors.jobId]);
      assert.deepEqual(await list('u-maker', { packageCode: 'VENDOR' }), [
        both.jobId,
        vendors.jobId,
      ]);
      assert.deepEqual(await list('u-maker', { status: 'completed_rejected' }), [clerks.jobId]);
      const [own, shared] = (await jobsFor(stage, 'u-clerk')).items;
      assert.deepEqual(own, {
        jobId: clerks.jobId,
        status: 'completed_rejected',
        apiRefNumber: 'Run of payments',
        requestedAt: clerks.answer.requestedAt,
        completedAt: own?.completedAt,
        initiatedByUserId: 'u-clerk',
        total: 1,
        packageCodes: ['SALARY'],
      });
      assert.deepEqual(shared?.packageCodes, ['VENDOR']);
      const first = await jobsFor(stage, 'u-maker', { limit: 2 });
      assert.deepEqual(jobIds(first.items), all.slice(0, 2));
      const rest = await jobsFor(stage, 'u-maker', { limit: 2, after: first.nextCursor ?? '' });
      assert.deepEqual(jobIds(rest.items), all.slice(2));
      assert.equal(rest.nextCursor, null);
    },
  },
  {
    title: 'a person gets a job with the rows that their roles reach, its maker with all of them',
    run: async (storage) => {
      const { stage, ours, clerks } = await openMixed(storage);
      const [main, , , , refused] = ours.ids;
      const rowsOf = async (by: string, jobId = ours.jobId) => {
        const got = await stage.engine.getJob(stage.tenant, {
          jobId,
          page: 1,
          limit: 100,
          actorUserId: by,
        });
        return E.isLeft(got)
          ? got.left._tag
          : got.right.records.map(({ transactionId }) => transactionId);
      };

      for (const by of ['u-maker', 'u-checker', 'u-admin'])
        assert.deepEqual(await rowsOf(by), ours.ids);
      assert.deepEqual(await rowsOf('u-clerk'), [main, refused]);
      assert.deepEqual(await rowsOf('u-clerk', clerks.jobId), clerks.ids);
      const salaries = await stage.post([{ packageCode: 'SALARY' }]);
      assert.equal(await rowsOf('u-clerk', salaries.jobId), 'JobNotFound');

      const jobFor = async (actorUserId: string | undefined) =>
        expectRight(
          await stage.engine.getJob(stage.tenant, {
            jobId: ours.jobId,
            page: 1,
            limit: 100,
            ...(actorUserId !== undefined && { actorUserId }),
          }),
        );
      const { counts, amounts } = await jobFor('u-checker');
      const rows = await Promise.all(ours.ids.map((id) => stage.payout(id)));
      const sum = (some: typeof rows) => some.reduce((all, { amount }) => all + amount.value, 0);
      assert.equal(amounts?.total, sum(rows));
      assert.equal(amounts.created, sum(rows.filter((_, i) => i < counts.created)));
      assert.deepEqual((await jobFor('u-maker')).amounts, amounts);
      // What reaches not every row would tell what the others are together.
      assert.equal((await jobFor('u-clerk')).amounts, undefined);
      assert.equal((await jobFor(undefined)).amounts, undefined);
    },
  },
];
