import assert from 'node:assert/strict';
import type { RejectionCode } from '@hundi/core/wire';
import { asPreviewed } from '../stage/as-previewed.js';
import { compareBooks } from '../stage/compare-books.js';
import { openRejectionStage } from './rejection-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { expectRight, openStage, type Row } from '../stage/stage.js';

/** A row that breaks one rule, the code it is rejected with, and the field that is named. */
interface BadRow {
  readonly what: string;
  readonly row: Row;
  readonly code: RejectionCode;
  readonly field?: string;
}

const package_ = 'packageCode';
const payee = 'beneficiaryId';
const debit = 'debitAccountNumber';
const method = 'paymentMethodCode';

// The clock stands at Monday, 5 January 2026, in India.
const BAD_ROWS: ReadonlyArray<BadRow> = [
  {
    what: 'a package that does not exist',
    row: { packageCode: 'NONE' },
    code: 'package_not_found',
    field: package_,
  },
  {
    what: 'a package that its maker is not granted',
    row: { packageCode: 'PRIVATE' },
    code: 'package_access_denied',
    field: package_,
  },
  {
    what: 'a package that the bank withdrew',
    row: { packageCode: 'INACTIVE' },
    code: 'package_not_active',
    field: package_,
  },
  {
    what: 'a suspended subscription',
    row: { packageCode: 'SUSPENDED' },
    code: 'package_subscription_inactive',
    field: package_,
  },
  {
    what: 'a package that is not subscribed to',
    row: { packageCode: 'NOTTAKEN' },
    code: 'package_subscription_inactive',
    field: package_,
  },
  {
    what: 'a payee that does not exist',
    row: { beneficiaryId: 'nobody' },
    code: 'beneficiary_not_found',
    field: payee,
  },
  {
    what: 'a beneId that no payee has',
    row: { beneId: 'NOBODY01' },
    code: 'beneficiary_not_found',
    field: 'beneId',
  },
  {
    what: 'a payee of another package',
    row: { to: 'STAFF01' },
    code: 'beneficiary_not_mapped_to_package',
    field: payee,
  },
  {
    what: "an account that is not the payee's",
    row: { beneficiaryAccountNumber: '123456780002' },
    code: 'beneficiary_account_not_found',
    field: 'beneficiaryAccountNumber',
  },
  {
    what: 'a debit account of no package',
    row: { debitAccountNumber: '50200011117777' },
    code: 'debit_account_not_in_package',
    field: debit,
  },
  {
    what: 'a debit account that does not exist',
    row: { debitAccountNumber: '999999999999' },
    code: 'debit_account_not_in_package',
    field: debit,
  },
  {
    what: 'a debit account that its maker may not use',
    row: { debitAccountNumber: '50200011116666' },
    code: 'debit_account_access_denied',
    field: debit,
  },
  {
    what: 'a closed debit account',
    row: { debitAccountNumber: '50200011115555' },
    code: 'debit_account_inactive',
    field: debit,
  },
  {
    what: 'no debit account, and a package without a default',
    row: { packageCode: 'BARE', paymentMethodCode: 'NEFT' },
    code: 'debit_account_missing',
    field: debit,
  },
  {
    what: 'a method that the package does not know',
    row: { paymentMethodCode: 'UPI' },
    code: 'payment_method_not_allowed',
    field: method,
  },
  {
    what: 'a method of the catalog that the subscription leaves out',
    row: { packageCode: 'CAPPED', paymentMethodCode: 'RTGS', amount: 20_000_000 },
    code: 'payment_method_not_allowed',
    field: method,
  },
  {
    what: 'a method that the debit account does not allow',
    row: { debitAccountNumber: '50200011113333', paymentMethodCode: 'NEFT' },
    code: 'payment_method_not_allowed_for_debit_account',
    field: method,
  },
  {
    what: 'no method, and a package without a default',
    row: { packageCode: 'BARE', debitAccountNumber: '50200011112222' },
    code: 'payment_method_missing',
    field: method,
  },
  {
    what: 'too little for the method',
    row: { paymentMethodCode: 'RTGS', amount: 19_999_999 },
    code: 'amount_below_method_limit',
    field: 'amount',
  },
  {
    what: 'too much for the method',
    row: { paymentMethodCode: 'IMPS', amount: 50_000_001 },
    code: 'amount_above_method_limit',
    field: 'amount',
  },
  {
    what: "less than the subscription's minimum",
    row: { packageCode: 'CAPPED', amount: 4_999 },
    code: 'amount_below_method_limit',
    field: 'amount',
  },
  {
    what: "more than the subscription's maximum",
    row: { packageCode: 'CAPPED', amount: 90_001 },
    code: 'amount_above_method_limit',
    field: 'amount',
  },
  {
    what: "less than the catalog's minimum, which is the stricter",
    row: { packageCode: 'CAPPED', paymentMethodCode: 'IMPS', amount: 99 },
    code: 'amount_below_method_limit',
    field: 'amount',
  },
  {
    what: 'more than the day has left',
    row: { packageCode: 'DAILY', amount: 100_001 },
    code: 'amount_above_daily_limit',
    field: 'amount',
  },
  {
    what: 'a date that has passed',
    row: { payoutDate: '2026-01-04' },
    code: 'payout_date_in_past',
    field: 'payoutDate',
  },
  {
    what: 'a date more than 90 days ahead',
    row: { payoutDate: '2026-04-06' },
    code: 'payout_date_too_far',
    field: 'payoutDate',
  },
];

const GOOD_ROWS: ReadonlyArray<Row> = [
  {},
  { packageCode: 'BARE', paymentMethodCode: 'NEFT', debitAccountNumber: '50200011112222' },
  { debitAccountNumber: '50200011113333', paymentMethodCode: 'IMPS' },
  { packageCode: 'CAPPED', amount: 5_000 },
  { packageCode: 'CAPPED', amount: 90_000 },
  { packageCode: 'DAILY', amount: 100_000 },
  { paymentMethodCode: 'RTGS', amount: 20_000_000 },
  { paymentMethodCode: 'IMPS', amount: 50_000_000 },
  { payoutDate: '2026-01-05' },
  { payoutDate: '2026-04-05' },
];

export const rejectionScenarios: ReadonlyArray<Scenario> = [
  ...BAD_ROWS.map(
    ({ what, row, code, field }) =>
      ({
        title: `a row with ${what} is rejected as ${code}, and only it`,
        run: async (storage) => {
          const stage = await openRejectionStage(storage);
          const { ids, job } = await asPreviewed(stage, [{ reference: 'GOOD' }, row]);
          assert.equal(job.status, 'completed_partial');
          assert.deepEqual([job.counts.created, job.counts.rejected], [1, 1]);
          const [good, bad] = job.records;
          assert.deepEqual([good?.outcome, good?.rejectionCode], ['accepted', null]);
          assert.deepEqual([bad?.outcome, bad?.rejectionCode], ['rejected', code]);
          assert.deepEqual([bad?.field, bad?.routingState], [field, 'rejected']);
          const payout = await stage.payout(ids[1] as never);
          assert.deepEqual([payout.status, payout.statusDetails?.code], ['rejected', code]);
          await compareBooks(stage, ids);
        },
      }) satisfies Scenario,
  ),
  {
    title: 'rows at the very bounds of every rule are accepted',
    run: async (storage) => {
      const stage = await openRejectionStage(storage);
      const { job } = await asPreviewed(stage, GOOD_ROWS);
      assert.deepEqual(
        job.records.map(({ rejectionCode }) => rejectionCode),
        GOOD_ROWS.map(() => null),
      );
    },
  },
  {
    title: 'a row to a payee that no checker has approved is rejected',
    run: async (storage) => {
      const stage = await openStage(storage);
      const input = {
        initiatedByUserId: 'u-maker',
        beneId: 'FRESH01',
        beneName: 'Fresh Foods',
        benePhoneNumber: '+919800000009',
        benePackageCodes: ['VENDOR'],
        beneBankAccounts: [{ accountNumber: '700000000001', ifscCode: 'SBIN0000001' }],
      };
      const { beneficiary } = expectRight(
        await stage.engine.createBeneficiary(stage.tenant, input),
      );
      const [payout] = await stage.pay([{ beneficiaryId: beneficiary.beneficiaryId }]);
      assert.equal(payout?.statusDetails?.code, 'beneficiary_not_approved');
      assert.equal(payout.statusDetails.nextAction, 'fix_beneficiary');
    },
  },
  {
    title: 'a batch without an accepted row ends as completed_rejected',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { jobId } = await stage.post([{ packageCode: 'NONE' }, { to: 'STAFF01' }]);
      await stage.runDue();
      const job = await stage.job(jobId);
      assert.deepEqual([job.status, job.counts.rejected], ['completed_rejected', 2]);
      assert.deepEqual(await stage.bank.orders(), []);
    },
  },
  {
    title: 'a service user reaches what its role reaches, and no more',
    run: async (storage) => {
      const stage = await openStage(storage);
      const payouts = await stage.pay(
        [{}, { packageCode: 'SALARY' }, { debitAccountNumber: '50200011113333' }],
        { by: 'u-clerk' },
      );
      assert.deepEqual(
        payouts.map(({ status, statusDetails }) => [status, statusDetails?.code]),
        [
          ['paid', undefined],
          ['rejected', 'package_access_denied'],
          ['rejected', 'debit_account_access_denied'],
        ],
      );
    },
  },
];
