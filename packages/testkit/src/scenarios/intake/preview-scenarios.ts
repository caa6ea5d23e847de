import assert from 'node:assert/strict';
import type { BatchRequest, BeneficiaryId, Hundi, Plain, Storage, Tenant } from '@hundi/core';
import type { Stores } from '@hundi/core/storage';
import { aTenant } from '../../kit/build/tenancy.js';
import type { CorporateInput } from '../../kit/sandbox/demo-document.js';
import { stageDocument } from '../stage/stage-document.js';
import { catalogOf, twoLevelRule } from '../../kit/sandbox/demo-packages.js';
import { asPreviewed } from '../stage/as-previewed.js';
import { vendorWith } from '../stage/group-stage.js';
import type { Scenario } from '../stage/scenario.js';
import {
  expectLeft,
  expectRight,
  openStage,
  postedOf,
  type Row,
  type Stage,
} from '../stage/stage.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

type Batch = Plain<BatchRequest>;

/** How a batch is posted: what is left out is the first key of the corporate that the stage acts for. */
interface Posting {
  readonly key?: string;
  readonly via?: string;
  readonly tenant?: Tenant;
  readonly engine?: Hundi;
}

const ourKey = (via: string | undefined) => (via === undefined ? {} : { via: { keyId: via } });

const preview = async ({ engine, tenant }: Stage, batch: Batch, via?: string) =>
  expectRight(await engine.previewBatch(tenant, { batch, ...ourKey(via) }));

const post = (stage: Stage, batch: Batch, previewToken: string, posting: Posting = {}) => {
  const { key = 'previewed', via, tenant = stage.tenant, engine = stage.engine } = posting;
  return engine.acceptPreviewedBatch(tenant, { key, batch, previewToken, ...ourKey(via) });
};

/** The refusal of a batch, and where and how verdicts have changed, if it is for that. */
const refusalOf = async (...args: Parameters<typeof post>) => {
  const refusal = expectLeft(await post(...args));
  return refusal._tag === 'VerdictsChanged'
    ? refusal.issues.map(({ pointer, detail }) => `${pointer} ${detail}`)
    : refusal;
};

/** No payout and no job of the stage, and no work: as if nobody had asked. */
const assertNothingStored = async ({ engine, tenant }: Stage) => {
  const report = { initiatedByUserId: 'u-maker', limit: 10 };
  const { items } = expectRight(await engine.listTransactions(tenant, report));
  assert.deepEqual(items, []);
  assert.equal(await engine.runDue(), 0);
};

const ACCEPTED = 'accepted (fees 500 + 90 paise, levels of approval 0, release 2026-01-05)';
const AT_FEE = { value: 500, currency: 'INR' };
const GST = { value: 90, currency: 'INR' };

/** A storage that judges by these references as held, as if others took or freed some right afterwards. */
const judgingBy = (storage: Storage, heldOf: Stores['payouts']['heldOf']): Storage =>
  seeing(storage, (stores) => ({ ...stores, payouts: { ...stores.payouts, heldOf } }));

const seeing = (storage: Storage, judged: (stores: Stores) => Stores): Storage => ({
  read: (work) => storage.read((stores) => work(judged(stores))),
  atomically: (work, options) => storage.atomically((stores) => work(judged(stores)), options),
});

/** Something that happens between a preview of `rows` and their batch, and how it changes their verdicts. */
interface Change {
  readonly what: string;
  readonly acme?: Partial<CorporateInput>;
  readonly rows: ReadonlyArray<Row>;
  readonly happen: (stage: Stage) => Promise<unknown>;
  readonly changes: ReadonlyArray<string>;
}

const reprovision = (acme: Partial<CorporateInput>) => async (stage: Stage) =>
  expectRight(await stage.engine.provision(stageDocument(acme)));

const rejectedNow = (row: number, code: string) =>
  `/batch/payments/${String(row)} was ${ACCEPTED}, is now rejected as ${code}`;

const OTHER_TERMS =
  '/batch/payments a payee, an account, a payment method, what the bank is told or who has to approve is another now; preview the batch again';

const approvedBy = (roleCode: string): Partial<CorporateInput> => ({
  approvalMatrix: [
    {
      packageCodes: null,
      tiers: [{ upToAmount: null, levels: [{ roleCodes: [roleCode], approvals: 1 }] }],
    },
  ],
});

/** MEHTA02 ends, and its code and first account are another payee's. */
const replaceMehta = async ({ engine, tenant, beneficiary }: Stage): Promise<BeneficiaryId> => {
  const by = { initiatedByUserId: 'u-maker' };
  const beneficiaryId = await beneficiary('MEHTA02');
  expectRight(await engine.deactivateBeneficiary(tenant, { beneficiaryId, ...by }));
  const made = await engine.createBeneficiary(tenant, {
    beneId: 'MEHTA02',
    beneName: 'Nair Holdings',
    benePhoneNumber: '+919800000009',
    benePackageCodes: ['VENDOR'],
    beneBankAccounts: [{ accountNumber: '123456780003', ifscCode: 'HDFC0000001' }],
    ...by,
  });
  const { beneficiaryId: other } = expectRight(made).beneficiary;
  const decision = { beneficiaryId: other, actorUserId: 'u-checker', action: 'approve' } as const;
  expectRight(await engine.authorizeBeneficiary(tenant, decision));
  return other;
};

const CHANGES: ReadonlyArray<Change> = [
  {
    what: 'a payee is deactivated',
    rows: [{}, { to: 'MEHTA02' }, {}],
    happen: async (stage) =>
      expectRight(
        await stage.engine.deactivateBeneficiary(stage.tenant, {
          beneficiaryId: await stage.beneficiary('MEHTA02'),
          initiatedByUserId: 'u-maker',
        }),
      ),
    changes: [rejectedNow(1, 'beneficiary_not_approved')],
  },
  {
    what: 'another batch takes a reference',
    rows: [{ reference: 'INV-1' }, { reference: 'INV-2' }],
    happen: (stage) => stage.post([{ reference: 'INV-2' }]),
    changes: [rejectedNow(1, 'duplicate_transaction_reference')],
  },
  {
    what: 'another batch uses the room of a day',
    acme: vendorWith({ dailyAmountLimit: 120_000 }),
    rows: [{}, {}],
    happen: (stage) => stage.pay([{}]),
    changes: [rejectedNow(1, 'amount_above_daily_limit')],
  },
  {
    what: 'the bank suspends a package',
    rows: [{}, { packageCode: 'SALARY' }],
    happen: reprovision(vendorWith({ subscriptionStatus: 'suspended' })),
    changes: [rejectedNow(0, 'package_subscription_inactive')],
  },
  {
    what: 'the fees of a package rise',
    rows: [{}],
    happen: reprovision(vendorWith({ fees: [{ paymentMethodCode: 'NEFT', base: 1_000 }] })),
    changes: [
      `/batch/payments/0 was ${ACCEPTED}, is now ${ACCEPTED.replace('500 + 90', '1000 + 180')}`,
    ],
  },
  {
    what: 'payouts need another level of approval',
    acme: { approvalMatrix: [{ packageCodes: null, tiers: [{ upToAmount: null, levels: [] }] }] },
    rows: [{ packageCode: 'VENDOR' }],
    happen: reprovision({ approvalMatrix: [{ ...twoLevelRule, packageCodes: null }] }),
    changes: [
      `/batch/payments/0 was ${ACCEPTED}, is now ${ACCEPTED.replace('approval 0', 'approval 2')}`,
    ],
  },
  {
    what: 'another role has to approve',
    acme: approvedBy('checker'),
    rows: [{}],
    happen: reprovision(approvedBy('head')),
    changes: [OTHER_TERMS],
  },
  {
    what: 'a package debits another account by default',
    rows: [{}],
    happen: reprovision(
      vendorWith({
        catalogConfiguration: catalogOf({
          defaultDebitAccountId: 'da-second',
          debitAccounts: catalogOf().debitAccounts.map((one) => ({
            ...one,
            isDefault: one.debitAccountId === 'da-second',
          })),
        }),
      }),
    ),
    changes: [OTHER_TERMS],
  },
  {
    what: 'another payee took the code and the account of the one that it pays',
    rows: [{ beneId: 'MEHTA02' }],
    happen: replaceMehta,
    changes: [OTHER_TERMS],
  },
  {
    what: 'the bank is told another purpose of the payment',
    rows: [{ to: 'MEHTA02' }],
    happen: async (stage) =>
      expectRight(
        await stage.engine.changeBeneficiary(stage.tenant, {
          beneficiaryId: await stage.beneficiary('MEHTA02'),
          initiatedByUserId: 'u-maker',
          benePurpose: 'RENT',
        }),
      ),
    changes: [OTHER_TERMS],
  },
];

export const previewScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a preview shows verdict, fees, levels of approval and day of release of every row',
    run: async (storage) => {
      const stage = await openStage(storage, { approvalMatrix: [twoLevelRule] });
      const payees = { beneId: 'sharma01' };
      const { preview: shown } = await asPreviewed(stage, [
        { reference: 'A', packageCode: 'CAPEX', payoutDate: '2026-01-07', ...payees },
        { reference: 'A' },
        { reference: 'B', packageCode: 'NONE' },
      ]);

      const free = { value: 0, currency: 'INR' };
      assert.deepEqual(shown.totals, { count: 3, amount: 150_000, accepted: 1, rejected: 2 });
      assert.equal(shown.expiresAt, '2026-01-05T04:40:00.000Z');
      assert.deepEqual(shown.records, [
        {
          index: 0,
          transactionReference: 'A',
          outcome: 'accepted',
          rejectionCode: null,
          rejectionMessage: null,
          fees: { base: free, gst: free, total: free },
          levelsRequired: 2,
          releaseDate: '2026-01-07',
        },
        {
          index: 1,
          transactionReference: 'A',
          outcome: 'rejected',
          rejectionCode: 'duplicate_transaction_reference',
          rejectionMessage: 'Another payout already uses this transactionReference.',
          fees: null,
          levelsRequired: null,
          releaseDate: null,
        },
        {
          index: 2,
          transactionReference: 'B',
          outcome: 'rejected',
          rejectionCode: 'package_not_found',
          rejectionMessage: 'The corporate has no package with this code.',
          fees: null,
          levelsRequired: null,
          releaseDate: null,
        },
      ]);
    },
  },
  {
    title: 'a preview has the fees that the payout then costs, GST included',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { preview: shown, job } = await asPreviewed(stage, [{}]);
      assert.equal(job.counts.approved + job.counts.paid, 1);
      assert.deepEqual(shown.records[0]?.fees, {
        base: AT_FEE,
        gst: GST,
        total: { value: 590, currency: 'INR' },
      });
    },
  },
  {
    title: 'the day of release is the one on which the bank takes the method from the account',
    run: async (storage) => {
      const cutOffs = [{ paymentMethodCode: 'NEFT', from: '01:00', to: '18:45' }];
      const [acme] = stageDocument().bankTenants[0]?.corporates ?? [];
      const stage = await openStage(storage, {
        debitAccounts: (acme?.debitAccounts ?? []).map((one) => ({ ...one, cutOffs })),
      });
      await stage.advance(10 * HOUR);
      const rows = [{}, { paymentMethodCode: 'IMPS' }, { payoutDate: '2026-01-09' }];
      const { records } = await preview(stage, await stage.bodyOf(rows));
      assert.deepEqual(
        records.map(({ releaseDate }) => releaseDate),
        ['2026-01-06', '2026-01-05', '2026-01-09'],
      );
    },
  },
  {
    title: 'a preview stores nothing: no payout, no job, no reference, no limit, no work',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage, vendorWith({ dailyAmountLimit: 50_000 }));
      const batch = await stage.bodyOf([{ reference: 'INV-1' }]);
      const first = await preview(stage, batch);
      const second = await preview(stage, batch);
      assert.deepEqual(second.records, first.records);
      assert.equal(second.totals.accepted, 1);
      await assertNothingStored(stage);
    },
  },
  ...CHANGES.map(
    ({ what, acme, rows, happen, changes }) =>
      ({
        title: `a batch whose verdicts changed because ${what} is refused with the rows that changed`,
        run: async (storage) => {
          const stage = await openStage(storage, acme);
          const batch = await stage.bodyOf(rows);
          const { previewToken } = await preview(stage, batch);
          await happen(stage);
          assert.deepEqual(await refusalOf(stage, batch, previewToken), changes);
          // The key was not used, and a new preview has the new verdicts.
          const again = await preview(stage, batch);
          const posted = expectRight(await post(stage, batch, again.previewToken));
          assert.equal(posted.replayed, false);
          await stage.runDue();
          const { records } = await stage.job(postedOf(posted).jobId);
          assert.deepEqual(
            records.map(({ rejectionCode }) => rejectionCode),
            again.records.map(({ rejectionCode }) => rejectionCode),
          );
        },
      }) satisfies Scenario,
  ),
  {
    title: 'a preview from before midnight is not posted on the next bank day',
    run: async (storage) => {
      const start = Date.parse('2026-01-05T23:55:00+05:30');
      const stage = await openStage(storage, {}, { start });
      const batch = await stage.bodyOf([{}, { payoutDate: '2026-01-05' }]);
      const { previewToken } = await preview(stage, batch);
      await stage.advance(5 * MINUTE);
      assert.deepEqual(await refusalOf(stage, batch, previewToken), [
        `/batch/payments/0 was ${ACCEPTED}, is now ${ACCEPTED.replace('01-05', '01-06')}`,
        rejectedNow(1, 'payout_date_in_past'),
      ]);
      await assertNothingStored(stage);
    },
  },
  {
    title: 'a refusal names at most the first hundred rows that changed',
    run: async (storage) => {
      const stage = await openStage(storage);
      const batch = await stage.bodyOf(Array.from({ length: 150 }, () => ({})));
      const { previewToken } = await preview(stage, batch);
      await reprovision(vendorWith({ subscriptionStatus: 'suspended' }))(stage);
      const changed = await refusalOf(stage, batch, previewToken);
      assert.ok(Array.isArray(changed));
      assert.equal(changed.length, 100);
    },
  },
  {
    title: 'a token is good for its corporate, its key and its batch, and for ten minutes',
    run: async (storage) => {
      const stage = await openStage(storage);
      const batch = await stage.bodyOf([{}, {}]);
      const [first = {}, second = {}] = batch.payments;
      const { previewToken } = await preview(stage, batch, 'key-1');
      const refused = async (as: Batch, token: string, posting: Posting = { via: 'key-1' }) =>
        refusalOf(stage, as, token, posting);
      const [noSuch, other] = [
        { _tag: 'PreviewNotFound' },
        { _tag: 'PreviewUnusable', why: 'other_batch' },
      ];

      assert.deepEqual(await refused(batch, previewToken, {}), noSuch);
      assert.deepEqual(await refused(batch, previewToken, { via: 'key-2' }), noSuch);
      const globex = { via: 'key-1', tenant: aTenant('globex', 'demo-bank') };
      assert.deepEqual(await refused(batch, previewToken, globex), noSuch);
      for (const made of ['', 'made-up', '%', '%00', '💥', 'a'.repeat(9_000), `${previewToken}A`])
        assert.deepEqual(await refused(batch, made), noSuch, made);
      const others: ReadonlyArray<object> = [
        { ...batch, initiatedByUserId: 'u-maker-2' },
        { ...batch, apiRefNumber: 'Another run' },
        { ...batch, payments: [second, first] },
        { ...batch, payments: [first] },
        { ...batch, payments: [first, { ...second, amount: 50_001 }] },
        { ...batch, payments: [first, { ...second, remark: 'x' }] },
        { ...batch, controlTotals: { count: 2, amount: 100_000 } },
      ];
      for (const changed of others)
        assert.deepEqual(await refused(changed as Batch, previewToken), other);
      await stage.advance(10 * MINUTE - 1);
      await assertNothingStored(stage);
      await stage.advance(1);
      assert.deepEqual(await refused(batch, previewToken), {
        _tag: 'PreviewUnusable',
        why: 'expired',
      });
      const { previewToken: fresh } = await preview(stage, batch, 'key-1');
      await stage.advance(10 * MINUTE - 1);
      assert.equal(expectRight(await post(stage, batch, fresh, { via: 'key-1' })).replayed, false);
    },
  },
  {
    title:
      'control totals that two wrong amounts meet by chance are taken, and what a rule says of a row is the matter of that row',
    run: async (storage) => {
      const stage = await openStage(storage);
      const most = 50_000_000;
      for (const [meant, codes] of [
        [50_000, [null, null]],
        [most, ['amount_above_method_limit', null]],
      ] as const) {
        const rows = [100, -100].map((off) => ({ amount: meant + off, paymentMethodCode: 'IMPS' }));
        const controlTotals = { count: 2, amount: 2 * meant };
        const batch = { ...(await stage.bodyOf(rows)), controlTotals };
        const { previewToken, records } = await preview(stage, batch);
        const posting = { key: `meant-${String(meant)}` };
        const posted = expectRight(await post(stage, batch, previewToken, posting));
        await stage.runDue();
        const job = await stage.job(postedOf(posted).jobId);
        for (const said of [records, job.records])
          assert.deepEqual(
            said.map(({ rejectionCode }) => rejectionCode),
            codes,
          );
      }
    },
  },
  {
    title: 'a retry gets the same answer, whatever became of the verdicts and the token',
    run: async (storage) => {
      const stage = await openStage(storage);
      const batch = await stage.bodyOf([{}, {}]);
      const { previewToken } = await preview(stage, batch);
      const first = expectRight(await post(stage, batch, previewToken));
      const again = { ...first, replayed: true };
      assert.deepEqual(expectRight(await post(stage, batch, previewToken)), again);
      await stage.advance(24 * HOUR);
      const engine = stage.another();
      assert.deepEqual(expectRight(await post(stage, batch, previewToken, { engine })), again);
      assert.deepEqual(expectRight(await post(stage, batch, 'made-up')), again);
      const unbound = { key: 'previewed', batch };
      assert.deepEqual(expectRight(await engine.acceptBatch(stage.tenant, unbound)), again);
      assert.equal((await stage.bank.orders()).length, 2);
    },
  },
  {
    title: 'one key that is sent many times at once with a token makes one job',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const batch = await stage.bodyOf([{}]);
      const { previewToken } = await preview(stage, batch);
      const engines = [stage.engine, stage.another()];
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, i) =>
          post(stage, batch, previewToken, { engine: engines[i % 2] ?? stage.engine }),
        ),
      );
      const jobs = answers.map((one) => postedOf(expectRight(one)).jobId);
      assert.equal(new Set(jobs).size, 1);
      await stage.runDue();
      assert.equal((await stage.bank.orders()).length, 1);
    },
  },
  {
    title: 'a token that is posted under two keys at once is kept to one of them',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const other = await stage.bodyOf([{}]);
      const { previewToken: otherToken } = await preview(stage, other);
      const batch = await stage.bodyOf([{}, {}]);
      const { previewToken } = await preview(stage, batch);
      // While the first is committed, the others wait together.
      const answers = await Promise.all([
        post(stage, other, otherToken, { key: 'other' }),
        ...['one', 'two', 'three'].map((key) => post(stage, batch, previewToken, { key })),
      ]);
      const refused = answers.filter(({ _tag }) => _tag === 'Left').map(expectLeft);
      assert.deepEqual(
        refused.map(({ _tag }) => _tag),
        ['VerdictsChanged', 'VerdictsChanged'],
      );
      await stage.runDue();
      assert.equal((await stage.bank.orders()).length, 3);
    },
  },
  {
    title: 'a batch whose reference another takes or frees while it is accepted is refused whole',
    run: async (storage) => {
      const stage = await openStage(storage);
      const batch = await stage.bodyOf([{ reference: 'INV-1' }, { reference: 'INV-2' }]);
      const { previewToken } = await preview(stage, batch);
      const tooEarly = stage.another({
        storage: judgingBy(storage, (_tenant, references) => Promise.resolve(new Set(references))),
      });
      const { previewToken: ofHeld } = await preview({ ...stage, engine: tooEarly }, batch);
      const refused = (token: string, engine: Hundi) => refusalOf(stage, batch, token, { engine });

      const freed = 'its transactionReference became free while the batch was accepted';
      assert.deepEqual(await refused(ofHeld, tooEarly), [
        `/batch/payments/0 ${freed}`,
        `/batch/payments/1 ${freed}`,
      ]);
      await assertNothingStored(stage);
      const { jobId } = await stage.post([{ reference: 'INV-2' }]);
      const tooLate = stage.another({
        storage: judgingBy(storage, () => Promise.resolve(new Set())),
      });
      assert.deepEqual(await refused(previewToken, tooLate), [
        '/batch/payments/1 another payout took its transactionReference while the batch was accepted',
      ]);
      await stage.runDue();
      assert.equal((await stage.job(jobId)).counts.paid, 1);
      assert.equal((await stage.bank.orders()).length, 1);
      // The key was not used: with other references it is free.
      const other = await stage.bodyOf([{}]);
      const again = await preview(stage, other);
      assert.equal(expectRight(await post(stage, other, again.previewToken)).replayed, false);
    },
  },
  {
    title: 'a batch whose payee loses its code to another while it is accepted is refused whole',
    run: async (storage) => {
      const stage = await openStage(storage);
      const batch = await stage.bodyOf([{}, { beneId: 'MEHTA02' }]);
      const { previewToken } = await preview(stage, batch);
      const before = await stage.beneficiary('MEHTA02');
      const other = await stage.beneficiary('PATEL01');
      // Its code is another payee's as soon as the unit that accepts the batch has judged it.
      const judged = (stores: Stores): Stores => {
        let holder = before;
        return {
          ...stores,
          payouts: {
            ...stores.payouts,
            limitsUsed: (...limits) => {
              holder = other;
              return stores.payouts.limitsUsed(...limits);
            },
          },
          beneficiaries: {
            ...stores.beneficiaries,
            holders: (_, codes) => Promise.resolve(new Map(codes.map((code) => [code, holder]))),
          },
        };
      };
      const engine = stage.another({ storage: seeing(storage, judged) });
      assert.deepEqual(await refusalOf(stage, batch, previewToken, { engine }), [
        '/batch/payments/1 another payee took its beneId while the batch was accepted',
      ]);
      await assertNothingStored(stage);
    },
  },
  {
    title: 'a stale token and a retry are answered while the acceptance of another batch is stuck',
    run: async (storage) => {
      const stage = await openStage(storage);
      const batch = await stage.bodyOf([{}]);
      const { previewToken } = await preview(stage, batch);
      const first = expectRight(await post(stage, batch, previewToken));
      let free: (() => void) | undefined;
      const stuck = new Promise<void>((resolve) => {
        free = resolve;
      });
      const engine = stage.another({
        storage: {
          read: storage.read,
          atomically: async (work, options) => {
            await stuck;
            return storage.atomically(work, options);
          },
        },
      });
      const waits = engine.acceptBatch(stage.tenant, {
        key: 'stuck',
        batch: await stage.bodyOf([{}]),
      });

      const retried = expectRight(await post(stage, batch, previewToken, { engine }));
      assert.deepEqual(retried, { ...first, replayed: true });
      const under = (key: string, token: string) => post(stage, batch, token, { key, engine });
      assert.equal(expectLeft(await under('made-up', 'made-up'))._tag, 'PreviewNotFound');
      assert.equal(expectLeft(await under('stale', previewToken))._tag, 'VerdictsChanged');
      free?.();
      expectRight(await waits);
    },
  },
  {
    title:
      'what happens after the acceptance is judged by intake: a preview pays nothing that a rule forbids',
    run: async (storage) => {
      const stage = await openStage(storage);
      const batch = await stage.bodyOf([{}, { to: 'MEHTA02' }]);
      const { previewToken } = await preview(stage, batch);
      const { jobId } = postedOf(expectRight(await post(stage, batch, previewToken)));
      await CHANGES[0]?.happen(stage);
      await stage.runDue();
      const { records } = await stage.job(jobId);
      assert.deepEqual(
        records.map(({ rejectionCode }) => rejectionCode),
        [null, 'beneficiary_not_approved'],
      );
      assert.equal((await stage.bank.orders()).length, 1);
    },
  },
  {
    title: 'a preview is refused as its batch is: for its shape, its totals and its maker',
    run: async (storage) => {
      const stage = await openStage(storage);
      const batch = await stage.bodyOf([{}]);
      const refused = async (changed: object) =>
        expectLeft(
          await stage.engine.previewBatch(stage.tenant, { batch: { ...batch, ...changed } }),
        );
      const pointers = async (changed: object) => {
        const refusal = await refused(changed);
        assert.equal(refusal._tag, 'InvalidInput');
        return refusal.issues.map(({ pointer }) => pointer);
      };

      assert.deepEqual(await pointers({ payments: [] }), ['/batch/payments']);
      assert.deepEqual(await pointers({ payments: [...batch.payments, 5] }), ['/batch/payments/1']);
      assert.deepEqual(await pointers({ controlTotals: { count: 2, amount: 50_000 } }), [
        '/batch/controlTotals/count',
      ]);
      for (const initiatedByUserId of ['u-nobody', 'u-newcomer', 'u-checker'])
        assert.equal((await refused({ initiatedByUserId }))._tag, 'NotAMaker');
    },
  },
];
