import assert from 'node:assert/strict';
import { rowId } from '@hundi/core';
import { payoutDigest, type ApprovedPayout } from '@hundi/core/wire';
import type {
  BankAnswer,
  CutOff,
  IntakeOrder,
  OrderDetails,
  PayoutOrder,
  PayoutProgress,
  PayoutTerms,
  Rejection,
} from '@hundi/core/storage';
import { aJobId, aTransactionId } from '../../kit/build/ids.js';
import { full } from '../../kit/build/plain.js';
import { commit } from '../../kit/build/commit.js';
import { acme, globex, type ContractCase } from '../contract-case.js';

const CREATED_BY = { userId: 'maker-id', username: 'maker-name', role: 'maker-role' };
const ORDER = full<PayoutOrder>({
  transactionId: rowId(aJobId(902), 0),
  tenant: acme,
  jobId: aJobId(902),
  source: 'payout_checkout',
  initiationMode: 'single',
  apiRefNumber: 'api-ref',
  reference: 'reference',
  beneficiaryId: 'beneficiary-id',
  packageCode: 'package-code',
  amount: 111,
  debitAccountNumber: '100001',
  paymentMethodCode: 'method-asked',
  beneficiaryAccountNumber: '100002',
  purpose: 'purpose-asked',
  remark: 'remark',
  tag: 'tag',
  metadata: { of: 'metadata' },
  payoutDate: '2026-02-01',
  createdBy: CREATED_BY,
  createdAt: 112,
});
const OTHER_ORDER: PayoutOrder = {
  ...ORDER,
  transactionId: rowId(aJobId(902), 1),
  reference: 'other-reference' as PayoutOrder['reference'],
};
const TERMS = full<PayoutTerms>({
  debitAccountId: 'debit-id',
  debitAccountNumber: '200001',
  paymentMethod: 'method-frozen',
  beneficiaryCode: 'beneficiary-code',
  beneficiaryName: 'beneficiary-name',
  creditAccountNumber: '200002',
  creditIfsc: 'credit-ifsc',
  feeBase: 211,
  feeGst: 212,
  masked: true,
  limitDay: '2026-02-02',
  policyVersion: 213,
  orderDetails: full<OrderDetails>({
    debtor: full<OrderDetails['debtor']>({
      name: 'debtor-name',
      ifsc: 'debtor-ifsc',
      customerId: 'debtor-id',
      lei: 'debtor-lei',
    }),
    purpose: 'purpose-frozen',
    creditorLei: 'creditor-lei',
  }),
});
const REJECTION = full<Rejection>({
  code: 'package_group_failed',
  message: 'rejection-message',
  field: 'rejection-field',
  causedBy: aTransactionId(904),
  debitAccountId: 'debit-named',
});
const PROGRESS = full<PayoutProgress>({
  status: 'paid',
  sequence: 1,
  approvedAt: 311,
  sentToBankAt: 312,
  paidAt: 313,
  returnedAt: 314,
  utr: 'utr',
  bankReference: 'bank-reference',
  approval: { levels: [], currentLevel: 315, approvals: [] },
  approvedBy: { userId: 'checker-id', username: 'checker-name', role: 'checker-role' },
  statusDetails: {
    code: 'details-code',
    source: 'rail',
    message: 'details-message',
    retryable: true,
    nextAction: 'wait',
    window: {
      opensAt: 316,
      from: '01:00' as CutOff['from'],
      to: '02:00' as CutOff['from'],
      timeZone: 'details-zone',
    },
  },
  expectedCreditAt: 317,
});

const INTAKE = [
  'transactionId',
  'tenant',
  'jobId',
  'reference',
  'beneficiaryId',
  'packageCode',
  'amount',
  'createdAt',
  'debitAccountNumber',
  'paymentMethodCode',
  'beneficiaryAccountNumber',
  'purpose',
  'remark',
  'payoutDate',
] as ReadonlyArray<keyof IntakeOrder>;

const seenByIntake = (order: IntakeOrder) => INTAKE.map((name) => [name, order[name]]);

/** The fields of payouts, of their use of limits, and of the bank's answers about them. */
export const everyPayoutFieldContract: ReadonlyArray<ContractCase> = [
  {
    title: 'every field of a payout comes back before intake, and after it was accepted',
    run: async (storage) => {
      const { transactionId } = ORDER;
      await commit(storage, ({ payouts }) => payouts.add([ORDER]));
      await storage.read(async ({ payouts }) => {
        const undecided = { intake: 'undecided', order: ORDER, holdsReference: true };
        assert.deepEqual(await payouts.find(acme, transactionId), undecided);
        const [row] = await payouts.undecidedOfJob(acme, aJobId(902), 0, 1);
        assert.ok(row?.holdsReference);
        assert.deepEqual(seenByIntake(row.order), seenByIntake(ORDER));
      });
      await commit(storage, ({ payouts }) =>
        payouts.decide(acme, [
          { transactionId, outcome: 'accepted', terms: TERMS, progress: PROGRESS },
        ]),
      );
      assert.deepEqual(await storage.read(({ payouts }) => payouts.find(acme, transactionId)), {
        intake: 'accepted',
        order: ORDER,
        terms: TERMS,
        progress: PROGRESS,
      });
    },
  },
  {
    title:
      'the accepted payouts of a job come back as an approval sees them, day or none, in their order',
    run: async (storage) => {
      const { payoutDate, ...dayless } = ORDER;
      const orders = [3, 1, 0, 2].map((row) => ({
        ...dayless,
        ...(row !== 1 && { payoutDate }),
        transactionId: rowId(aJobId(902), row),
        reference: `reference-${String(row)}` as PayoutOrder['reference'],
      }));
      await commit(storage, ({ payouts }) => payouts.add(orders));
      await commit(storage, ({ payouts }) =>
        payouts.decide(acme, [
          ...[0, 1, 3].map((row) => ({
            transactionId: rowId(aJobId(902), row),
            outcome: 'accepted' as const,
            terms: TERMS,
            progress: PROGRESS,
          })),
          {
            transactionId: rowId(aJobId(902), 2),
            outcome: 'rejected',
            rejection: REJECTION,
            progress: { status: 'failed', sequence: 1 },
          },
        ]),
      );
      await storage.read(async ({ payouts }) => {
        const seen = (from: number, limit: number, tenant = acme) =>
          payouts.approvedOfJob(tenant, aJobId(902), from, limit);
        const whole = (await payouts.ofJob(acme, aJobId(902), 0, 4)).filter(
          (payout) => payout.intake === 'accepted',
        );
        const shown = (all: ReadonlyArray<ApprovedPayout>) =>
          all.map((payout) => [payoutDigest(payout), payout.terms.debitAccountId]);
        assert.equal(whole.length, 3);
        assert.deepEqual(shown(await seen(0, 4)), shown(whole));
        assert.deepEqual(shown(await seen(1, 2)), shown(whole.slice(1, 2)));
        assert.deepEqual(await seen(0, 4, globex), []);
      });
    },
  },
  {
    title: 'every field of a payout that was turned away comes back, and of its next state',
    run: async (storage) => {
      const { transactionId } = OTHER_ORDER;
      const rejected = { ...PROGRESS, status: 'rejected' } as const;
      await commit(storage, async ({ payouts }) => {
        await payouts.add([OTHER_ORDER]);
        await payouts.decide(acme, [
          {
            transactionId,
            outcome: 'rejected',
            rejection: REJECTION,
            progress: { status: 'failed', sequence: 1 },
          },
        ]);
        const next = { ...rejected, sequence: 2 };
        await payouts.advance(acme, [{ transactionId, follows: 1, next }]);
      });

      assert.deepEqual(await storage.read(({ payouts }) => payouts.find(acme, transactionId)), {
        intake: 'rejected',
        order: OTHER_ORDER,
        rejection: REJECTION,
        progress: { ...rejected, sequence: 2 },
      });
    },
  },
  {
    title: 'every field of what a daily limit was used for comes back',
    run: async (storage) => {
      const use = {
        packageCode: ORDER.packageCode,
        day: '2026-02-03' as NonNullable<PayoutOrder['payoutDate']>,
        amount: 411n,
      };
      await commit(storage, async ({ payouts }) => {
        await payouts.useLimits(acme, [use]);
        assert.deepEqual(await payouts.holdLimits(acme, [use]), [use]);
      });
    },
  },
  {
    title: 'every field of an answer of the bank comes back',
    run: async (storage) => {
      const answer = full<BankAnswer>({
        tenant: acme,
        answerId: 'answer-id',
        transactionId: aTransactionId(905),
        verdict: { kind: 'paid', utr: 'answer-utr', bankReference: 'answer-reference' },
        at: 421,
      });
      await commit(storage, ({ bankAnswers }) => bankAnswers.add([answer]));
      const found = await storage.read(({ bankAnswers }) => bankAnswers.of([answer]));
      assert.deepEqual(found, [answer]);
    },
  },
];
