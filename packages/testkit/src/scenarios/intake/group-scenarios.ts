import assert from 'node:assert/strict';
import { compareBooks } from '../stage/compare-books.js';
import { codesOf, vendorWith } from '../stage/group-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { openStage, type Row } from '../stage/stage.js';

const OTHER = '50200011113333';
const FAIL_FULL_FILE = { effectiveFileRejectionMode: 'fail_full_file' } as const;

export const groupScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'under reject_invalid_rows a bad row harms no other row',
    run: async (storage) => {
      const stage = await openStage(storage);
      const codes = await codesOf(stage, [{}, { to: 'STAFF01' }, {}]);
      assert.deepEqual(codes, [null, 'beneficiary_not_mapped_to_package', null]);
    },
  },
  {
    title: 'under fail_full_file a bad row takes down its package, names itself, and spares others',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { jobId, ids } = await stage.post([
        { packageCode: 'SALARY' },
        { packageCode: 'VENDOR' },
        { packageCode: 'SALARY', beneficiaryAccountNumber: '999999' },
        { packageCode: 'SALARY' },
      ]);
      await stage.runDue();
      const { status, records } = await stage.job(jobId);
      assert.equal(status, 'completed_partial');
      assert.deepEqual(
        records.map(({ rejectionCode, causedBy }) => [rejectionCode, causedBy]),
        [
          ['package_group_failed', ids[2]],
          [null, undefined],
          ['beneficiary_account_not_found', undefined],
          ['package_group_failed', ids[2]],
        ],
      );
      await compareBooks(stage, ids);
    },
  },
  {
    title: 'rows that fail_full_file took down let go of their references',
    run: async (storage) => {
      const stage = await openStage(storage);
      await codesOf(stage, [
        { packageCode: 'SALARY', reference: 'PAY-1' },
        { packageCode: 'SALARY', reference: 'PAY-2', beneficiaryAccountNumber: '999999' },
      ]);
      const again = await codesOf(stage, [
        { packageCode: 'SALARY', reference: 'PAY-1' },
        { packageCode: 'SALARY', reference: 'PAY-2' },
      ]);
      assert.deepEqual(again, [null, null]);
    },
  },
  {
    title: 'in debit mode single every row shares the debit account of the first that passes',
    run: async (storage) => {
      const stage = await openStage(
        storage,
        vendorWith({ effectiveConfiguration: { effectiveDebitMode: 'single' } }),
      );
      const [main, second] = ['50200011112222', OTHER];
      const codes = await codesOf(stage, [
        { debitAccountNumber: second },
        {},
        { debitAccountNumber: second },
        { debitAccountNumber: main },
        { packageCode: 'SALARY', debitAccountNumber: main },
      ]);
      assert.deepEqual(codes, [
        null,
        'debit_mode_not_allowed',
        null,
        'debit_mode_not_allowed',
        null,
      ]);
    },
  },
  {
    title: 'in debit mode single a rejected first row fixes no account, whatever is wrong with it',
    run: async (storage) => {
      const stage = await openStage(
        storage,
        vendorWith({ effectiveConfiguration: { effectiveDebitMode: 'single' } }),
      );
      const faults: ReadonlyArray<readonly [string, Row]> = [
        ['debit_account_not_in_package', { debitAccountNumber: '502000119999' }],
        ['beneficiary_not_mapped_to_package', { debitAccountNumber: OTHER, to: 'STAFF01' }],
        [
          'payment_method_not_allowed',
          { debitAccountNumber: OTHER, paymentMethodCode: 'INTERNAL' },
        ],
        ['payout_date_in_past', { debitAccountNumber: OTHER, payoutDate: '2020-01-01' }],
      ];
      for (const [code, first] of faults) {
        assert.deepEqual(await codesOf(stage, [first, {}, {}]), [code, null, null]);
      }
    },
  },
  {
    title: 'in debit mode multi every row has its own debit account',
    run: async (storage) => {
      const stage = await openStage(storage);
      const codes = await codesOf(stage, [{ debitAccountNumber: '50200011113333' }, {}]);
      assert.deepEqual(codes, [null, null]);
    },
  },
  {
    title: 'debit mode single under fail_full_file takes the whole group down',
    run: async (storage) => {
      const stage = await openStage(
        storage,
        vendorWith({
          effectiveConfiguration: { effectiveDebitMode: 'single', ...FAIL_FULL_FILE },
        }),
      );
      const codes = await codesOf(stage, [{}, { debitAccountNumber: '50200011113333' }]);
      assert.deepEqual(codes, ['package_group_failed', 'debit_mode_not_allowed']);
    },
  },
  {
    title: 'more rows of a package than a batch may hold are all rejected; other packages pass',
    run: async (storage) => {
      const stage = await openStage(
        storage,
        vendorWith({ effectiveConfiguration: { maxPaymentsPerBatch: 2 } }),
      );
      assert.deepEqual(await codesOf(stage, [{}, {}, { packageCode: 'SALARY' }]), [
        null,
        null,
        null,
      ]);
      assert.deepEqual(await codesOf(stage, [{}, {}, {}, { packageCode: 'SALARY' }]), [
        'package_batch_limit_exceeded',
        'package_batch_limit_exceeded',
        'package_batch_limit_exceeded',
        null,
      ]);
    },
  },
];
