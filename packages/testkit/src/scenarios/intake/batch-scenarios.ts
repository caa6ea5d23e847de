import assert from 'node:assert/strict';
import type { TransactionObject } from '@hundi/core';
import { catalogOf, demoPackages } from '../../kit/sandbox/demo-packages.js';
import { asPreviewed } from '../stage/as-previewed.js';
import { compareBooks } from '../stage/compare-books.js';
import type { Scenario } from '../stage/scenario.js';
import { expectLeft, openStage, type Stage } from '../stage/stage.js';

export const batchScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a row may name its payee by beneId, in either case, and shows the same payee',
    run: async (storage) => {
      const stage = await openStage(storage);
      const paid = await stage.pay([
        { beneId: 'SHARMA01' },
        { beneId: 'sharma01' },
        { to: 'SHARMA01' },
        { beneId: 'STAFF01', packageCode: 'SALARY' },
      ]);
      assert.deepEqual(
        paid.map(({ beneficiary }) => beneficiary?.code),
        ['SHARMA01', 'SHARMA01', 'SHARMA01', 'STAFF01'],
      );
      const [first, second, third] = paid.map(({ beneficiary }) => beneficiary);
      assert.deepEqual([first, second], [third, third]);
    },
  },
  {
    title: 'a batch is queued when it is accepted, evaluated in the background, and then paid',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { jobId, ids } = await stage.post([{ amount: 100 }, { amount: 1_000_000 }]);
      const queued = await stage.job(jobId);
      assert.equal(queued.status, 'queued');
      assert.deepEqual(
        queued.records.map(({ outcome, routingState }) => [outcome, routingState]),
        [
          ['queued', 'queued'],
          ['queued', 'queued'],
        ],
      );
      assert.equal((await stage.payout(ids[0] as never)).status, 'queued');

      await stage.runDue();
      const done = await stage.job(jobId);
      assert.equal(done.status, 'completed_success');
      assert.equal(done.requestedAt, queued.requestedAt);
      assert.deepEqual(done.counts, {
        total: 2,
        created: 2,
        rejected: 0,
        'pending-approval': 0,
        approved: 0,
        paid: 2,
        failed: 0,
      });
      await compareBooks(stage, ids);
    },
  },
  {
    title: 'records keep the order of the request, over every page',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const rows = Array.from({ length: 25 }, (_, i) => ({ reference: `ROW-${String(i)}` }));
      const { jobId, ids } = await stage.post(rows);
      await stage.runDue();
      const seen: string[] = [];
      for (const page of [1, 2, 3]) {
        const answer = await stage.engine.getJob(stage.tenant, { jobId, page, limit: 10 });
        assert.ok(answer._tag === 'Right');
        assert.deepEqual(answer.right.pagination, { page, limit: 10, total: 25 });
        seen.push(...answer.right.records.map(({ transactionId }) => transactionId));
      }
      assert.deepEqual(seen, ids);
    },
  },
  {
    title: 'one batch spans packages, debit accounts and methods',
    run: async (storage) => {
      const stage = await openStage(storage);
      const rows = [
        { packageCode: 'VENDOR', paymentMethodCode: 'IMPS' },
        { packageCode: 'SALARY', debitAccountNumber: '50200011113333' },
        { packageCode: 'VENDOR', beneficiaryAccountNumber: '123456780004', to: 'MEHTA02' },
      ];
      const paid = await stage.pay(rows);
      assert.deepEqual(
        paid.map(({ status }) => status),
        ['paid', 'paid', 'paid'],
      );
      const orders = await stage.bank.orders();
      assert.deepEqual(
        orders.map((order) => [
          order.paymentMethod,
          order.debitAccountNumber,
          order.creditAccountNumber,
        ]),
        [
          ['IMPS', '50200011112222', '123456780001'],
          ['NEFT', '50200011113333', '123456780001'],
          ['NEFT', '50200011112222', '123456780004'],
        ],
      );
    },
  },
  {
    title: 'fees appear once the payout is sent: a flat base, and GST rounded half up once',
    run: async (storage) => {
      const fees = [25, 525, 3].map((base, i) => ({ base, method: ['NEFT', 'IMPS', 'UPI'][i] }));
      const stage = await openStage(storage, {
        packages: demoPackages().map((one) => ({
          ...one,
          catalogConfiguration: catalogOf({
            allowedPaymentMethods: fees.map(({ method }) => limitless(method ?? '')),
            debitAccounts: [
              {
                debitAccountId: 'da-main',
                allowedPaymentMethodCodes: ['NEFT', 'IMPS', 'UPI'],
                isDefault: true,
              },
            ],
          }),
          fees: fees.map(({ base, method }) => ({ base, paymentMethodCode: method ?? '' })),
        })),
      });
      const payouts = await stage.pay([
        { paymentMethodCode: 'NEFT' },
        { paymentMethodCode: 'IMPS' },
        { paymentMethodCode: 'UPI' },
        { amount: 2_000_000 },
      ]);
      // 18 % of 25 is 4.5, of 525 is 94.5, of 3 is 0.54.
      assert.deepEqual(payouts.map(feesOf), [[25, 5, 30], [525, 95, 620], [3, 1, 4], undefined]);
    },
  },
  {
    title: 'a package that masks confidential details shows the last four digits of accounts',
    run: async (storage) => {
      const stage = await openStage(storage, {
        packages: demoPackages().map((one) => ({
          ...one,
          effectiveConfiguration: { maskConfidentialDetails: true },
        })),
      });
      const [payout] = await stage.pay([{}]);
      assert.equal(payout?.beneficiary?.accountNumber, 'XXXXXX0001');
      assert.equal(payout.debitAccount?.accountNumber, 'XXXXXX2222');
      const [order] = await stage.bank.orders();
      assert.equal(order?.creditAccountNumber, '123456780001');
      await asPreviewed(stage, [{}]);
    },
  },
  {
    title: 'a transaction object has no null but its jobId, at every stage of its life',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { ids } = await stage.post([
        { remark: 'Invoice 7', tag: 'steel', metadata: { order: 7 } },
        { amount: 2_000_000 },
        { packageCode: 'NONE' },
        { payoutDate: '2026-01-09' },
        { to: 'CLOSED01' },
        { to: 'LATER01' },
      ]);
      await noNulls(stage, ids);
      await stage.runDue();
      await noNulls(stage, ids);
      await stage.advance(7 * 24 * 3_600_000);
      await noNulls(stage, ids);
    },
  },
  {
    title: 'narration is the remark, else the reference; metadata and tag come back as they were',
    run: async (storage) => {
      const stage = await openStage(storage);
      const metadata = { b: [1, null, 'x'], a: { deep: true } };
      const [first, second, third] = await stage.pay([
        { reference: 'INV-1', remark: 'Steel, May', metadata, tag: 'steel' },
        { reference: 'INV-2' },
        { reference: 'INV-3', remark: '' },
      ]);
      assert.deepEqual(first?.metadata, metadata);
      assert.deepEqual([first.tag, first.narration], ['steel', 'Steel, May']);
      assert.equal(second?.narration, 'INV-2');
      assert.equal(third?.narration, 'INV-3');
    },
  },
  {
    title: 'a body that breaks the shape is refused whole, with a pointer to every fault',
    run: async (storage) => {
      const stage = await openStage(storage);
      const body = await stage.bodyOf([
        { amount: 0 },
        { amount: 10.5 },
        {},
        { amount: 10 ** 15 },
        { payoutDate: '2026-02-30' },
        { metadata: { constructor: 1 } },
      ]);
      const refusal = expectLeft(
        await stage.engine.acceptBatch(stage.tenant, {
          key: 'bad',
          batch: {
            ...body,
            apiRefNumber: 'Run',
            payments: [...body.payments, { amount: '5' } as never],
          },
        }),
      );
      assert.ok(refusal._tag === 'InvalidInput');
      assert.deepEqual(
        refusal.issues.map(({ pointer }) => pointer),
        [
          '/batch/payments/0/amount',
          '/batch/payments/1/amount',
          '/batch/payments/3/amount',
          '/batch/payments/4/payoutDate',
          '/batch/payments/5/metadata',
          '/batch/payments/6/transactionReference',
          '/batch/payments/6/packageCode',
          '/batch/payments/6/amount',
          '/batch/payments/6/beneficiaryId',
        ],
      );
      assert.equal(await stage.engine.runDue(), 0);
    },
  },
  {
    title: 'only an approved maker starts a batch',
    run: async (storage) => {
      const stage = await openStage(storage);
      for (const by of ['u-checker', 'u-newcomer', 'u-nobody']) {
        const batch = await stage.bodyOf([{}], { by });
        const refusal = await stage.engine.acceptBatch(stage.tenant, { key: by, batch });
        assert.equal(expectLeft(refusal)._tag, 'NotAMaker');
      }
      assert.equal(await stage.engine.runDue(), 0);
      const [payout] = await stage.pay([{}], { by: 'u-erp' });
      assert.deepEqual(payout?.actors.createdBy, {
        userId: 'u-erp',
        username: 'erp',
        role: 'maker',
      });
    },
  },
];

const limitless = (paymentMethodCode: string) => ({
  paymentMethodCode,
  minimumAmount: null,
  maximumAmount: null,
});

const feesOf = ({ fees }: TransactionObject): ReadonlyArray<number> | undefined =>
  fees && [fees.base.value, fees.gst.value, fees.total.value];

const nullsIn = (value: unknown, at = ''): ReadonlyArray<string> =>
  value === null
    ? [at]
    : typeof value === 'object'
      ? Object.entries(value).flatMap(([key, member]) => nullsIn(member, `${at}/${key}`))
      : value === undefined
        ? [`${at} undefined`]
        : [];

const noNulls = async (stage: Stage, ids: ReadonlyArray<string>): Promise<void> => {
  for (const id of ids) assert.deepEqual(nullsIn(await stage.payout(id as never)), []);
};
