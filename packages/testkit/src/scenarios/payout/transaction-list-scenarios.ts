import assert from 'node:assert/strict';
import { aTenant } from '../../kit/build/tenancy.js';
import type { CorporateInput } from '../../kit/sandbox/demo-document.js';
import { catalogOf, demoPackages } from '../../kit/sandbox/demo-packages.js';
import { demoRoles, demoUsers } from '../../kit/sandbox/demo-people.js';
import { askReport, idsIn, readReport } from '../stage/read-report.js';
import type { Scenario } from '../stage/scenario.js';
import { expectLeft, expectRight, openStage, type Stage } from '../stage/stage.js';

const globex = aTenant('globex', 'demo-bank');

const AUDITOR = { kind: 'human', approvalState: 'approved' } as const;

/** Acme with people who view reports of VENDOR and the main account only; one of them may pay by everything. */
const withAuditors: Partial<CorporateInput> = {
  roles: [
    ...demoRoles(),
    {
      roleCode: 'auditor',
      permissions: ['reports.view'],
      packageCodes: ['VENDOR'],
      debitAccountIds: ['da-main'],
    },
  ],
  users: [
    ...demoUsers('acme'),
    { ...AUDITOR, userId: 'u-auditor', username: 'auditor', roleCodes: ['auditor'] },
    { ...AUDITOR, userId: 'u-busy', username: 'busy', roleCodes: ['auditor', 'head'] },
  ],
};

/** Acme whose package VENDOR hides account numbers. */
const masked: Partial<CorporateInput> = {
  packages: demoPackages().map((one) =>
    one.packageCode === 'VENDOR'
      ? { ...one, catalogConfiguration: catalogOf({ maskConfidentialDetails: true }) }
      : one,
  ),
};

/** Every page of a report; `between` runs after each of them. */
const walk = async (
  stage: Stage,
  limit: number,
  between: () => Promise<unknown>,
): Promise<ReadonlyArray<string>> => {
  const seen: string[] = [];
  let after: string | undefined;
  do {
    const page = await readReport(stage, { limit, ...(after !== undefined && { after }) });
    assert.equal(page.hasMore, page.nextCursor !== null);
    assert.ok(page.items.length === limit || !page.hasMore);
    seen.push(...page.items.map(({ transactionId }) => transactionId));
    after = page.nextCursor ?? undefined;
    await between();
  } while (after !== undefined);
  return seen;
};

export const transactionListScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a report shows a payout from its acceptance on, and what has become of it since',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const sharma = await stage.beneficiary('SHARMA01');
      const { ids } = await stage.post([{ beneficiaryAccountNumber: '123456780001' }]);
      const [id] = ids;
      const before = await readReport(stage);
      await stage.runDue();
      const after = await readReport(stage);

      const common = {
        transactionId: id,
        title: 'Payout to Sharma Steel',
        totalAmount: { value: 50_000, currency: 'INR' },
        packageCode: 'VENDOR',
      };
      const item = {
        itemId: id,
        beneficiaryId: sharma,
        amount: 50_000,
        accountNumber: '123456780001',
      };
      assert.deepEqual(before, {
        items: [
          {
            ...common,
            state: 'queued',
            debitAccountId: '',
            items: [{ ...item, state: 'queued', ifsc: '' }],
          },
        ],
        limit: 50,
        hasMore: false,
        nextCursor: null,
      });
      assert.deepEqual(after.items, [
        {
          ...common,
          state: 'paid',
          debitAccountId: 'da-main',
          items: [{ ...item, state: 'paid', ifsc: 'HDFC0000001' }],
        },
      ]);
    },
  },
  {
    title: 'a report echoes metadata as it was sent, in every state of the payout',
    run: async (storage) => {
      const stage = await openStage(storage);
      const metadata = { b: [1, null, 'x'], a: { deep: true } };
      await stage.post([{ metadata }, { metadata, beneficiaryId: 'nobody' }]);
      const echoed = async () => (await readReport(stage)).items.map((item) => item.metadata);

      assert.deepEqual(await echoed(), [metadata, metadata]);
      await stage.runDue();
      assert.deepEqual(await echoed(), [metadata, metadata]);
    },
  },
  {
    title: 'a payout that intake refused is titled by its payee, or by the id where there is none',
    run: async (storage) => {
      const stage = await openStage(storage);
      await stage.pay([{ beneficiaryId: 'nobody' }, { to: 'STAFF01' }]);
      const { items } = await readReport(stage, { status: 'rejected' });
      assert.deepEqual(
        items.map(({ title, state, items: [item] }) => [title, state, item?.accountNumber]),
        [
          ['Payout to Anita Rao', 'rejected', ''],
          ['Payout to nobody', 'rejected', ''],
        ],
      );
    },
  },
  {
    title: 'where a package hides account numbers, its reports do, before intake as well as after',
    run: async (storage) => {
      const stage = await openStage(storage, masked);
      const asked = { beneficiaryAccountNumber: '123456780001' };
      await stage.post([asked, { ...asked, packageCode: 'SALARY' }]);
      const numbers = async () =>
        (await readReport(stage)).items.flatMap(({ items }) =>
          items.map(({ accountNumber }) => accountNumber),
        );

      assert.deepEqual(await numbers(), ['123456780001', 'XXXXXX0001']);
      await stage.runDue();
      assert.deepEqual(await numbers(), ['123456780001', 'XXXXXX0001']);
    },
  },
  {
    title: 'a reader sees the packages and debit accounts of the roles by which they view reports',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage, withAuditors);
      const { ids } = await stage.post([
        {},
        { packageCode: 'SALARY' },
        { debitAccountNumber: '50200011113333' },
        { beneficiaryId: 'nobody' },
        { beneficiaryId: 'nobody', debitAccountNumber: '50200011113333' },
        { beneficiaryId: 'nobody', debitAccountNumber: '999999' },
      ]);
      await stage.runDue();
      const [main, salary, second, none, named, unknown] = ids;
      const refused = [unknown, none];

      assert.deepEqual(await idsIn(stage), [unknown, named, none, second, salary, main]);
      const { items } = await readReport(stage, { debitAccountId: 'da-second' });
      assert.deepEqual(
        items.map((item) => [item.transactionId, item.debitAccountId]),
        [
          [named, 'da-second'],
          [second, 'da-second'],
        ],
      );
      for (const initiatedByUserId of ['u-auditor', 'u-busy']) {
        const seen = (input: object = {}) => idsIn(stage, { initiatedByUserId, ...input });
        assert.deepEqual(await seen(), [...refused, main]);
        assert.deepEqual(await seen({ packageCodes: ['SALARY', 'VENDOR'] }), [...refused, main]);
        assert.deepEqual(await seen({ packageCodes: ['SALARY'] }), []);
        assert.deepEqual(await seen({ debitAccountId: 'da-main' }), [main]);
        for (const debitAccountId of ['da-second', 'da-none']) {
          const denied = await askReport(stage, { initiatedByUserId, debitAccountId });
          assert.equal(expectLeft(denied)._tag, 'DebitAccountDenied');
        }
        assert.deepEqual(await seen({ transactionId: salary as string }), []);
        assert.deepEqual(await seen({ search: 'Sharma' }), [main]);
      }
      const listed = await stage.engine.browseTransactions(stage.tenant, {
        initiatedByUserId: 'u-auditor',
        limit: 50,
      });
      assert.deepEqual(
        expectRight(listed).items.map(({ transactionId }) => transactionId),
        [...refused, main],
      );
    },
  },
  {
    title: 'a user who is unknown, not approved or without reports.view gets no report',
    run: async (storage) => {
      const stage = await openStage(storage, withAuditors);
      for (const initiatedByUserId of ['nobody', 'u-newcomer', 'u-clerk', 'u-head']) {
        const refused = expectLeft(await askReport(stage, { initiatedByUserId }));
        assert.deepEqual(refused, { _tag: 'NotAReportReader', userId: initiatedByUserId });
      }
      const foreign = await askReport(stage, { tenant: globex, initiatedByUserId: 'u-auditor' });
      assert.equal(expectLeft(foreign)._tag, 'NotAReportReader');
    },
  },
  {
    title: 'another corporate sees nothing of it in any list',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const { ids, jobId } = await stage.post([{ reference: 'ONLY-OURS' }]);
      await stage.runDue();
      for (const input of [{}, { transactionId: ids[0] as string }]) {
        assert.deepEqual(await idsIn(stage, { tenant: globex, ...input }), []);
      }
      for (const search of ['ONLY-OURS', jobId, 'Sharma', '500.00']) {
        assert.deepEqual(await idsIn(stage, { tenant: globex, search }), []);
      }
    },
  },
  {
    title: 'pages hold every payout once, newest first, while new ones arrive and old ones move on',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const old: string[] = [];
      for (const size of [7, 1, 12]) {
        old.push(...(await stage.post(Array.from({ length: size }, () => ({})))).ids);
        stage.clock.advance(1_000);
      }
      const seen = await walk(stage, 3, async () => {
        await stage.post([{}, {}]);
        await stage.advance(1_000);
      });
      assert.deepEqual(seen, old.toReversed());
    },
  },
  {
    title:
      'a cursor is good for its list only: other filters, users, tenants and changes are refused',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const { ids } = await stage.post([{}, {}, {}]);
      await stage.runDue();
      const search = 'Sharma';
      const { nextCursor: after } = await readReport(stage, { limit: 1, search });
      assert.ok(after !== null);

      assert.deepEqual(await idsIn(stage, { limit: 2, search, after }), [ids[1], ids[0]]);
      assert.deepEqual(await idsIn(stage, { limit: 1, search, after }), [ids[1]]);
      for (const input of [
        { after },
        { after, search: 'sharma' },
        { after, search, status: 'paid' as const },
        { after, search, initiatedByUserId: 'u-checker' },
        { after, search, tenant: globex },
        { after: `${after}0`, search },
        { after: after.slice(1), search },
        { after: '', search },
        { after: ids[1] as string, search },
      ]) {
        assert.equal(expectLeft(await askReport(stage, input))._tag, 'InvalidCursor');
      }
    },
  },
  {
    title:
      'a person learns by which packages and accounts they see payouts, and by which of them they may pay',
    run: async (storage) => {
      const stage = await openStage(storage, withAuditors);
      const reachOf = async (actorUserId: string) => {
        const { packages, debitAccounts } = expectRight(
          await stage.engine.getPayoutReach(stage.tenant, { actorUserId }),
        );
        return [
          packages.map(({ packageCode, isPaidBy }) => (isPaidBy ? `${packageCode}!` : packageCode)),
          debitAccounts.map(({ debitAccountId, isPaidFrom }) =>
            isPaidFrom ? `${debitAccountId}!` : debitAccountId,
          ),
        ];
      };
      assert.deepEqual(await reachOf('u-maker'), [
        ['CAPEX!', 'SALARY!', 'VENDOR!'],
        ['da-main!', 'da-poor!', 'da-second!'],
      ]);
      assert.deepEqual(await reachOf('u-clerk'), [['VENDOR!'], ['da-main!']]);
      assert.deepEqual(await reachOf('u-auditor'), [['VENDOR'], ['da-main']]);
      assert.deepEqual(await reachOf('u-admin'), [
        ['CAPEX', 'SALARY', 'VENDOR'],
        ['da-main', 'da-poor', 'da-second'],
      ]);
      const refusal = async (actorUserId: string) =>
        expectLeft(await stage.engine.getPayoutReach(stage.tenant, { actorUserId }))._tag;
      assert.equal(await refusal('u-newcomer'), 'NotAPayoutViewer');
      assert.equal(await refusal('u-nobody'), 'ActorNotFound');
    },
  },
  {
    title: 'the number of a debit account is shown masked where a package that pays from it masks',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage, masked);
      const { debitAccounts } = expectRight(
        await stage.engine.getPayoutReach(stage.tenant, { actorUserId: 'u-maker' }),
      );
      const [main] = debitAccounts;
      assert.deepEqual([main?.accountNumber, main?.shownNumber], ['50200011112222', 'XXXXXX2222']);
    },
  },
];
