import test from 'ava';
import fc from 'fast-check';
import { E } from '../../../kernel/fp.js';
import type { PackageCode } from '../../../kernel/values/ids.js';
import { effectiveConfiguration } from '../../../model/package/effective-configuration.js';
import { aCatalog, aRow, someTerms } from '../../../samples.test.data.js';
import { dailyBook } from './daily-room.js';
import { judgeGroup } from './group-rules.js';
import type { JudgedRow } from '../../../model/payout/judged-row.js';

const VENDOR = 'VENDOR' as PackageCode;
const DAY = '2026-03-02';

interface Sketch {
  readonly good: boolean;
  readonly account: string;
  readonly amount: number;
}

interface Rules {
  readonly most: number;
  readonly debitMode: 'single' | 'multi';
  readonly fileMode: 'fail_full_file' | 'reject_invalid_rows';
  readonly limit: number;
}

const rowOf = ({ good, account, amount }: Sketch, index: number): JudgedRow => ({
  payout: aRow(index, { amount, debitAccountNumber: account }),
  result: good
    ? E.right(someTerms({ debitAccountId: account, debitAccountNumber: account, limitDay: DAY }))
    : E.left({ code: 'beneficiary_not_found', message: '' }),
});

const judge = (sketches: ReadonlyArray<Sketch>, { most, debitMode, fileMode, limit }: Rules) => {
  const book = dailyBook(new Map([[VENDOR, limit]]), []);
  const configuration = effectiveConfiguration({
    catalogConfiguration: aCatalog({
      maxPaymentsPerBatch: most,
      defaultDebitMode: debitMode,
      defaultFileRejectionMode: fileMode,
    }),
    overrides: {},
  });
  const rows = sketches.map(rowOf);
  return { rows, judged: judgeGroup(rows, configuration, book), taken: book.taken() };
};
const codes = (rows: ReadonlyArray<JudgedRow>) =>
  rows.map(({ result }) => (E.isLeft(result) ? result.left.code : 'ok'));

const OPEN: Rules = {
  most: 100,
  debitMode: 'multi',
  fileMode: 'reject_invalid_rows',
  limit: 1_000,
};
const good = (amount = 1, account = 'a'): Sketch => ({ good: true, account, amount });
const bad = (amount = 1): Sketch => ({ good: false, account: 'a', amount });

test('rows are independent where the package rejects invalid rows only', (t) => {
  t.deepEqual(codes(judge([good(), bad(), good()], OPEN).judged), [
    'ok',
    'beneficiary_not_found',
    'ok',
  ]);
});

test('under fail_full_file one rejected row takes every other with it, and is named as the cause', (t) => {
  const { judged, rows } = judge([good(), bad(), good(), bad()], {
    ...OPEN,
    fileMode: 'fail_full_file',
  });
  const cause = rows[1]?.payout.order.transactionId;

  t.deepEqual(codes(judged), [
    'package_group_failed',
    'beneficiary_not_found',
    'package_group_failed',
    'beneficiary_not_found',
  ]);
  t.like(judged[0]?.result, { left: { causedBy: cause } });
  const last = judged[3]?.result;
  t.true(last !== undefined && E.isLeft(last) && !('causedBy' in last.left));
});

test('more rows than a batch may hold are all rejected, and keep what was said of them before', (t) => {
  const { judged } = judge([good(), bad(), good()], { ...OPEN, most: 2 });

  t.deepEqual(codes(judged), [
    'package_batch_limit_exceeded',
    'beneficiary_not_found',
    'package_batch_limit_exceeded',
  ]);
  t.deepEqual(codes(judge([good(), good()], { ...OPEN, most: 2 }).judged), ['ok', 'ok']);
});

test('under debit mode single the first row that passes its own rules fixes the account of all', (t) => {
  const rows = [bad(), good(1, 'b'), good(1, 'a'), bad(), good(1, 'b')];

  t.deepEqual(codes(judge(rows, { ...OPEN, debitMode: 'single' }).judged), [
    'beneficiary_not_found',
    'ok',
    'debit_mode_not_allowed',
    'beneficiary_not_found',
    'ok',
  ]);
  t.deepEqual(codes(judge(rows, OPEN).judged), [
    'beneficiary_not_found',
    'ok',
    'ok',
    'beneficiary_not_found',
    'ok',
  ]);
});

test('under debit mode single a row beyond the daily limit fixes the account as well', (t) => {
  const rules = { ...OPEN, debitMode: 'single', limit: 5 } as const;

  t.deepEqual(codes(judge([good(6, 'b'), good(1, 'a'), good(1, 'b')], rules).judged), [
    'amount_above_daily_limit',
    'debit_mode_not_allowed',
    'ok',
  ]);
});

test('rows take room of the day in order; a row that does not fit leaves its room to smaller ones', (t) => {
  t.deepEqual(codes(judge([good(6), good(5), good(4)], { ...OPEN, limit: 10 }).judged), [
    'ok',
    'amount_above_daily_limit',
    'ok',
  ]);
});

test('a group that fails as a whole uses nothing of the daily limit', (t) => {
  const rules = { ...OPEN, fileMode: 'fail_full_file', limit: 10 } as const;

  t.deepEqual(judge([good(6), bad(), good(4)], rules).taken, []);
  t.deepEqual(judge([good(6), good(6)], rules).taken, []);
});

/** The rules said once more, row by row, on plain values. */
const model = (
  sketches: ReadonlyArray<Sketch>,
  { most, debitMode, fileMode, limit }: Rules,
): ReadonlyArray<string> => {
  let room = limit;
  const first = sketches.find((one) => one.good);
  const alone = sketches.map((one) => {
    if (!one.good) return 'beneficiary_not_found';
    if (sketches.length > most) return 'package_batch_limit_exceeded';
    if (debitMode === 'single' && one.account !== first?.account) return 'debit_mode_not_allowed';
    if (one.amount > room) return 'amount_above_daily_limit';
    room -= one.amount;
    return 'ok';
  });
  return fileMode === 'fail_full_file' && alone.some((code) => code !== 'ok')
    ? alone.map((code) => (code === 'ok' ? 'package_group_failed' : code))
    : alone;
};

test('every group is judged as the model says, keeps its order, and takes the room of its passing rows', (t) => {
  const sketch = fc.record({
    good: fc.boolean(),
    account: fc.constantFrom('a', 'b'),
    amount: fc.integer({ min: 1, max: 20 }),
  });
  const rules = fc.record({
    most: fc.integer({ min: 1, max: 12 }),
    debitMode: fc.constantFrom('single' as const, 'multi' as const),
    fileMode: fc.constantFrom('fail_full_file' as const, 'reject_invalid_rows' as const),
    limit: fc.integer({ min: 1, max: 80 }),
  });
  fc.assert(
    fc.property(fc.array(sketch, { maxLength: 14 }), rules, (sketches, wanted) => {
      const { rows, judged, taken } = judge(sketches, wanted);
      t.deepEqual(codes(judged), model(sketches, wanted));
      t.deepEqual(
        judged.map(({ payout }) => payout),
        rows.map(({ payout }) => payout),
      );
      const passed = judged
        .filter(({ result }) => E.isRight(result))
        .reduce((sum, { payout }) => sum + BigInt(payout.order.amount), 0n);
      t.is(taken[0]?.amount ?? 0n, passed);
      t.true(passed <= BigInt(wanted.limit));
    }),
    { numRuns: 500 },
  );
});
